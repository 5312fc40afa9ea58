import { idPattern } from "../../../platform/lib/ids.ts";
import type { Visit } from "../frame/visit.ts";

export const path = "/dashboard/leads";

export const isLeadId = (id: string | undefined): id is string => id !== undefined && idPattern("lead").test(id);

type Query = Record<string, string | undefined>;

const listed = "leads";

/** The part of the list that an address asks for, or the part that a form came from. */
function listIn({ c }: Visit): Query | undefined {
	const { from, requests, stage, archived, after } = c.req.query();
	return c.req.path === path || from === listed ? { requests, stage, archived, after } : undefined;
}

/** What the addresses of an entry's forms tell, so that they lead back to where the entry stands. */
export function originOf(visit: Visit): Query {
	const list = listIn(visit);
	return list ? { from: listed, ...list } : {};
}

/** Where an entry stands whose form it is: on the overview or in the list. */
export function backOf(visit: Visit, done?: string): { href: string; text: string } {
	const list = listIn(visit);
	return list
		? { href: visit.to(path, { ...list, done }), text: "Leads" }
		: { href: visit.to("/dashboard", { done }), text: "Overview" };
}
