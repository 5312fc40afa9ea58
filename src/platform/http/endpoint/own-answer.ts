import { Context } from "hono";
import type { AppContext, AppEnv } from "../request/app-env.ts";
import { ownLifecycle } from "../request/lifecycle.ts";
import { OwnHeaders } from "../request/own-headers.ts";
import type { OwnRequest } from "../request/own-request.ts";
import { type OwnAnswer, problemAnswer, send, toProblem } from "../request/respond.ts";
import type { Endpoint } from "./endpoint.ts";
import { handlerOf } from "./handle.ts";
import type { Handler } from "./in-order.ts";

export interface RequestToApi {
	endpoint: Endpoint;
	/** The path and the query. */
	address: string;
	headers: Record<string, string>;
	body?: string | Uint8Array<ArrayBuffer>;
	own?: OwnRequest;
}

const handlers = new Map<Endpoint, Handler>();

/**
 * Answers a request of /v1 that the service makes itself on behalf of the caller of another, as if that caller had sent
 * it. No router looks for its endpoint, and neither the request nor the answer is an object of the runtime, because these
 * take longer than the rest of the way.
 */
export async function answerOwn(outer: AppContext, request: RequestToApi): Promise<OwnAnswer> {
	const { endpoint, address, own = {} } = request;
	const handler = handlers.get(endpoint) ?? handlerOf(endpoint);
	handlers.set(endpoint, handler);
	const [path = ""] = address.split("?", 1);
	const route = { basePath: "/", path: endpoint.path, method: endpoint.method, handler };
	const c = new Context<AppEnv>(rawRequest(originOf(outer.req.url), request), {
		...{ env: outer.env, executionCtx: outer.executionCtx, path },
		matchResult: [[[[handler, route], paramsIn(endpoint.path, path)]]],
	});
	c.set("own", own);
	await ownLifecycle(outer, c, () => answerIn(c, handler));
	return c.res as unknown as OwnAnswer;
}

async function answerIn(c: AppContext, handler: Handler): Promise<void> {
	try {
		const response = await handler(c, async () => {});
		if (response) c.res = response;
	} catch (error) {
		c.res = send(c, problemAnswer(c, toProblem(c, error)));
	}
}

/** The parts of a `Request` that endpoints use. */
function rawRequest(origin: string, { endpoint, address, headers, body }: RequestToApi): Request {
	const parts = {
		method: endpoint.method,
		url: origin + address,
		headers: new OwnHeaders(headers),
		body: body === undefined ? null : new Response(body).body,
	};
	return parts as unknown as Request;
}

/** Hono finds the path of an address in the same way. Making a URL takes longer. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", "https://".length));

/** The parameters of a path as it is written. Hono decodes one when a handler asks for it. */
function paramsIn(pattern: string, path: string): Record<string, string> {
	const given = path.split("/");
	return Object.fromEntries(
		pattern.split("/").flatMap((part, n) => (part.startsWith(":") ? [[part.slice(1), given[n] ?? ""]] : [])),
	);
}
