import { log } from "../log.ts";
import { type Problem, problem } from "../problems.ts";

/** A gate did not answer: the failure is logged, and the caller is told to try again. */
export function gateUnavailable(error: unknown, requestId: string): Problem {
	log.error("fault", { request_id: requestId, message: `The gate did not answer: ${error}` });
	return problem("service_unavailable", "The gate did not answer.").with({ "Retry-After": "1" });
}
