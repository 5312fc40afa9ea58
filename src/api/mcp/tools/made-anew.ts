import type { AnyChange } from "../../../platform/commit/change.ts";
import type { ChangeEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { isObject, type Json } from "../protocol/messages.ts";

/** The ids of the records that a change makes. The real change gives them other ids than its trial. */
export function idsToBeMade({ audit, events = [] }: AnyChange<unknown>, answer: Json): ReadonlySet<string> {
	const entries = (Array.isArray(audit) ? audit : [audit]).flatMap((entry) => entry ?? []);
	const made = entries.filter(({ action }) => action.endsWith(".created")).map(({ resourceId }) => resourceId);
	// The sample event and its delivery have no audit entry of their own.
	const sent = entries.some(({ action }) => action === "webhook_endpoint.tested") ? [answer.id, answer.event_id] : [];
	return new Set([...made, ...events.flatMap(({ id }) => id ?? []), ...sent.map(String)]);
}

/** The answer of a trial, in which null stands for what the real change makes anew: ids, secrets, addresses of pictures. */
export function withoutValuesToBeMade(answer: Json, { secretAnswer }: ChangeEndpoint, ids: ReadonlySet<string>): Json {
	const blank = (value: unknown): unknown => {
		if (typeof value === "string") return ids.has(value) ? null : value;
		if (Array.isArray(value)) return value.map(blank);
		if (!isObject(value)) return value;
		const isNewPicture = value.object === "picture" && ids.has(String(value.id));
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => [name, isNewPicture && isAddress(name) ? null : blank(one)]),
		);
	};
	const blanked = blank(answer) as Json;
	return secretAnswer !== null && secretAnswer in answer ? { ...blanked, [secretAnswer]: null } : blanked;
}

const isAddress = (name: string): boolean => name === "url" || name === "thumbnail_url";
