import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";

/** Nouns without a plural. */
const uncountable = ["Me", "Availability", "AuditLog", "WorkingHours"];

const plural = (noun: string) =>
	uncountable.includes(noun) || noun.endsWith("s") ? noun : noun.replace(/y$/, "ie").concat("s");

const lowerFirst = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;

/**
 * The typed client's method for an operation: `createClient` is `clients.create`, `archiveLead` is `leads.archive`,
 * `createIdeaPicture` is `ideas.pictures.create`, `listImportRows` is `imports.rows.list`.
 */
export function clientMethod({ id, tag }: Endpoint): { group: string; method: string } {
	if (tag === "Automation" && !/AutomationHooks?$/.test(id))
		return { group: "automation", method: lowerFirst(id.replace(/automation/i, "")) };
	const [verb = ""] = /^[a-z]+/.exec(id) ?? [];
	const all = id.startsWith("All", verb.length) ? "All" : "";
	const part = id.endsWith("Secret") ? "Secret" : "";
	const noun = id.slice(verb.length + all.length, id.length - part.length);
	const [, owner, parts] = /^(\w+)(Pictures|Rows)$/.exec(plural(noun)) ?? [];
	if (owner && parts)
		return { group: `${lowerFirst(plural(owner))}.${lowerFirst(parts)}`, method: `${verb}${all}${part}` };
	return { group: lowerFirst(plural(noun)), method: `${verb}${all}${part}` };
}
