import type { Problem } from "../../../problems/problem.ts";
import type { AppContext } from "../app-env.ts";
import { headerFault } from "./header-fault.ts";

const header = "Service-Dry-Run";

/** Whether the caller asks for a dry run (contract: Dry runs 1). */
export function dryRunIn(c: AppContext): { dry: boolean; fault?: Problem } {
	const value = c.req.header(header);
	if (value === undefined || value === "false") return { dry: false };
	return value === "true" ? { dry: true } : { dry: false, fault: headerFault(header, "must be true or false") };
}

export const tryingIsForV1 = (): Problem => headerFault(header, "only changes under /v1 can be tried");
