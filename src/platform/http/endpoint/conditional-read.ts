import type { Answer } from "../../commit/keys/answer.ts";
import type { AppContext } from "../request/app-env.ts";
import { notModified, send } from "../request/respond.ts";
import { type EntityTags, entityTagsIn, matchesTag } from "../versions/entity-tags.ts";

/** The versions that the caller has, if the record of the answer has versions. Refuses a header of the wrong form. */
export function versionsOfCaller(c: AppContext, { hasEtag }: { hasEtag: boolean }): EntityTags | undefined {
	if (!hasEtag) return undefined;
	const { tags, fault } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
	if (fault) throw fault;
	return tags;
}

/** Sends the answer, or 304 if the caller has this version (contract: Versions 4). */
export function sendUnlessKnown(answer: Answer, tags: EntityTags | undefined): Response {
	const known = tags !== undefined && answer.etag !== null && matchesTag(tags, answer.etag);
	return send(known ? { ...answer, status: notModified } : answer);
}
