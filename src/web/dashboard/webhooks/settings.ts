import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import type { Typed } from "../../ui/components/fields.tsx";
import { isTicked, linesOf, textOf, textOrNull } from "../forms/form-values.ts";
import { Refusal } from "../forms/forms.ts";

const filterNames = ["artist_id", "shop_id", "client_id"] as const;

/** The settings of an endpoint as its form has them, as the API takes them. */
export const settingsOf = (typed: Typed) => ({
	url: textOf(typed, "url"),
	events: textOf(typed, "which") === "all" ? ["*"] : (typed.events ?? []),
	description: textOrNull(typed, "description"),
	exclude_own: isTicked(typed, "exclude_own"),
	filter: filterOf(typed),
	ordered: isTicked(typed, "ordered"),
	metadata: metadataOf(typed),
});

function filterOf(typed: Typed): Record<string, string[]> | null {
	const lists = filterNames.map((name) => [name, linesOf(typed, name)] as const).filter(([, ids]) => ids.length > 0);
	return lists.length === 0 ? null : Object.fromEntries(lists);
}

function metadataOf(typed: Typed): Record<string, string> {
	const entries = linesOf(typed, "metadata").map((line): [string, string] => {
		const [, key, value] = /^([^=]+?)\s*=\s*(.*)$/s.exec(line) ?? [];
		if (key === undefined || value === undefined) throw noEntry(line);
		return [key, value];
	});
	return Object.fromEntries(entries);
}

const noEntry = (line: string): Refusal =>
	new Refusal(
		{
			summary: "Check the form. Nothing has been changed yet.",
			fields: {
				metadata: `Metadata needs a name, = and a value in each line. This line has none: ${line.slice(0, 60)}`,
			},
		},
		422,
	);

/** The other way: the form as it begins. */
export const typedOf = (endpoint: WebhookEndpoint): Typed => ({
	url: [endpoint.url],
	which: [endpoint.events[0] === "*" ? "all" : "chosen"],
	events: endpoint.events,
	description: [endpoint.description ?? ""],
	exclude_own: [String(endpoint.exclude_own)],
	ordered: [String(endpoint.ordered)],
	...Object.fromEntries(filterNames.map((name) => [name, [(endpoint.filter?.[name] ?? []).join("\n")]])),
	metadata: [
		Object.entries(endpoint.metadata)
			.map(([key, value]) => `${key}=${value}`)
			.join("\n"),
	],
});

/** A PATCH merges metadata key by key. What the form has no more is removed. */
export const replacing = (
	present: Record<string, string>,
	typed: Record<string, string>,
): Record<string, string | null> => ({
	...Object.fromEntries(Object.keys(present).map((key) => [key, null])),
	...typed,
});
