import { isOutage, safeMessage } from "../db/errors.ts";
import { Problem, problem } from "../problems.ts";
import type { AppContext } from "./app-env.ts";

/** An answer before it is sent: what an idempotency record keeps and replays. */
export interface Answer {
	status: number;
	contentType: string;
	location: string | null;
	body: string;
	headers: Record<string, string>;
}

export const jsonAnswer = (status: number, body: unknown, location: string | null = null): Answer => ({
	status,
	contentType: "application/json",
	location,
	body: JSON.stringify(body),
	headers: {},
});

export const docsUrl = (c: AppContext): string =>
	(c.env.DOCS_URL || `${new URL(c.req.url).origin}/docs`).replace(/\/+$/, "");

export function problemAnswer(c: AppContext, { code, message, extra, headers, status, title }: Problem): Answer {
	const body = {
		type: `${docsUrl(c)}/errors/${code}`,
		title,
		status,
		detail: message,
		code,
		instance: new URL(c.req.url).pathname,
		request_id: c.get("requestId"),
		...extra,
	};
	return { ...jsonAnswer(status, body), contentType: "application/problem+json", headers };
}

/** Anything thrown, as a problem that gives nothing away. */
export function toProblem(c: AppContext, error: unknown): Problem {
	if (error instanceof Problem) return error;
	const outage = isOutage(error);
	console.error(
		JSON.stringify({ level: "error", request_id: c.get("requestId"), route: c.req.path, error: safeMessage(error) }),
	);
	return outage
		? problem("service_unavailable", "A backing store did not answer.").with({ "Retry-After": "1" })
		: problem("internal_error", "The service failed to answer this request.");
}

export const send = (answer: Answer, headers: Record<string, string> = {}): Response =>
	new Response(answer.body, {
		status: answer.status,
		headers: {
			"Content-Type": answer.contentType,
			...(answer.location ? { Location: answer.location } : {}),
			...answer.headers,
			...headers,
		},
	});
