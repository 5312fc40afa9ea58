import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";

/** Nouns without a plural. */
const uncountable = ["Me", "Availability", "AuditLog", "WorkingHours"];

const plural = (noun: string) =>
	uncountable.includes(noun) || noun.endsWith("s") ? noun : noun.replace(/y$/, "ie").concat("s");

const lowerFirst = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;

/** The typed client's method for an operation: `createClient` is `clients.create`, `archiveLead` is `leads.archive`. */
export function clientMethod({ id, tag }: Endpoint): { group: string; method: string } {
	if (tag === "Automation" && !/AutomationHooks?$/.test(id))
		return { group: "automation", method: lowerFirst(id.replace(/automation/i, "")) };
	const [, verb = "", all = "", noun = "", part = ""] = /^([a-z]+)(All)?(.+?)(Secret)?$/.exec(id) ?? [];
	return { group: lowerFirst(plural(noun)), method: `${verb}${all}${part}` };
}
