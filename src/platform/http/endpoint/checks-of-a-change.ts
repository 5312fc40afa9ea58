import type { AnyChange } from "../../commit/change.ts";
import type { Answer } from "../../commit/keys/answer.ts";
import type { Caller } from "../../context.ts";
import type { ChangeRequest } from "./change-request.ts";
import { answerOnce } from "./checks/earlier-request.ts";
import { bodySizeAndType, dryRunSyntax, keySyntax, versionSyntax } from "./checks/header-syntax.ts";
import { fieldsOfBody, idsInPath, query } from "./checks/input.ts";
import { recordExists, recordHasVersion } from "./checks/record.ts";
import type { Reply } from "./endpoint.ts";

/** Throws the refusal, or lets the change pass. */
export type Check<C extends Caller> = (change: ChangeRequest<C>) => void | Promise<void>;

/** The name has the words of the contract. */
type Named<T> = readonly [name: string, check: T];

export type NamedCheck<C extends Caller> = Named<Check<C>>;

export interface ChecksOfAChange<C extends Caller> {
	/** They run once, before anything is looked up. */
	onArrival: NamedCheck<C>[];
	/** Gives the answer of the earlier request, or runs `decide`: the operation with the checks below. */
	ofTheKey: Named<
		(change: ChangeRequest<C>, decide: (caller: C) => Promise<AnyChange<Reply>>) => Answer | Promise<Answer>
	>;
	/** They run once, even when the operation runs several times. */
	ofTheInput: NamedCheck<C>[];
	/** They run each time the operation has run, because they need what it has read. */
	ofTheRecord: NamedCheck<C>[];
}

/**
 * The checks of a change in their order (contract: Wire 29). `answerChange` runs this list. /v1 and /admin have their own
 * first check, and /admin has no dry runs.
 */
export const checksOfAChange = <C extends Caller>(
	admit: Check<C>,
	dryRunHeader: Check<C> = dryRunSyntax,
): ChecksOfAChange<C> => ({
	onArrival: [
		["credential, plan, scope, rate limit", admit],
		["form of the idempotency key", keySyntax],
		["form of the version", versionSyntax],
		["form of the header for dry runs", dryRunHeader],
		["body size and content type", bodySizeAndType],
	],
	ofTheKey: ["what an earlier request with the key was", answerOnce],
	ofTheInput: [
		["ids in the path", idsInPath],
		["query", query],
		["fields of the body", fieldsOfBody],
	],
	ofTheRecord: [
		["whether the record of the path exists", recordExists],
		["its version", recordHasVersion],
	],
});
