import { type AppContext, note } from "../../platform/http/request/app-env.ts";
import { markAsOwn, type OwnRequest } from "../../platform/http/request/own-request.ts";

/** Answers a request as the Worker does. */
export type FetchApi = (
	request: Request,
	env: AppContext["env"],
	ctx: AppContext["executionCtx"],
) => Response | Promise<Response>;

interface ApiRequest {
	method: string;
	path: string;
	headers?: Record<string, string>;
	body?: string | Uint8Array<ArrayBuffer>;
	/** Of the body, unless that is JSON. */
	contentType?: string;
	own?: OwnRequest;
}

/** Sends requests of /v1 for the caller of a tool. Each is checked, limited, counted and logged like any other. */
export class ApiCalls {
	/** Whether a request was sent, and with it counted. */
	sent = false;
	private readonly c: AppContext;
	private readonly fetchApi: FetchApi;

	constructor(c: AppContext, fetchApi: FetchApi) {
		this.c = c;
		this.fetchApi = fetchApi;
	}

	async call({ method, path, headers = {}, body, contentType, own = {} }: ApiRequest): Promise<Response> {
		const { c } = this;
		const request = new Request(originOf(c.req.url) + path, {
			method,
			headers: {
				...this.passedOn(),
				...(body === undefined ? {} : { "Content-Type": contentType ?? "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body }),
		});
		markAsOwn(request, { door: "mcp", meters: c.get("meters"), onLimits: (limits) => c.set("limits", limits), ...own });
		this.sent = true;
		note(c, { passedOn: true });
		return await this.fetchApi(request, c.env, c.executionCtx);
	}

	/** The credential, the address and the id of the caller's own request. */
	private passedOn(): Record<string, string> {
		const { c } = this;
		const [authorization, address] = [c.req.header("Authorization"), c.get("address")];
		return {
			"X-Request-ID": c.get("requestId"),
			...(authorization === undefined ? {} : { Authorization: authorization }),
			...(address === null ? {} : { "CF-Connecting-IP": address }),
		};
	}
}

/** Hono finds the path of an address in the same way. Making a URL takes longer. */
const originOf = (url: string): string => url.slice(0, url.indexOf("/", "https://".length));
