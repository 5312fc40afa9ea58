import { expect } from "vitest";
import { type Answer, call, send } from "./api.ts";
import { database } from "./database.ts";
import { newPerson, newSession, type Person, post } from "./oauth.ts";
import { newTenant, operate } from "./world.ts";

export interface Member {
	tenantId: string;
	person: Person;
	cookie: string;
	/** The address of a page of the dashboard, such as `/team`, for this studio. */
	at(path: string, query?: Record<string, string>): string;
	open(status: number, path: string, query?: Record<string, string>): Promise<Answer>;
	/** Sends a form to the address of its page. */
	submit(status: number, path: string, fields?: Fields, headers?: Record<string, string>): Promise<Answer>;
}

type Fields = Record<string, string> | [string, string][];

export function memberOf(tenantId: string, person: Person, cookie: string): Member {
	const at = (path: string, query: Record<string, string> = {}) =>
		`/dashboard${path}?${new URLSearchParams({ studio: tenantId, ...query })}`;
	return {
		tenantId,
		person,
		cookie,
		at,
		open: (status, path, query) => call(status, at(path, query), { headers: { Cookie: cookie } }),
		submit: async (status, path, fields = {}, headers = {}) => {
			const answer = await post(at(path), fields, { headers: { Cookie: cookie, ...headers } });
			expect(answer.status, `${path}: ${textOf(answer.text)}`).toBe(status);
			return answer;
		},
	};
}

/** A member of the studio, or the owner of a new one. */
export async function newMember(given: { plan?: string; tenantId?: string; role?: "OWNER" | "STAFF" } = {}) {
	const tenantId = given.tenantId ?? (await newTenant({ plan: given.plan ?? "solo" }));
	const person = await newPerson(tenantId);
	if (given.role === "STAFF")
		await database
			.prepare("UPDATE memberships SET role = 'STAFF' WHERE tenant_id = ? AND user_id = ?")
			.bind(tenantId, person.id)
			.run();
	return memberOf(tenantId, person, await newSession(person));
}

/** The page to which the answer to a form redirects. */
export const follow = async ({ cookie }: Pick<Member, "cookie">, answer: Answer): Promise<Answer> =>
	await send(answer.headers.get("Location") ?? "", { headers: { Cookie: cookie } });

export const textOf = (html: string): string =>
	unescaped(
		html
			.replace(/^.*<main[^>]*>/s, "")
			.replace(/<\/main>.*$/s, "")
			.replaceAll(/<wbr>|<span class="end">/g, "")
			.replace(/<[^>]*>/g, " "),
	)
		.replace(/\s+/g, " ")
		.trim();

const unescaped = (text: string): string =>
	text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

export const linksOn = (html: string): string[] => [
	...new Set([...html.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(([, href = ""]) => unescaped(href))),
];

export interface ShownForm {
	method: string;
	action: string;
	/** The fields that a browser sends if the person changes nothing. */
	fields: [string, string][];
}

const element = /<(\/?)(form|input|textarea|select|option)\b([^>]*)>([^<]*)/g;

/** As a browser would send them. The pages escape every `>` and `"` of their texts. */
export function formsOn(html: string): ShownForm[] {
	const forms: ShownForm[] = [];
	const add = (name: string | undefined, value: string) => {
		if (name) forms.at(-1)?.fields.push([name, value]);
	};
	let select: { name: string; value: string | undefined } | undefined;
	for (const [, isEnd, tag, attributes = "", text = ""] of html.matchAll(element)) {
		const given = Object.fromEntries(
			[...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = ""]) => [name, unescaped(value)]),
		);
		if (isEnd) {
			if (tag === "select" && select?.value !== undefined) add(select.name, select.value);
			if (tag === "select") select = undefined;
		} else if (tag === "form") forms.push({ method: given.method ?? "get", action: given.action ?? "", fields: [] });
		else if (tag === "textarea") add(given.name, unescaped(text));
		else if (tag === "select") select = { name: given.name ?? "", value: undefined };
		else if (tag === "option") {
			if (select && (select.value === undefined || "selected" in given)) select.value = given.value ?? "";
		} else {
			const isChoice = given.type === "checkbox" || given.type === "radio";
			if ("disabled" in given || (isChoice && !("checked" in given))) continue;
			add(given.name, given.value ?? (given.type === "checkbox" ? "on" : ""));
		}
	}
	return forms;
}

interface Entry {
	action: string;
	resource_id: string;
	actor: { type: string; id: string };
	changes: Record<string, unknown> | null;
}

export const auditOf = async (tenantId: string): Promise<Entry[]> =>
	(await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body.data;

export async function expectAudited({ tenantId, person }: Member, action: string, resourceId?: string): Promise<void> {
	const entries = (await auditOf(tenantId)).filter((entry) => entry.action === action);
	expect(entries).toEqual([expect.objectContaining({ actor: { type: "user", id: person.id } })]);
	if (resourceId !== undefined) expect(entries[0]?.resource_id).toBe(resourceId);
}
