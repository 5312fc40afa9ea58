import { vi } from "vitest";

interface Asked {
	url: string;
	headers: Headers;
	signal: AbortSignal;
	redirect: string | undefined;
}

export class Sites {
	readonly asked: Asked[] = [];
	private replies = new Map<string, (asked: Asked) => Response | Promise<Response>>();

	constructor() {
		vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			const url = String(input);
			const signal = init?.signal ?? new AbortController().signal;
			const asked = { url, headers: new Headers(init?.headers as HeadersInit), signal, redirect: init?.redirect };
			this.asked.push(asked);
			const reply = this.replies.get(url) ?? (() => new Response("gone", { status: 404 }));
			return await Promise.race([reply(asked), givenUp(signal)]);
		});
	}

	answers(url: string, reply: (asked: Asked) => Response | Promise<Response>): void {
		this.replies.set(url, reply);
	}

	at = (url: string): Asked[] => this.asked.filter((one) => one.url === url);
}

const givenUp = (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
