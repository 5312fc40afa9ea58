import type { PreparedAnswer } from "./prepared-answer.ts";

type Entry = Pick<PreparedAnswer, "bytes">;

const bytesOf = (key: string, { bytes }: Entry): number => 2 * key.length + bytes;

/** Keeps answers up to a limit of memory. Beyond the limit it drops the oldest ones. */
export class AnswerCache<Answer extends Entry = PreparedAnswer> {
	private readonly entries = new Map<string, { answer: Answer; bytes: number }>();
	private readonly maxBytes: number;
	private bytes = 0;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
	}

	get(key: string): Answer | undefined {
		return this.entries.get(key)?.answer;
	}

	set(key: string, answer: Answer): void {
		const known = this.entries.get(key);
		if (known?.answer === answer && known.bytes === bytesOf(key, answer)) return;
		this.delete(key);
		const bytes = bytesOf(key, answer);
		if (bytes > this.maxBytes) return;
		this.entries.set(key, { answer, bytes });
		this.bytes += bytes;
		for (const oldest of this.entries.keys()) {
			if (this.bytes <= this.maxBytes) return;
			this.delete(oldest);
		}
	}

	private delete(key: string): void {
		this.bytes -= this.entries.get(key)?.bytes ?? 0;
		this.entries.delete(key);
	}
}
