import type { ZodOpenApiResponseObject } from "zod-openapi";
import { codesOf } from "../../platform/http/endpoint/codes.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type Code, problems } from "../../platform/problems/table.ts";
import { endpoints } from "../v1.ts";
import { headersWith, scopeChallenge } from "./headers.ts";
import { pascal, problemName } from "./problem-schemas.ts";
import { ref } from "./ref.ts";

/** The codes of one status that an endpoint can answer. Endpoints with the same codes share the answer. */
interface Failure {
	status: number;
	codes: Code[];
}

function failures(endpoint: Endpoint): Failure[] {
	const byStatus = Map.groupBy(codesOf(endpoint), (code) => problems[code].status as number);
	return [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => ({ status, codes: codes.sort() }));
}

const allFailures = endpoints.flatMap(failures);

/** The codes that each endpoint with this status has. */
const commonCodes = ({ status }: Failure): Code[] => {
	const [first, ...others] = allFailures.filter((other) => other.status === status);
	return (first?.codes ?? []).filter((code) => others.every(({ codes }) => codes.includes(code)));
};

/** Names of codes in the names of answers, which nearly every operation repeats. */
const shortNames: Partial<Record<Code, string>> = {
	invalid_id: "Id",
	invalid_cursor: "Cursor",
	malformed_json: "Json",
	validation_error: "Rules",
	insufficient_scope: "Scope",
	plan_limit_reached: "Limit",
};

/** `Error404`, `Error409DuplicateEmail`: the status, and the codes beside those that every endpoint with it has. */
function nameOf(failure: Failure): string {
	const common = commonCodes(failure);
	const special = failure.codes.filter((code) => !common.includes(code));
	return `Error${failure.status}${special.map((code) => shortNames[code] ?? pascal(code)).join("")}`;
}

/** The error answers of one operation. */
export const failuresOf = (endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(
		failures(endpoint).map((failure) => [String(failure.status), ref("responses", nameOf(failure))]),
	) as never;

/** Every error answer, by its name. */
export const failureAnswers = (): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(allFailures.map((failure) => [nameOf(failure), answerOf(failure)]));

const statusHeaders: Record<number, string[]> = {
	401: ["WWW-Authenticate"],
	429: ["Retry-After", "X-RateLimit-Scope"],
	503: ["Retry-After"],
};

function answerOf({ status, codes }: Failure): ZodOpenApiResponseObject {
	const refs = codes.map((code) => ref("schemas", problemName(code)));
	const own = [
		...(statusHeaders[status] ?? []),
		...(codes.includes("idempotency_key_concurrent") ? ["Retry-After"] : []),
	];
	return {
		description: codes.length > 2 ? "`code` says which error it is." : codes.map((code) => `\`${code}\``).join(", "),
		...headersWith(...own),
		...(codes.includes("insufficient_scope") ? { headers: { "WWW-Authenticate": scopeChallenge } as never } : {}),
		content: { "application/problem+json": { schema: (refs.length === 1 ? refs[0] : { oneOf: refs }) as never } },
	};
}
