import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { formIn } from "./html-form.ts";
import { type Server, until } from "./server.ts";

export interface Account {
	email: string;
	password: string;
}

export interface RegisteredApp {
	id: string;
	name: string;
	clientId: string;
	/** Null if the app is public. */
	secret: string | null;
}

export async function newStudio(server: Server, name: string, plan = "solo"): Promise<string> {
	return await create(server, "/admin/tenants", { name, plan, email: "studio@example.com" }, ({ id }) => id);
}

/** The person becomes a member of the first studio directly, and of the others by invitation. */
export async function newPerson(server: Server, ...tenantIds: string[]): Promise<Account> {
	const account = { email: `${randomBytes(6).toString("hex")}@example.com`, password: randomBytes(9).toString("hex") };
	for (const tenantId of tenantIds) {
		const status = await create(server, `/admin/tenants/${tenantId}/users`, account, ({ status }) => status);
		if (status === "INVITED") await accept(server, account);
	}
	return account;
}

/** The links in the invitations to an address. Local development writes mails into files and prints their paths. */
const invitationsTo = (email: string, server: Server): string[] =>
	[...server.output.matchAll(/^To: (.+)\n(?:.*\n)*?Text: (.+)$/gm)]
		.filter(([, to = ""]) => to.includes(email))
		.flatMap(([, , file = ""]) =>
			[...readFileSync(file, "utf8").matchAll(/^http\S+(\/invitations\/\w+)$/gm)].map(([, path = ""]) => path),
		);

const accepted = new Set<string>();

export async function accept(server: Server, { email, password }: Account): Promise<void> {
	const unread = () => invitationsTo(email, server).find((path) => !accepted.has(path));
	await until(() => unread() !== undefined, 10_000, "the invitation is mailed");
	const path = unread() ?? "";
	accepted.add(path);
	const post = (to: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
		fetch(server.origin + to, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(form) });
	const cookie = (await post("/sign_in", { email, password })).headers.get("Set-Cookie")?.split(";")[0] ?? "";
	const { status } = await post(path, {}, { Cookie: cookie });
	if (status !== 303) throw new Error(`the invitation was not accepted: ${status}`);
}

export async function newApp(server: Server, given: Record<string, unknown>): Promise<RegisteredApp> {
	const tenant_id = await newStudio(server, "Makers of apps", "studio");
	return await create(
		server,
		"/admin/oauth_apps",
		{ name: "Inkflow", scopes: ["read:clients"], ...given, tenant_id },
		({ app, client_secret }) => ({ id: app.id, name: app.name, clientId: app.client_id, secret: client_secret }),
	);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function create<T>(server: Server, path: string, given: unknown, take: (body: any) => T): Promise<T> {
	const { status, body } = await server.operate("POST", path, given);
	if (status !== 201) throw new Error(`POST ${path} gave ${status}: ${JSON.stringify(body)}`);
	return take(body);
}

/**
 * Signs in as a person with a browser, decides, and returns the address to which the service redirects the browser. It
 * fills in the forms of the pages, and keeps cookies.
 */
export async function decide(
	authorizationUrl: URL | string,
	{ email, password }: Account,
	choice: { decision: "approve" | "deny"; tenant_id?: string } = { decision: "approve" },
): Promise<URL> {
	const asked = new URL(authorizationUrl);
	let cookie = "";
	const visit = async (url: URL, form?: Record<string, string>) => {
		const response = await fetch(url, {
			redirect: "manual",
			headers: { Cookie: cookie, ...(form ? { Origin: asked.origin, "Sec-Fetch-Site": "same-origin" } : {}) },
			...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
		});
		cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
		return response;
	};
	const onward = (response: Response, status: number): URL => {
		const location = response.headers.get("Location");
		if (response.status !== status || !location)
			throw new Error(`${response.url} answered ${response.status}, not a redirect with ${status}`);
		return new URL(location, response.url);
	};
	const signInPage = onward(await visit(asked), 303);
	const signIn = await formOf(await visit(signInPage));
	const consentPage = onward(await visit(signIn.action, { ...signIn.hidden, email, password }), 303);
	const consent = await formOf(await visit(consentPage));
	return onward(await visit(consent.action, { ...consent.hidden, ...choice }), 302);
}

async function formOf(page: Response): Promise<{ action: URL; hidden: Record<string, string> }> {
	const form = formIn(await page.text());
	if (page.status !== 200 || !form) throw new Error(`no form at ${page.url}: ${page.status}`);
	return { ...form, action: new URL(form.action, page.url) };
}
