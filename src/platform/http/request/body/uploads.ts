import { createHash } from "node:crypto";
import type { Settled } from "../../../lib/async/settle.ts";
import { secondMs } from "../../../lib/time.ts";
import { PictureFault } from "../../../pictures/picture-fault.ts";
import { pictureTypes } from "../../../pictures/picture-type.ts";
import { readPicture } from "../../../pictures/read-picture.ts";
import { fieldProblem, type Problem, problem } from "../../../problems/problem.ts";
import type { Upload } from "../../endpoint/upload.ts";
import { ByteBudget } from "./byte-budget.ts";

const mebi = 1024 * 1024;

/** Contract: Pictures 3. */
export const maxPictureBytes = 15 * mebi;

/**
 * An isolate has 128 MB. The callers of a studio share one part of it, and anonymous visitors another, so that visitors
 * make no studio wait. Each studio, and each site of visitors, has at most its share at a time.
 */
const budgets = {
	studio: new ByteBudget(40 * mebi, 20 * mebi),
	visitors: new ByteBudget(20 * mebi, maxPictureBytes),
};
const longestWaitMs = 20 * secondMs;

/** The holder of memory: a studio by its id, or visitors by their site. */
export interface MemoryHolder {
	kind: keyof typeof budgets;
	id: string;
}

/** Takes memory for a file, until the returned function is called (contract: Pictures 14). */
export async function takeMemory({ kind, id }: MemoryHolder, bytes: number): Promise<() => void> {
	try {
		return await budgets[kind].take(id, bytes, longestWaitMs);
	} catch {
		throw problem("service_unavailable", "Too many files arrive at the moment. Repeat the request.").with({
			"Retry-After": "5",
		});
	}
}

/** Gives memory back when nothing holds the file: a bucket that did not answer in time may still read its bytes. */
export async function giveBack(release: () => void, file: Settled<Pick<Upload, "object">> | undefined): Promise<void> {
	if (file && "value" in file) await file.value.object?.storing?.catch(() => {});
	release();
}

/** A body is read in pieces of this size. Each must arrive in time, so that a stalled upload gives its memory back. */
export const pieceBytes = 256 * 1024;
export const longestPieceMs = 15 * secondMs;
/** A whole file must arrive in this time. The memory of those that never end would be held for ever. */
export const longestFileMs = 120 * secondMs;

/** The format shows in so many bytes. */
export const headBytes = 64;

/** The picture in a whole file. Its bytes are those of the file, stripped in place. */
export async function uploadOf(file: Uint8Array): Promise<Upload> {
	if (file.byteLength === 0) throw emptyPicture();
	try {
		const { type, width, height, length } = readPicture(file);
		const bytes = file.subarray(0, length);
		return { type, width, height, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
	} catch (error) {
		if (!(error instanceof PictureFault)) throw error;
		throw error.kind === "unsupported"
			? problem("unsupported_media_type", error.message)
			: fieldProblem("body", error.message);
	}
}

export const emptyPicture = (): Problem => fieldProblem("body", "is empty");

export const wrongType = (why: string): Problem =>
	problem("unsupported_media_type", `${why} A picture is sent as ${pictureTypes.join(", ")}.`.trim());

export const pictureTooLarge = (): Problem =>
	problem("payload_too_large", `A picture has at most ${maxPictureBytes / mebi} MiB.`);

export const fileTooSlow = (): Problem => problem("request_timeout", "The file did not arrive in time.");
