import { type Env, isDevelopment } from "../../../platform/env.ts";
import { AnswerCache } from "../../../platform/http/prepared/answer-cache.ts";
import type { PreparedAnswer } from "../../../platform/http/prepared/prepared-answer.ts";
import { chosenId, serverTiming, setCommonHeaders } from "../../../platform/http/request/headers/common-headers.ts";
import { logRequest } from "../../../platform/http/request/request-line.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { Meter } from "../../../platform/lib/meter.ts";

/** The answers that this isolate has sent. They change only with a deployment. */
const sent = new AnswerCache(8 * 1024 * 1024);

export type Variant = "by Accept" | "";

/** The variables are those of the deployment, and tests change them. */
const keyOf = (address: string, { DOCS_URL = "" }: Env, variant: Variant): string =>
	`${variant} ${DOCS_URL} ${address}`;

/**
 * The answer to the request, if this isolate has sent it before. Otherwise `make` makes it. The address has no query,
 * which changes nothing, and the plain spelling of its path: anybody can write a path in thousands of spellings.
 */
export async function sendKept(
	{ address, request, env, variant }: { address: string; request: Request; env: Env; variant: Variant },
	make: () => Promise<PreparedAnswer | undefined>,
): Promise<Response | undefined> {
	const key = keyOf(address, env, variant);
	const answer = sent.get(key) ?? (await make());
	return answer && answerAndCount(key, answer, request);
}

/** The answer grows when it is compressed for the first time. */
function answerAndCount(key: string, answer: PreparedAnswer, request: Request): Response {
	const response = answer.answer(request);
	sent.set(key, answer);
	return response;
}

const untouched = new Meter();
const noTrips = serverTiming(untouched, untouched);

/** Only a header with such a part can prefer Markdown. */
const mayPreferMarkdown = /markdown|text\/\*/i;

/**
 * Answers as the whole service would, but before any other part of it runs: a page that this isolate has sent before
 * takes as long as a static file. Undefined for all other requests.
 */
export function sendAgain(request: Request, env: Env): Response | undefined {
	const key = keyOf(request.url, env, "");
	const answer = sent.get(key);
	if (!answer || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
	if (mayPreferMarkdown.test(request.headers.get("Accept") ?? "")) return undefined;
	const response = answerAndCount(key, answer, request);
	const requestId = chosenId(request.headers.get("X-Request-ID")) ?? newId("request", clock.now());
	setCommonHeaders(response.headers, requestId, request.url);
	if (isDevelopment(env)) response.headers.set("Server-Timing", noTrips);
	const { method } = request;
	logRequest({
		requestId,
		method,
		route: answer.route,
		response,
		durationMs: 0,
		gate: untouched,
		db: untouched,
		isDryRun: false,
	});
	return response;
}
