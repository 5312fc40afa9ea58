import { TattooStudio } from "../src/index.ts";
import type { ClientOptions, Fetch } from "../src/options.ts";

export interface Received {
	method: string;
	url: URL;
	headers: Headers;
	body: unknown;
	signal: AbortSignal;
	redirect: string | undefined;
}

type Reply = Response | Error | ((request: Received) => Response | Promise<Response>);

/** A service that gives these replies in order, and repeats the last one. */
export function service(replies: Reply[], options: Partial<ClientOptions> = {}) {
	const received: Received[] = [];
	const fetch: Fetch = async (url, { method = "", headers, body, signal, redirect }) => {
		const request = {
			method,
			url: new URL(url),
			headers: new Headers(headers),
			body: body instanceof Blob ? body : body ? JSON.parse(String(body)) : undefined,
			signal: signal as AbortSignal,
			redirect,
		};
		received.push(request);
		const reply = replies[Math.min(received.length, replies.length) - 1];
		if (typeof reply === "function") return await reply(request);
		if (reply instanceof Error) throw reply;
		if (!reply) throw new Error("no reply");
		return reply.clone();
	};
	const studio = new TattooStudio({
		apiKey: "svc_test_sk_1",
		baseUrl: "https://api.test",
		fetch,
		...options,
	} as ClientOptions);
	return { studio, received };
}

export const json = (value: unknown, { status = 200, headers = {} as Record<string, string> } = {}): Response =>
	new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } });

export const problem = (
	status: number,
	code: string,
	more: object = {},
	headers: Record<string, string> = {},
): Response =>
	new Response(
		JSON.stringify({
			type: `https://api.test/docs/errors/${code}`,
			title: "Title",
			status,
			detail: "What happened.",
			code,
			instance: "/v1/clients",
			request_id: "req_1",
			...more,
		}),
		{ status, headers: { "Content-Type": "application/problem+json", ...headers } },
	);

export const page = (data: object[], next: string | null = null, more: object = {}): Response =>
	json({ object: "list", data, has_more: next !== null, next_cursor: next, ...more });

/** The error with which a promise rejects. */
export async function failure(promise: PromiseLike<unknown>): Promise<unknown> {
	try {
		await promise;
	} catch (error) {
		return error;
	}
	throw new Error("It did not fail.");
}

export const noel = { email: "noel@example.com", first_name: "Noel" };
