import { type Problem, problem } from "../problems.ts";

/** A gate did not answer: what the caller is told, once it is logged. */
export function unreachable(error: unknown, requestId: string): Problem {
	console.error(JSON.stringify({ level: "error", request_id: requestId, gate: String(error) }));
	return problem("service_unavailable", "The gate did not answer.").with({ "Retry-After": "1" });
}
