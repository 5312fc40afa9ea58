import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { isTicked, linesOf, textOf, textOrNull } from "../forms/form-values.ts";
import { metadataBody, metadataValues } from "../forms/metadata.tsx";

const filterNames = ["artist_id", "shop_id", "client_id"] as const;

export const settingsOf = (values: FormValues) => ({
	url: textOf(values, "url"),
	events: textOf(values, "which") === "all" ? ["*"] : (values.events ?? []),
	description: textOrNull(values, "description"),
	exclude_own: isTicked(values, "exclude_own"),
	filter: filterOf(values),
	ordered: isTicked(values, "ordered"),
	asymmetric: isTicked(values, "asymmetric"),
	metadata: metadataBody(values),
});

function filterOf(values: FormValues): Record<string, string[]> | null {
	const lists = filterNames.map((name) => [name, linesOf(values, name)] as const).filter(([, ids]) => ids.length > 0);
	return lists.length === 0 ? null : Object.fromEntries(lists);
}

export const valuesOf = (endpoint: WebhookEndpoint): FormValues => ({
	url: [endpoint.url],
	which: [endpoint.events[0] === "*" ? "all" : "chosen"],
	events: endpoint.events,
	description: [endpoint.description ?? ""],
	exclude_own: [String(endpoint.exclude_own)],
	ordered: [String(endpoint.ordered)],
	asymmetric: [String(endpoint.asymmetric)],
	...Object.fromEntries(filterNames.map((name) => [name, [(endpoint.filter?.[name] ?? []).join("\n")]])),
	...metadataValues(endpoint.metadata),
});
