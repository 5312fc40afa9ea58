import { vi } from "vitest";

export interface Received {
	method: string;
	url: string;
	headers: Headers;
	body: string;
	// biome-ignore lint/suspicious/noExplicitAny: events of every type
	event: any;
	at: number;
	/** It aborts when the sender gives up. */
	signal: AbortSignal;
}

type Reply = (received: Received) => Response | Promise<Response>;

/** Replaces every receiver on the network. It records the service's requests, and gives the test's answers. */
export class Receiver {
	readonly received: Received[] = [];
	private replies = new Map<string, Reply>();

	constructor() {
		vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			const request = new Request(input as RequestInfo, init as RequestInit);
			const body = await request.text();
			const { method, url, headers } = request;
			const signal = init?.signal ?? new AbortController().signal;
			const received = { method, url, headers, body, event: JSON.parse(body), at: Date.now(), signal };
			this.received.push(received);
			const reply = this.replies.get(url) ?? (() => new Response("thanks"));
			const response = await Promise.race([reply(received), givenUp(signal)]);
			const location = response.headers.get("Location");
			return location !== null && request.redirect === "follow" ? await globalThis.fetch(location, init) : response;
		});
	}

	/** From now on `url` answers with this reply. */
	answers(url: string, reply: Reply): void {
		this.replies.set(url, reply);
	}

	/** From now on `url` answers with this status and no body. */
	answersStatus = (url: string, status: number, headers: Record<string, string> = {}): void =>
		this.answers(url, () => new Response(null, { status, headers }));

	at = (url: string): Received[] => this.received.filter((one) => one.url === url);

	async until(url: string, count: number, timeoutMs = 5000): Promise<Received[]> {
		await until(() => this.at(url).length >= count, timeoutMs);
		return this.at(url);
	}
}

const givenUp = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

/** The pauses grow, because the checks slow down the work that they wait for. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 5000): Promise<void> {
	const giveUpAt = Date.now() + timeoutMs;
	for (let wait = 2; !(await condition()); wait = Math.min(wait * 1.5, 30)) {
		if (Date.now() > giveUpAt) throw new Error("it did not happen in time");
		await new Promise((resolve) => setTimeout(resolve, wait));
	}
}
