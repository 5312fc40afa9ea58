import { answerOwn, type RequestToApi } from "../../platform/http/endpoint/own-answer.ts";
import { type AppContext, note } from "../../platform/http/request/app-env.ts";
import type { OwnAnswer } from "../../platform/http/request/respond.ts";

interface ToolRequest extends Omit<RequestToApi, "headers"> {
	headers?: Record<string, string>;
	/** Of the body, unless that is JSON. */
	contentType?: string;
}

/** Sends requests of /v1 for the caller of a tool. Each is checked, limited, counted and logged like any other. */
export class ApiCalls {
	/** Whether a request was sent, and with it counted. */
	sent = false;
	private readonly c: AppContext;

	constructor(c: AppContext) {
		this.c = c;
	}

	async call({ headers = {}, contentType = "application/json", ...request }: ToolRequest): Promise<OwnAnswer> {
		const { c } = this;
		this.sent = true;
		note(c, { passedOn: true });
		const authorization = c.req.header("Authorization");
		return await answerOwn(c, {
			...request,
			headers: {
				...(authorization === undefined ? {} : { Authorization: authorization }),
				...(request.body === undefined ? {} : { "Content-Type": contentType }),
				...headers,
			},
		});
	}
}
