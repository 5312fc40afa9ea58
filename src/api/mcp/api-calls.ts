import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type AppContext, type AppEnv, note } from "../../platform/http/request/app-env.ts";
import type { InternalRequest } from "../../platform/http/request/internal-request.ts";
import { asInternalRequest, internalLifecycle } from "../../platform/http/request/lifecycle.ts";
import { answerError } from "../../platform/http/request/respond.ts";
import { v1 } from "../v1-routes.ts";

interface ToolRequest {
	endpoint: Endpoint;
	/** The path and the query. */
	address: string;
	headers?: Record<string, string>;
	body?: string | Uint8Array<ArrayBuffer>;
	/** Of the body, unless that is JSON. */
	contentType?: string;
	internal?: InternalRequest;
}

const internalApi = new Hono<AppEnv>({ router: new TrieRouter() });

internalApi.use(internalLifecycle);
internalApi.route("/", v1);
internalApi.onError(answerError);

/** Sends requests of /v1 for the caller of a tool. Each is checked, limited, counted and logged like any other. */
export class ApiCalls {
	/** Whether a request was sent, and with it counted. */
	sent = false;
	private readonly c: AppContext;

	constructor(c: AppContext) {
		this.c = c;
	}

	async call({
		endpoint: { method },
		address,
		headers = {},
		body,
		contentType = "application/json",
		internal = {},
	}: ToolRequest): Promise<Response> {
		const { c } = this;
		this.sent = true;
		note(c, { passedOn: true });
		const authorization = c.req.header("Authorization");
		const request = new Request(originOf(c.req.url) + address, {
			method,
			headers: {
				...(authorization === undefined ? {} : { Authorization: authorization }),
				...(body === undefined ? {} : { "Content-Type": contentType }),
				...headers,
			},
			...(body === undefined ? {} : { body }),
		});
		return await internalApi.request(
			asInternalRequest(request, { outer: c, internal }),
			undefined,
			c.env,
			c.executionCtx,
		);
	}
}

/** Hono finds the path of an address in the same way. Making a URL takes longer. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", "https://".length));
