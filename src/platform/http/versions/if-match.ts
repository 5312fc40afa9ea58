import type { AnyChange } from "../../commit/change.ts";
import type { ApiCtx } from "../../context.ts";
import { settle, unwrap } from "../../lib/settle.ts";
import { Problem, problem } from "../../problems/problem.ts";
import type { ChangeEndpoint } from "../endpoint/endpoint.ts";
import { type ChangedRecord, hasVersion, readVersion } from "./changed-record.ts";
import type { EntityTags } from "./entity-tags.ts";
import { versionOfTag } from "./version.ts";

/** The endpoint for a request that demands a version of the record (contract: Versions 5). */
export const onlyIfMatch = (endpoint: ChangeEndpoint, record: ChangedRecord, tags: EntityTags): ChangeEndpoint => ({
	...endpoint,
	prepare: async (c) => {
		const operation = await endpoint.prepare(c);
		const id = c.req.param(record.param) ?? "";
		return (ctx) => decideIfMatch(ctx, { ...record, id, tags }, () => operation(ctx));
	},
});

interface Precondition extends ChangedRecord {
	id: string;
	tags: EntityTags;
}

/**
 * A version that is known to be another is refused before the operation's own refusals: these are about a state that the
 * caller has not seen. The transaction looks again, because another request may be faster.
 */
async function decideIfMatch<T>(
	ctx: ApiCtx,
	{ id, tags, ...record }: Precondition,
	decide: () => Promise<AnyChange<T>>,
): Promise<AnyChange<T>> {
	const versions =
		tags === "any" ? null : tags.flatMap(({ weak, opaque }) => (weak ? [] : (versionOfTag(opaque) ?? [])));
	const [decided, version] = await Promise.all([settle(decide()), readVersion(ctx, record, id)]);
	if ("error" in decided && decided.error instanceof Problem && decided.error.code === "resource_not_found")
		throw decided.error;
	const otherwise = preconditionFailed(tags);
	if (version === undefined || (versions && !versions.includes(version))) throw otherwise;
	return { ...unwrap(decided), precondition: { condition: hasVersion(ctx, record, id, versions), otherwise } };
}

const preconditionFailed = (tags: EntityTags): Problem =>
	problem(
		"precondition_failed",
		tags !== "any" && tags.some(({ weak }) => weak)
			? `If-Match names no present version of the record. A weak tag, W/"…", never matches. Intermediaries that compress answers weaken tags: send the tag without W/, or turn that off.`
			: "The record is at another version than If-Match names. Read it again, and decide whether the change is still right.",
	);
