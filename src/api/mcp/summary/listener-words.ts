import { isObject, type Json } from "../protocol/messages.ts";
import type { Names } from "./names.ts";
import { quotedText } from "./quoted-text.ts";

/** From now on, who is told of what: of a change to an endpoint or to a hook of an automation platform. */
export function listenerWords(before: Json | undefined, after: Json, names: Names): string[] {
	const isListener = [before, after].some(
		(one) => one?.object === "webhook_endpoint" || one?.object === "automation_hook",
	);
	if (!isListener) return [];
	const [old, next] = [before && listening(before, names), listening(after, names)];
	if (after.deleted === true)
		return [
			before ? `From now on ${hostOf(before)} is told of nothing.` : "From now on it is told of nothing.",
			"Deliveries that wait are dropped.",
		];
	if (old === next) return [];
	if (next === undefined) return [`From now on ${hostOf(after)} is told of nothing.`];
	return [
		...(before && old && hostOf(before) !== hostOf(after) ? [`${hostOf(before)} is told of nothing more.`] : []),
		`From now on ${next}.`,
	];
}

/** Undefined if it is told of nothing. */
function listening(record: Json, names: Names): string | undefined {
	if (record.status !== "ACTIVE") return undefined;
	const of = record.object === "automation_hook" ? `the trigger ${String(record.trigger)}` : eventWords(record.events);
	const filter = isObject(record.filter) ? Object.entries(record.filter) : [];
	const only = filter.flatMap(([name, ids]) =>
		Array.isArray(ids)
			? [
					`${name.replace("_id", "")} ${ids
						.map((id) => names.get(String(id)) ?? String(id))
						.slice(0, 5)
						.join(", ")}${ids.length > 5 ? ` and ${ids.length - 5} more` : ""}`,
				]
			: [],
	);
	return [
		`${hostOf(record)} is told of ${of}`,
		...(only.length > 0 ? [`only about ${only.join(" and ")}`] : []),
		...(record.exclude_own === true ? ["but nothing that its own program caused"] : []),
	].join(", ");
}

function eventWords(events: unknown): string {
	const types = Array.isArray(events) ? events.map(String) : [];
	if (types.includes("*"))
		return "everything that happens in the studio, with the names, emails and notes of all clients";
	return types.join(", ");
}

function hostOf(record: Json): string {
	const url = URL.parse(String(record.url ?? record.target_url ?? ""));
	return url ? quotedText(url.host) : "the endpoint";
}
