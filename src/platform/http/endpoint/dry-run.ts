import type { Problem } from "../../problems/problem.ts";
import type { AppContext } from "../request/app-env.ts";
import { headerFault } from "../request/header-fault.ts";

const header = "Service-Dry-Run";

/** Whether the caller wants to know what a change would do (contract: Dry runs 1). */
export function dryRunIn(c: AppContext): { dry: boolean; fault?: Problem } {
	const value = c.req.header(header);
	if (value === undefined || value === "false") return { dry: false };
	return value === "true" ? { dry: true } : { dry: false, fault: headerFault(header, "must be true or false") };
}

/** The operator interface has no dry runs. A change that is asked for as one is refused, and not made. */
export function refuseDryRun(c: AppContext): void {
	const { dry, fault } = dryRunIn(c);
	if (fault) throw fault;
	if (dry) throw headerFault(header, "only changes under /v1 can be tried");
}
