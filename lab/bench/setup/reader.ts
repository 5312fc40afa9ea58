import { Pool } from "undici";
import type { Studio } from "./studios.ts";

interface Page {
	data: unknown[];
	next_after_sequence: number;
}

/** The reader always waits for the next event. */
export class Reader {
	readonly #pool: Pool;
	readonly #studio: Studio;
	readonly #closing = new AbortController();
	#seen = 0;
	#heard: (() => void)[] = [];
	over: Promise<void>;

	constructor(origin: string, studio: Studio) {
		this.#pool = new Pool(origin, { connections: 1 });
		this.#studio = studio;
		this.over = this.#follow();
	}

	/** Resolves when so many events have come, counted from the first. */
	async until(count: number): Promise<void> {
		while (this.#seen < count) await new Promise<void>((resolve) => this.#heard.push(resolve));
	}

	async close(): Promise<void> {
		this.#closing.abort();
		await this.over;
		await this.#pool.destroy();
	}

	async #follow(): Promise<void> {
		const headers = { Authorization: `Bearer ${this.#studio.key}` };
		for (let after = 0; !this.#closing.signal.aborted; ) {
			const path = `/v1/events?after_sequence=${after}&wait=25&limit=100`;
			const page = await this.#read(path, headers);
			if (!page) return;
			after = page.next_after_sequence;
			this.#seen += page.data.length;
			const heard = this.#heard;
			this.#heard = [];
			for (const tell of heard) tell();
		}
	}

	/** Null if the reader was closed. */
	async #read(path: string, headers: Record<string, string>): Promise<Page | null> {
		try {
			const { statusCode, body } = await this.#pool.request({
				method: "GET",
				path,
				headers,
				signal: this.#closing.signal,
			});
			const text = await body.text();
			if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode} ${text}`);
			return JSON.parse(text) as Page;
		} catch (error) {
			if (this.#closing.signal.aborted) return null;
			throw error;
		}
	}
}
