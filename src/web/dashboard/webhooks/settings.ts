import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { isTicked, linesOf, textOf, textOrNull } from "../forms/form-values.ts";

const filterNames = ["artist_id", "shop_id", "client_id"] as const;

/** The settings in the form, as the API takes them. */
export const settingsOf = (values: FormValues) => ({
	url: textOf(values, "url"),
	events: textOf(values, "which") === "all" ? ["*"] : (values.events ?? []),
	description: textOrNull(values, "description"),
	exclude_own: isTicked(values, "exclude_own"),
	filter: filterOf(values),
	ordered: isTicked(values, "ordered"),
	asymmetric: isTicked(values, "asymmetric"),
	metadata: metadataOf(values),
});

function filterOf(values: FormValues): Record<string, string[]> | null {
	const lists = filterNames.map((name) => [name, linesOf(values, name)] as const).filter(([, ids]) => ids.length > 0);
	return lists.length === 0 ? null : Object.fromEntries(lists);
}

function metadataOf(values: FormValues): Record<string, string> {
	const entries = linesOf(values, "metadata").map((line): [string, string] => {
		const at = line.indexOf("=");
		if (at < 1) throw metadataRefusal(line);
		return [line.slice(0, at).trimEnd(), line.slice(at + 1).trimStart()];
	});
	return Object.fromEntries(entries);
}

const metadataRefusal = (line: string): FormRefusal =>
	new FormRefusal(
		{
			summary: "Check the form. Nothing has been changed yet.",
			fields: {
				metadata: `Metadata needs a name, = and a value in each line. This line is wrong: ${line.slice(0, 60)}`,
			},
		},
		422,
	);

/** The settings of an endpoint, as the form takes them. */
export const valuesOf = (endpoint: WebhookEndpoint): FormValues => ({
	url: [endpoint.url],
	which: [endpoint.events[0] === "*" ? "all" : "chosen"],
	events: endpoint.events,
	description: [endpoint.description ?? ""],
	exclude_own: [String(endpoint.exclude_own)],
	ordered: [String(endpoint.ordered)],
	asymmetric: [String(endpoint.asymmetric)],
	...Object.fromEntries(filterNames.map((name) => [name, [(endpoint.filter?.[name] ?? []).join("\n")]])),
	metadata: [
		Object.entries(endpoint.metadata)
			.map(([key, value]) => `${key}=${value}`)
			.join("\n"),
	],
});

/** A PATCH merges metadata key by key. So a key that the form no longer has becomes null, which removes it. */
export const replaceMetadata = (
	present: Record<string, string>,
	typed: Record<string, string>,
): Record<string, string | null> => ({
	...Object.fromEntries(Object.keys(present).map((key) => [key, null])),
	...typed,
});
