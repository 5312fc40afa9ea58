import type { AnyChange } from "../../../commit/change.ts";
import type { Caller, Ctx } from "../../../context.ts";
import { settle, unwrap } from "../../../lib/settle.ts";
import { Problem, problem } from "../../../problems/problem.ts";
import { hasVersion, readVersion } from "../../versions/changed-record.ts";
import type { EntityTags } from "../../versions/entity-tags.ts";
import { versionOfTag } from "../../versions/version.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Reply } from "../endpoint.ts";

/** Runs the operation, and reads the version beside the operation's own reads, in the same call to the database. */
export async function runOperation<C extends Caller>(change: ChangeRequest<C>, caller: C): Promise<void> {
	const demanded = demandedVersionOf(change);
	const [outcome, version] = await Promise.all([
		settle(change.endpoint.decide(caller, change.input)),
		demanded && readVersion(ctxOf(caller), demanded.record, demanded.id),
	]);
	change.decision = { caller, outcome, version };
}

export function recordExists<C extends Caller>({ decision: { outcome } }: ChangeRequest<C>): void {
	if ("error" in outcome && outcome.error instanceof Problem && outcome.error.code === "resource_not_found")
		throw outcome.error;
}

/**
 * A record at another version is refused before the operation's own refusals, because these are about a state that the
 * caller has not seen (contract: Versions 9).
 */
export function recordHasVersion<C extends Caller>(change: ChangeRequest<C>): void {
	const demanded = demandedVersionOf(change);
	if (!demanded) return;
	const { version } = change.decision;
	const { versions, tags } = demanded;
	if (version === undefined || (versions && !versions.includes(version))) throw preconditionFailed(tags);
}

/** The decided change, or the operation's own refusal. The transaction checks the version again, for a race. */
export function changeOf<C extends Caller>(change: ChangeRequest<C>): AnyChange<Reply> {
	const { caller, outcome } = change.decision;
	const demanded = demandedVersionOf(change);
	if (!demanded) return unwrap(outcome);
	const { record, id, versions, tags } = demanded;
	const condition = hasVersion(ctxOf(caller), record, id, versions);
	return { ...unwrap(outcome), precondition: { condition, otherwise: preconditionFailed(tags) } };
}

/** The version that `If-Match` demands (contract: Versions 5). `versions` is null when any version will do. */
function demandedVersionOf<C extends Caller>({ c, endpoint: { changedRecord }, headers }: ChangeRequest<C>) {
	const { tags } = headers.version;
	if (!changedRecord || !tags) return undefined;
	const versions =
		tags === "any" ? null : tags.flatMap(({ weak, opaque }) => (weak ? [] : (versionOfTag(opaque) ?? [])));
	return { record: changedRecord, id: c.req.param(changedRecord.param) ?? "", versions, tags };
}

/** Only the records of tenants have versions, so the caller of such an endpoint is a tenant's. */
const ctxOf = (caller: Caller): Ctx => caller as Ctx;

const preconditionFailed = (tags: EntityTags): Problem =>
	problem(
		"precondition_failed",
		tags !== "any" && tags.some(({ weak }) => weak)
			? `If-Match names no present version of the record. A weak tag, W/"…", never matches. Intermediaries that compress answers weaken tags: send the tag without W/, or turn that off.`
			: "The record is at another version than If-Match names. Read it again, and decide whether the change is still right.",
	);
