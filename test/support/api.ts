import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { checkAgainstDocument } from "./document.ts";
import { checkAgainstDeclaration } from "./operator-declarations.ts";

export interface Call {
	method?: string;
	key?: string | undefined;
	body?: unknown;
	/** The body as it is, instead of `body` as JSON. */
	raw?: BodyInit;
	headers?: Record<string, string>;
	/** The address of the client. */
	from?: string;
}

export interface Answer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
	body: any;
	text: string;
}

let lastAddress = 0;
/** An address that no other request of the run has, so that its bucket is full. */
export const newAddress = (): string => {
	lastAddress++;
	return `203.0.${lastAddress >> 8}.${lastAddress & 255}`;
};

/** As the network would send it. Every answer is compared with its documentation. */
export async function send(path: string, { method, key, body, raw, headers = {}, from }: Call = {}): Promise<Answer> {
	const init: RequestInit = {
		redirect: "manual",
		method: method ?? (body === undefined && raw === undefined ? "GET" : "POST"),
		headers: {
			"CF-Connecting-IP": from ?? newAddress(),
			...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
			...(body === undefined ? {} : { "Content-Type": "application/json" }),
			...headers,
		},
		...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
	};
	const response = await exports.default.fetch(new Request(`https://api.test${path}`, init));
	const text = await response.text();
	const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
	const parsed = isJson && text !== "" ? JSON.parse(text) : undefined;
	checkAgainstDocument(init.method ?? "GET", path, response, parsed);
	checkAgainstDeclaration(init.method ?? "GET", path, response, parsed);
	return { status: response.status, headers: response.headers, body: parsed, text };
}

export async function call(status: number, path: string, options: Call = {}): Promise<Answer> {
	const answer = await send(path, options);
	expect(answer.status, `${options.method ?? ""} ${path}: ${answer.text}`).toBe(status);
	return answer;
}
