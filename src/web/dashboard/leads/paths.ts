import { idPattern } from "../../../platform/lib/ids.ts";
import type { Visit } from "../frame/visit.ts";

export const path = "/dashboard/leads";

export const pathOf = (id: string): string => `${path}/${id}`;

export const isLeadId = (id: string | undefined): id is string => id !== undefined && idPattern("lead").test(id);

type Query = Record<string, string | undefined>;

const listed = "leads";
const single = "lead";

/** The lead whose page the address shows, or a form came from. */
function leadIn({ c }: Visit): string | undefined {
	const { id, ...deeper } = c.req.param() as Record<string, string>;
	const isPage = id !== undefined && c.req.path === pathOf(id) && Object.keys(deeper).length === 0;
	return isPage || c.req.query("from") === single ? id : undefined;
}

/** The list that the address shows, or that a form came from. */
function listIn({ c }: Visit): Query | undefined {
	const { from, requests, stage, archived, after } = c.req.query();
	return c.req.path === path || from === listed ? { requests, stage, archived, after } : undefined;
}

/** The forms of a card lead back to the page with the card. */
export function originOf(visit: Visit): Query {
	if (leadIn(visit) !== undefined) return { from: single };
	const list = listIn(visit);
	return list ? { from: listed, ...list } : {};
}

/** The page of the lead, the overview or the list. */
export function backOf(visit: Visit, done?: string): { href: string; text: string } {
	const lead = leadIn(visit);
	if (lead !== undefined) return { href: visit.to(pathOf(lead), { done }), text: "Lead" };
	const list = listIn(visit);
	return list
		? { href: visit.to(path, { ...list, done }), text: "Leads" }
		: { href: visit.to("/dashboard", { done }), text: "Overview" };
}
