/**
 * Moves the ranges of a file that stay towards its front, in place. They are named in their order. Neighbours move as
 * one, so that many small ranges cost no more than a large one.
 */
export class Compactor {
	readonly #bytes: Uint8Array;
	#end: number;
	#from: number;
	#to: number;

	constructor(bytes: Uint8Array, start = 0) {
		this.#bytes = bytes;
		this.#end = start;
		this.#from = start;
		this.#to = start;
	}

	keep(from: number, to: number): void {
		if (from !== this.#to) {
			this.finish();
			this.#from = from;
		}
		this.#to = to;
	}

	/** Writes new bytes. The range that they replace must be at least as long. */
	put(content: Uint8Array): void {
		this.#bytes.set(content, this.finish());
		this.#end += content.length;
	}

	/** The end of everything that stays, which now stands where it belongs. */
	finish(): number {
		if (this.#from !== this.#end) this.#bytes.copyWithin(this.#end, this.#from, this.#to);
		this.#end += this.#to - this.#from;
		this.#from = this.#to;
		return this.#end;
	}
}
