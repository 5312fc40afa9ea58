import { type Answer, call } from "./api.ts";
import { follow, formsOn, type Member, textOf } from "./dashboard.ts";
import { multipart } from "./multipart.ts";

const samples = import.meta.glob(["../imports/samples/*.csv"], { query: "?raw", import: "default", eager: true });

export const products = ["Square", "Fresha", "Vagaro", "Acuity", "Booksy", "Calendly", "plain"];

/** The file of clients as the product exports it. */
export function sampleOf(product: string): Buffer {
	const text = samples[`../imports/samples/${product.toLowerCase()}.csv`] as string;
	return Buffer.from(text, product === "Booksy" ? "latin1" : "utf8");
}

type FileContent = string | Buffer;

/** Sends the form with the file. */
export async function choose(
	member: Member,
	status: number,
	content: FileContent,
	name = "clients.csv",
): Promise<Answer> {
	const bytes = new Uint8Array(Buffer.from(content));
	const { raw, headers } = multipart({}, [{ field: "file", name, bytes, type: "text/csv" }]);
	const sent = { method: "POST", raw, headers: { ...headers, Cookie: member.cookie, Origin: "https://api.test" } };
	return await call(status, member.at("/import"), sent);
}

const pathIn = (location: string | null): string =>
	new URL(location ?? "", "https://api.test").pathname.replace("/dashboard", "");

/** The address of the draft. */
export const chosen = async (member: Member, content: FileContent, name?: string): Promise<string> =>
	pathIn((await choose(member, 303, content, name)).headers.get("Location"));

/** A person who changes nothing but these fields sends this. */
export async function fieldsOn(
	member: Member,
	draft: string,
	changed: Record<string, string> = {},
): Promise<[string, string][]> {
	const { text } = await member.open(200, draft);
	const form = formsOn(text).find(({ fields }) => fields.some(([name]) => name === "on_duplicate"));
	return (form?.fields ?? []).map(([name, value]) => [name, changed[name] ?? value]);
}

/** The words of the preview. */
export const preview = async (member: Member, draft: string, changed?: Record<string, string>): Promise<string> =>
	textOf((await follow(member, await member.submit(303, draft, await fieldsOn(member, draft, changed)))).text);

/** The id of the import that the draft becomes. */
export async function start(member: Member, draft: string): Promise<string> {
	const answer = await member.submit(303, `${draft}/preview`);
	return pathIn(answer.headers.get("Location")).split("/").at(-1) ?? "";
}
