/** Why a file cannot be stored as a picture. The message is for the caller. */
export class PictureFault extends Error {
	/**
	 * `unsupported`: none of the five formats, or a form of one that browsers do not show. `damaged`: empty, cut off, or
	 * not as its format demands. `too_many_pixels`: beyond the limits of the sides or of their product.
	 */
	readonly kind: "unsupported" | "damaged" | "too_many_pixels";

	constructor(kind: PictureFault["kind"], message: string) {
		super(message);
		this.name = "PictureFault";
		this.kind = kind;
	}
}

export const cutOff = (): PictureFault => new PictureFault("damaged", "The picture ends before its data is complete.");

export const damaged = (reason: string): PictureFault =>
	new PictureFault("damaged", `The picture is damaged: ${reason}.`);

export const unsupported = (reason: string): PictureFault => new PictureFault("unsupported", reason);
