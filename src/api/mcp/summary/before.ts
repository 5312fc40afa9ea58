import type { ApiCtx } from "../../../platform/context.ts";
import { hasScopes } from "../../../platform/gate/scopes.ts";
import type { ChangeEndpoint, ReadEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { settle } from "../../../platform/lib/async/settle.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { endpoints } from "../../v1.ts";
import { isObject, type Json } from "../protocol/messages.ts";

/** The record of a change as it is now, if the credential may read it. */
export async function readBefore(
	ctx: ApiCtx,
	endpoint: ChangeEndpoint,
	params: Record<string, string>,
	after: Json,
): Promise<Json | undefined> {
	const reader = endpoint.status === 200 ? readerOf(endpoint.path) : undefined;
	if (!reader?.find || !hasScopes(ctx.credential.scopes, reader.scope)) return undefined;
	const found = await settle(reader.find(ctx, params));
	if ("error" in found) {
		if (found.error instanceof Problem) return undefined;
		throw found.error;
	}
	const before: unknown = JSON.parse(JSON.stringify(found.value));
	return isObject(before) && isSameRecord(before, after) ? before : undefined;
}

/** Parts of a record, such as working hours, have no id. */
const isSameRecord = (before: Json, after: Json): boolean =>
	before.object === after.object && (before.id === undefined || before.id === after.id);

const byPath = new Map(endpoints.flatMap((one) => (one.kind === "read" && one.find ? [[one.path, one] as const] : [])));

/** The operation that reads the record to which the path of a change leads: `/v1/leads/:lead_id/archive` changes a lead. */
function readerOf(path: string): ReadEndpoint | undefined {
	for (let at = path; at.includes("/:"); at = at.slice(0, at.lastIndexOf("/"))) {
		const reader = byPath.get(at);
		if (reader) return reader;
	}
	return undefined;
}
