import { canBecome, type DepositStatus } from "../../../domain/booking/deposits/transitions.ts";
import { hasScopes } from "../../../platform/gate/scopes.ts";
import type { ChangeEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import type { Changes } from "../../../platform/lib/changes.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import { endpoints } from "../../v1.ts";
import type { Json } from "../protocol/messages.ts";

/** An audit entry, as the API answers it. */
export interface Entry {
	action: string;
	resource_id: string;
	details: Record<string, string> | null;
	changes: Changes | null;
}

/** The arguments of preview_change. */
interface Call {
	operation_id: string;
	path: Record<string, string>;
	body?: Json;
}

/** The call that takes a change back, or the reason why none does. */
export type Reverse = { call: Call /** Fields that stay as they are. */; left: string[] } | { reason: string };

/** Of these a PATCH with the old values takes back the change. */
const updates = new Set(["updated", "deactivated", "working_hours_set", "deposit_updated"]);

interface Way {
	method: "POST" | "PUT" | "PATCH" | "DELETE";
	/** After the path of the record. */
	suffix: string;
}

/** The operation that takes back a change, by the action of its entry, or by the verb in it. */
const ways: Record<string, Way> = {
	created: { method: "DELETE", suffix: "" },
	"import.created": { method: "POST", suffix: "/undo" },
	updated: { method: "PATCH", suffix: "" },
	deactivated: { method: "PATCH", suffix: "" },
	working_hours_set: { method: "PUT", suffix: "/working_hours" },
	deposit_updated: { method: "PATCH", suffix: "/deposit" },
	fee_charged: { method: "POST", suffix: "/cancellation_fee/refund" },
	archived: { method: "POST", suffix: "/unarchive" },
	unarchived: { method: "POST", suffix: "/archive" },
};

export function reverseOf(entry: Entry, scopes: readonly string[]): Reverse {
	const { action, changes } = entry;
	const verb = action.slice(action.indexOf(".") + 1);
	if (verb === "deleted") return { reason: "what is deleted does not come back" };
	if (verb === "merged") return { reason: "the source of a merge is gone" };
	const way = ways[action] ?? ways[verb];
	const found = way && operationAt(entry, way, scopes);
	if (!found) return { reason: "your access opens no operation that takes it back" };
	const { endpoint, path } = found;
	const call = { operation_id: endpoint.id, path };
	if (!updates.has(verb)) return { call, left: [] };
	if (!changes) return { reason: "its old values are not kept, or your access does not open the record" };
	if (verb === "deposit_updated") return depositBack(call, changes);
	if (changes.status?.new === "COMPLETED") return { reason: "COMPLETED is final" };
	const { body, left } = oldValues(endpoint, changes);
	return Object.keys(body).length > 0
		? { call: { ...call, body }, left }
		: { reason: `${endpoint.id} does not set ${left.join(", ")}` };
}

/** The operation on the record of the entry, and the ids in its path. */
function operationAt(
	{ resource_id, details }: Entry,
	{ method, suffix }: Way,
	scopes: readonly string[],
): { endpoint: ChangeEndpoint; path: Record<string, string> } | undefined {
	const ids = [resource_id, details?.owner_id, details?.artist_id].flatMap((id) => id ?? []);
	for (const endpoint of endpoints) {
		if (endpoint.kind !== "change" || endpoint.method !== method) continue;
		if (!hasScopes(scopes, endpoint.scope)) continue;
		const params = Object.entries(endpoint.params);
		const [last, kind] = params.at(-1) ?? [];
		if (last === undefined || kind !== kindOfId(resource_id) || !endpoint.path.endsWith(`/:${last}${suffix}`)) continue;
		const path = params.flatMap(([name, kind]) => {
			const id = ids.find((id) => kindOfId(id) === kind);
			return id === undefined ? [] : [[name, id]];
		});
		if (path.length === params.length) return { endpoint, path: Object.fromEntries(path) };
	}
	return undefined;
}

/** The service itself sets these with others. */
const isBookkeeping = (field: string): boolean => field.endsWith("_at") || field === "timezone";

/** The name in the body of the operation, where it is another one than in the record. */
const inBody: Record<string, string> = { working_hours: "hours" };

function oldValues(endpoint: ChangeEndpoint, changes: Changes): { body: Json; left: string[] } {
	const known = Object.keys(endpoint.body?.shape ?? {});
	const fields = Object.entries(changes).map(([field, both]) => [inBody[field] ?? field, both] as const);
	const isSet = ([field, both]: readonly [string, Changes[string]]) => known.includes(field) && isKept(both);
	return {
		body: Object.fromEntries(
			fields
				.filter(isSet)
				.map(([field, { old, new: next }]) => [field, field === "metadata" ? entriesBack(old, next) : old]),
		),
		left: fields.filter((one) => !isSet(one) && !isBookkeeping(one[0])).map(([field]) => field),
	};
}

/** Values that are too large to be kept are null in place of both (contract: Events 9). */
const isKept = ({ old, new: next }: Changes[string]): boolean => old !== null || next !== null;

/** A PATCH merges metadata, and null removes an entry. */
function entriesBack(old: unknown, next: unknown): Json {
	const [before, after] = [(old ?? {}) as Json, (next ?? {}) as Json];
	return Object.fromEntries(
		Object.keys({ ...before, ...after })
			.filter((key) => before[key] !== after[key])
			.map((key) => [key, before[key] ?? null]),
	);
}

function depositBack(call: Call, { deposit }: Changes): Reverse {
	const [old, next] = [deposit?.old, deposit?.new] as (Json | null | undefined)[];
	if (!old || !next) return { reason: "its old values are not kept" };
	const [from, to] = [next.status, old.status] as DepositStatus[];
	if (from !== to && !(from && to && canBecome(from, to)))
		return { reason: `a deposit that is ${from} does not become ${to}` };
	const body = {
		...(from === to ? {} : { status: to }),
		...(old.note === next.note ? {} : { note: old.note }),
	};
	return Object.keys(body).length > 0 ? { call: { ...call, body }, left: [] } : { reason: "an amount is set once" };
}
