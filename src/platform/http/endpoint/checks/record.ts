import type { AnyChange } from "../../../commit/change.ts";
import type { Caller, Ctx } from "../../../context.ts";
import { together } from "../../../db/together.ts";
import { settle, unwrap } from "../../../lib/async/settle.ts";
import { Problem, problem } from "../../../problems/problem.ts";
import { internalRequestOf } from "../../request/app-env.ts";
import { type ChangedRecord, hasVersion, readVersion, versionSourceOf } from "../../versions/changed-record.ts";
import type { EntityTags } from "../../versions/entity-tags.ts";
import { areUnchanged } from "../../versions/named-records.ts";
import { versionOfTag } from "../../versions/version.ts";
import type { ChangeRequest } from "../change-request.ts";
import type { Reply } from "../endpoint.ts";
import { tellOrCompare, versionsOfNamed } from "./preview.ts";

/** Runs the operation, and reads the version beside the operation's own reads, in the same call to the database. */
export async function runOperation<C extends Caller>(change: ChangeRequest<C>, caller: C): Promise<void> {
	const demanded = demandedVersionOf(change);
	const [outcome, present, named] = await together(
		caller,
		(caller) => settle(change.endpoint.decide(caller, change.input)),
		(caller) => demanded && presentVersion(caller, demanded),
		(caller) => versionsOfNamed(change, ctxOf(caller)),
	);
	change.decision = { caller, outcome, present };
	tellOrCompare(change, named);
}

async function presentVersion<C extends Caller>(caller: C, { record, ids }: DemandedVersion) {
	const source = await versionSourceOf(caller, record, ids);
	return source && { source, version: await readVersion(source) };
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
	const version = change.decision.present?.version;
	const { versions, tags } = demanded;
	if (version === undefined || (versions && !versions.includes(version))) throw preconditionFailed(tags);
}

/** The decided change, or the operation's own refusal. The transaction checks the version again, for a race. */
export function changeOf<C extends Caller>(change: ChangeRequest<C>): AnyChange<Reply> {
	const { caller, outcome, present } = change.decision;
	const demanded = demandedVersionOf(change);
	const { unchangedSince } = internalRequestOf(change.c);
	if (unchangedSince) {
		const { versions, otherwise } = unchangedSince;
		return { ...unwrap(outcome), precondition: { conditions: areUnchanged(ctxOf(caller), versions), otherwise } };
	}
	if (!demanded || !present) return unwrap(outcome);
	const { versions, tags } = demanded;
	const conditions = [hasVersion(present.source, versions)];
	return { ...unwrap(outcome), precondition: { conditions, otherwise: preconditionFailed(tags) } };
}

/** The version that `If-Match` demands (contract: Versions 5). */
interface DemandedVersion {
	record: ChangedRecord;
	ids: Record<string, string>;
	/** Null when any version will do. */
	versions: number[] | null;
	tags: EntityTags;
}

function demandedVersionOf<C extends Caller>({
	c,
	endpoint: { changedRecord },
	headers,
}: ChangeRequest<C>): DemandedVersion | undefined {
	const { tags } = headers.version;
	if (!changedRecord || !tags) return undefined;
	const versions =
		tags === "any" ? null : tags.flatMap(({ weak, opaque }) => (weak ? [] : (versionOfTag(opaque) ?? [])));
	return { record: changedRecord, ids: c.req.param(), versions, tags };
}

/** A request that the service sends to itself is one of /v1, so its caller is a tenant's. */
const ctxOf = (caller: Caller): Ctx => caller as Ctx;

const preconditionFailed = (tags: EntityTags): Problem =>
	problem(
		"precondition_failed",
		tags !== "any" && tags.some(({ weak }) => weak)
			? `If-Match names no present version of the record. A weak tag, W/"…", never matches. Intermediaries that compress answers weaken tags: send the tag without W/, or turn that off.`
			: "The record is at another version than If-Match names. Read it again, and decide whether the change is still right.",
	);
