import type { oas31, ZodOpenApiResponseObject } from "zod-openapi";
import { codesOf } from "../../platform/http/endpoint/codes.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type Code, problems } from "../../platform/problems/table.ts";
import { problemExample } from "../examples/problems.ts";
import { endpoints } from "../v1.ts";
import { scopeChallenge } from "./headers.ts";
import { problemName } from "./problem-schemas.ts";
import { ref } from "./ref.ts";

/**
 * These statuses say what befell the request, and nothing about the operation. Their codes share the answer `default`.
 * A 401 stands by itself, as programs get a new credential after it.
 */
const general: readonly number[] = [403, 408, 413, 415, 429, 500, 503];

/** The codes of one answer that an endpoint can give. Endpoints with the same codes share the answer. */
interface Failure {
	status: string;
	codes: Code[];
}

const answerOfCode = (code: Code): string =>
	general.includes(problems[code].status) ? "default" : String(problems[code].status);

function failures(endpoint: Endpoint): Failure[] {
	const byAnswer = Map.groupBy(codesOf(endpoint), answerOfCode);
	return [...byAnswer].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, codes]) => ({ status, codes: codes.sort() }));
}

const allFailures = endpoints.flatMap(failures);

/** The sets of codes that endpoints have for a status, the most frequent first. */
const setsOf = (status: string): string[] => {
	const sets = Map.groupBy(
		allFailures.filter((failure) => failure.status === status),
		({ codes }) => codes.join(),
	);
	return [...sets]
		.sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
		.map(([codes]) => codes);
};

const letters = "BCDEFGHIJKLMNOPQRSTUVWXYZ";

/** `409`, `409B`: the status, and a letter for each further set of codes. The names are short, as they stand everywhere. */
const nameOf = ({ status, codes }: Failure): string =>
	`${status}${letters[setsOf(status).indexOf(codes.join()) - 1] ?? ""}`;

export const failuresOf = (endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(failures(endpoint).map((failure) => [failure.status, ref("responses", nameOf(failure))])) as never;

export const failureAnswers = (): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(allFailures.map((failure) => [nameOf(failure), answerOf(failure)]));

/** The errors that stand as the example at the answers of several codes. Each has one at its own schema, too. */
const shownCodes: Code[] = [
	"validation_failed",
	"missing_api_key",
	"rate_limit_exceeded",
	"conflict",
	"idempotency_key_mismatch",
];

export const sharedProblems = (docsUrl: string): Record<string, oas31.ExampleObject> =>
	Object.fromEntries(shownCodes.map((code) => [code, { value: problemExample(docsUrl, code) }]));

const headersOf: Record<string, string[]> = {
	401: ["WWW-Authenticate"],
	default: ["Retry-After", "X-RateLimit-Scope"],
};

function answerOf({ status, codes }: Failure): ZodOpenApiResponseObject {
	const refs = codes.map((code) => ref("schemas", problemName(code)));
	const [only, ...others] = codes;
	const shown = others.length > 0 ? (shownCodes.find((code) => codes.includes(code)) ?? only) : undefined;
	const headers = [
		...(headersOf[status] ?? []),
		...(codes.includes("idempotency_key_concurrent") ? ["Retry-After"] : []),
	].map((name): [string, object] => [name, ref("headers", name)]);
	if (codes.includes("insufficient_scope")) headers.push(["WWW-Authenticate", scopeChallenge]);
	return {
		description: descriptionOf(status, codes),
		...(headers.length > 0 ? { headers: Object.fromEntries(headers) as never } : {}),
		content: {
			"application/problem+json": {
				schema: (shown ? { oneOf: refs } : refs[0]) as never,
				...(shown ? { examples: { [shown]: ref("examples", shown) as never } } : {}),
			},
		},
	};
}

function descriptionOf(status: string, codes: Code[]): string {
	if (status === "default") return "`code` says why.";
	return codes.length > 2 ? "`code` says which error it is." : codes.map((code) => `\`${code}\``).join(", ");
}
