import type { oas31, ZodOpenApiResponseObject } from "zod-openapi";
import { codesOf } from "../../platform/http/endpoint/codes.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type Code, problems } from "../../platform/problems/table.ts";
import { problemExample } from "../examples/problems.ts";
import { endpoints } from "../v1.ts";
import { headersWith, scopeChallenge } from "./headers.ts";
import { problemName } from "./problem-schemas.ts";
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

/** The sets of codes that endpoints have for a status, the most frequent first. */
const setsOf = (status: number): string[] => {
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

/** The error answers of one operation. */
export const failuresOf = (endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(
		failures(endpoint).map((failure) => [String(failure.status), ref("responses", nameOf(failure))]),
	) as never;

/** Every error answer, by its name. */
export const failureAnswers = (): Record<string, ZodOpenApiResponseObject> =>
	Object.fromEntries(allFailures.map((failure) => [nameOf(failure), answerOf(failure)]));

/** The errors that stand as the example at the answers of several codes. Each has one at its own schema, too. */
const shownCodes: Code[] = [
	"validation_failed",
	"missing_api_key",
	"insufficient_scope",
	"feature_not_available",
	"conflict",
	"idempotency_key_mismatch",
];

/** These examples, for the components. */
export const sharedProblems = (docsUrl: string): Record<string, oas31.ExampleObject> =>
	Object.fromEntries(shownCodes.map((code) => [code, { value: problemExample(docsUrl, code) }]));

const statusHeaders: Record<number, string[]> = {
	401: ["WWW-Authenticate"],
	429: ["Retry-After", "X-RateLimit-Scope"],
	503: ["Retry-After"],
};

function answerOf({ status, codes }: Failure): ZodOpenApiResponseObject {
	const refs = codes.map((code) => ref("schemas", problemName(code)));
	const [only, ...others] = codes;
	const shown = others.length > 0 ? (shownCodes.find((code) => codes.includes(code)) ?? only) : undefined;
	const own = [
		...(statusHeaders[status] ?? []),
		...(codes.includes("idempotency_key_concurrent") ? ["Retry-After"] : []),
	];
	return {
		description: codes.length > 2 ? "`code` says which error it is." : codes.map((code) => `\`${code}\``).join(", "),
		...headersWith(...own),
		...(codes.includes("insufficient_scope") ? { headers: { "WWW-Authenticate": scopeChallenge } as never } : {}),
		content: {
			"application/problem+json": {
				schema: (shown ? { oneOf: refs } : refs[0]) as never,
				...(shown ? { examples: { [shown]: ref("examples", shown) as never } } : {}),
			},
		},
	};
}
