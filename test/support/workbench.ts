import { type Answer, send } from "./api.ts";
import { database } from "./database.ts";
import { newPerson, newSession, type Person, post } from "./oauth.ts";

export const inStudio = (tenantId: string, path: string, query: Record<string, string> = {}): string =>
	`${path}?${new URLSearchParams({ studio: tenantId, ...query })}`;

export interface WorkbenchMember {
	person: Person;
	tenantId: string;
	open(path: string, query?: Record<string, string>): Promise<Answer>;
	/** Sends a form of a page. A field may have several values. */
	submit(path: string, fields?: Record<string, string | string[]>): Promise<Answer>;
	cookie: string;
}

export async function newWorkbenchMember(
	tenantId: string,
	role: "OWNER" | "STAFF" = "OWNER",
): Promise<WorkbenchMember> {
	const person = await newPerson(tenantId);
	await database
		.prepare("UPDATE memberships SET role = ? WHERE tenant_id = ? AND user_id = ?")
		.bind(role, tenantId, person.id)
		.run();
	const cookie = await newSession(person);
	const headers = { Cookie: cookie };
	return {
		person,
		tenantId,
		cookie,
		open: (path, query) => send(inStudio(tenantId, path, query), { headers }),
		submit: (path, fields = {}) => {
			const form = Object.entries(fields).flatMap(([name, value]) =>
				[value].flat().map((one): [string, string] => [name, one]),
			);
			return post(inStudio(tenantId, path), form, { headers });
		},
	};
}

/** The text of a page as a person reads it. */
export const pageTextOf = (html: string): string =>
	html
		.replace(/<head>.*?<\/head>/s, "")
		.replaceAll("<wbr>", "")
		.replace(/<[^>]*>/g, " ")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&")
		.replace(/\s+/g, " ");

/** The addresses that a page links to, and to which it sends forms, without their query. */
export const pathsIn = (html: string): string[] =>
	[...html.matchAll(/(?:href|action)="([^"?#]+)/g)].map(([, path = ""]) => path);
