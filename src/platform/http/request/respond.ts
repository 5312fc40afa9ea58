import { type Answer, jsonAnswer } from "../../commit/keys/answer.ts";
import { isOutage, safeMessage } from "../../db/errors.ts";
import { withoutTrailingSlashes } from "../../lib/url/slashes.ts";
import { log } from "../../log.ts";
import { Problem, problem } from "../../problems/problem.ts";
import { type AppContext, note } from "./app-env.ts";
import { truncatedProblemBody } from "./problem-body.ts";

export const docsUrl = (c: AppContext): string =>
	withoutTrailingSlashes(c.env.DOCS_URL || `${new URL(c.req.url).origin}/docs`);

export function problemAnswer(c: AppContext, { code, message, extra, headers, status, title }: Problem): Answer {
	note(c, { code });
	const body = truncatedProblemBody({
		type: `${docsUrl(c)}/errors/${code}`,
		title,
		status,
		detail: message,
		code,
		instance: new URL(c.req.url).pathname,
		request_id: c.get("requestId"),
		...extra,
	});
	return { ...jsonAnswer(status, body), contentType: "application/problem+json", headers };
}

/** Makes a problem of any error. It shows no internals (contract: Errors 15). */
export function toProblem(c: AppContext, error: unknown): Problem {
	if (error instanceof Problem) return error;
	log.error("fault", { request_id: c.get("requestId"), message: safeMessage(error) });
	return isOutage(error)
		? problem("service_unavailable", "A part of the service did not answer.").with({ "Retry-After": "1" })
		: problem("internal_error", "The service failed to answer this request.");
}

/** The caller has the present version (RFC 9110 15.4.5). Such an answer has no body. */
export const notModified = 304;

export const answerError = (error: unknown, c: AppContext): Response => send(problemAnswer(c, toProblem(c, error)));

export function send(answer: Answer): Response {
	const { status } = answer;
	const headers = {
		...(status === notModified ? {} : { "Content-Type": answer.contentType }),
		...(answer.location ? { Location: answer.location } : {}),
		...(answer.etag ? { ETag: answer.etag } : {}),
		...answer.headers,
	};
	return new Response(status === notModified ? null : answer.body, { status, headers });
}
