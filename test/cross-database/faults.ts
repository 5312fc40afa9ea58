import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type CallInterceptor, connectionLost, faultyDatabase } from "../../lab/harness/faulty-database.ts";
import worker from "../../src/worker.ts";
import { type Call, newAddress } from "../support/api.ts";
import { envWith } from "../support/database.ts";

export const envWithFaults = (intercept: CallInterceptor): typeof env =>
	envWith((d1, binding) => faultyDatabase(d1, binding, intercept));

/** The bindings without these databases: each of their calls hangs for `hangsMs` and then fails. */
export const withoutDatabases = (bindings: string | string[], hangsMs = 0): typeof env =>
	envWithFaults(async (binding, run) => {
		if (![bindings].flat().includes(binding)) return await run();
		if (hangsMs > 0) await scheduler.wait(hangsMs);
		throw connectionLost();
	});

interface Answer {
	status: number;
	headers: Headers;
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	body: any;
	/** The time until the answer. */
	ms: number;
	/** Resolves when all work of the request has ended. */
	over: Promise<void>;
}

export async function ask(
	bindings: typeof env,
	path: string,
	{ method, key, body, raw, headers }: Call = {},
): Promise<Answer> {
	const ctx = createExecutionContext();
	const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
	const request = new Request(`https://api.test${path}`, {
		redirect: "manual",
		method: method ?? (content === undefined ? "GET" : "POST"),
		headers: {
			"CF-Connecting-IP": newAddress(),
			...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
			...(body === undefined ? {} : { "Content-Type": "application/json" }),
			...headers,
		},
		...(content === undefined ? {} : { body: content }),
	});
	const began = Date.now();
	const response = await worker.fetch(request, bindings, ctx);
	const text = await response.text();
	const ms = Date.now() - began;
	const isJson = /json/.test(response.headers.get("Content-Type") ?? "");
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: isJson && text !== "" ? JSON.parse(text) : undefined,
		ms,
		over: waitOnExecutionContext(ctx),
	};
}

export const operateWith = (bindings: typeof env, path: string, options: Call = {}): Promise<Answer> =>
	ask(bindings, path, { ...options, key: env.OPERATOR_TOKEN });
