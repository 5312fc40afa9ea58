import { log } from "../log.ts";
import { type Problem, problem } from "../problems/problem.ts";

export function gateUnavailable(error: unknown, requestId: string): Problem {
	log.error("fault", { request_id: requestId, message: `The gate did not answer: ${error}` });
	return problem("service_unavailable", "A part of the service did not answer.").with({ "Retry-After": "1" });
}
