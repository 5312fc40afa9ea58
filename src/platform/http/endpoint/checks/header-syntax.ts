import type { Caller } from "../../../context.ts";
import { unwrap } from "../../../lib/async/settle.ts";
import type { Problem } from "../../../problems/problem.ts";
import { tryingIsForV1 } from "../../request/headers/dry-run.ts";
import type { ChangeRequest } from "../change-request.ts";

export const keySyntax = <C extends Caller>({ headers }: ChangeRequest<C>): void => refuse(headers.key.fault);

export const versionSyntax = <C extends Caller>({ headers }: ChangeRequest<C>): void => refuse(headers.version.fault);

export const dryRunSyntax = <C extends Caller>({ headers }: ChangeRequest<C>): void => refuse(headers.dryRun.fault);

/** The operator interface has no dry runs. If a request asks for one, the change is refused, and not made. */
export const noDryRun = <C extends Caller>({ headers }: ChangeRequest<C>): void =>
	refuse(headers.dryRun.fault ?? (headers.dryRun.dry ? tryingIsForV1() : undefined));

/** The body was read before the first check (contract: Wire 32). */
export const bodySizeAndType = <C extends Caller>({ body }: ChangeRequest<C>): void => void unwrap(body);

function refuse(fault: Problem | undefined): void {
	if (fault) throw fault;
}
