import { createHash, randomBytes } from "node:crypto";
import { type Answer, type Call, call, send } from "./api.ts";
import { newTenant, operate } from "./world.ts";

export const redirectUri = "https://app.example/callback";
const password = "correct horse battery staple";

export interface App {
	id: string;
	clientId: string;
	/** Null: a public app. */
	secret: string | null;
}

/** An app, and the tenant whose it is. */
export async function newApp(given: Record<string, unknown> = {}): Promise<App> {
	const tenant_id = given.tenant_id ?? (await newTenant({ plan: "studio" }));
	const { body } = await operate(201, "/admin/oauth_apps", {
		body: {
			name: "Inkflow",
			redirect_uris: [redirectUri],
			scopes: ["read:clients", "write:clients", "read:appointments"],
			...given,
			tenant_id,
		},
	});
	return { id: body.app.id, clientId: body.app.client_id, secret: body.client_secret };
}

let people = 0;

export interface Person {
	id: string;
	email: string;
	password: string;
}

export async function newPerson(tenantId: string): Promise<Person> {
	people++;
	const email = `person-${people}-${randomBytes(4).toString("hex")}@example.com`;
	const { body } = await operate(201, `/admin/tenants/${tenantId}/users`, { body: { email, password } });
	return { id: body.id, email, password };
}

export const basic = ({ clientId, secret }: Pick<App, "clientId" | "secret">): Record<string, string> => ({
	Authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret ?? "")}`)}`,
});

/** Posts a form, as a program or a browser would. */
export const post = (
	path: string,
	form: Record<string, string> | [string, string][],
	options: Call = {},
): Promise<Answer> =>
	send(path, {
		...options,
		method: "POST",
		raw: new URLSearchParams(form).toString(),
		headers: { "Content-Type": "application/x-www-form-urlencoded", ...options.headers },
	});

/** A verifier and what is sent of it beforehand. */
export function newPkce(): { verifier: string; challenge: string } {
	const verifier = randomBytes(32).toString("base64url");
	return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The parameters of an authorization request that is right in everything. */
export const authorizationOf = (app: App, challenge: string, given: Record<string, string> = {}) => ({
	response_type: "code",
	client_id: app.clientId,
	redirect_uri: redirectUri,
	scope: "read:clients write:clients",
	state: "st4te",
	code_challenge: challenge,
	code_challenge_method: "S256",
	...given,
});

/** The cookie of a new session. */
export async function signIn({ email, password }: Pick<Person, "email" | "password">): Promise<string> {
	const answer = await post("/sign_in", { email, password });
	const cookie = answer.headers.get("Set-Cookie")?.split(";")[0];
	if (answer.status !== 303 || !cookie) throw new Error(`could not sign in: ${answer.status} ${answer.text}`);
	return cookie;
}

/** What the forms of a page would send without anybody filling them in: the hidden fields. */
export const hiddenFields = (html: string): Record<string, string> =>
	Object.fromEntries(
		[...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
			name,
			value
				.replaceAll("&quot;", '"')
				.replaceAll("&#39;", "'")
				.replaceAll("&lt;", "<")
				.replaceAll("&gt;", ">")
				.replaceAll("&amp;", "&"),
		]),
	);

/** Where an answer of the authorization server sends the browser, and with what. */
export function redirected(answer: Answer): { to: string; parameters: Record<string, string> } {
	const url = new URL(answer.headers.get("Location") ?? "", "https://api.test");
	return { to: url.origin + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}

/** A tenant, someone of it who is signed in, an app of another tenant, and the way from one to the other. */
export async function newConnection({ plan = "solo", app }: { plan?: string; app?: App } = {}) {
	const tenantId = await newTenant({ plan });
	const [person, connected] = await Promise.all([newPerson(tenantId), app ?? newApp()]);
	const cookie = await signIn(person);
	return { tenantId, person, cookie, app: connected };
}
export type Connection = Awaited<ReturnType<typeof newConnection>>;

/** Approves as the signed-in person does, and tells what the app is sent. */
export async function approve(
	{ app, cookie, tenantId }: Pick<Connection, "app" | "cookie" | "tenantId">,
	given: Record<string, string> = {},
): Promise<{ code: string; verifier: string }> {
	const { verifier, challenge } = newPkce();
	const request = new URLSearchParams(authorizationOf(app, challenge, given)).toString();
	const answer = await post(
		"/oauth/consent",
		{ request, tenant_id: tenantId, decision: "approve" },
		{ headers: { Cookie: cookie } },
	);
	const { code } = redirected(answer).parameters;
	if (answer.status !== 302 || !code) throw new Error(`not approved: ${answer.status} ${answer.text}`);
	return { code, verifier };
}

/** The token endpoint, with the app's secret by Basic unless it has none. */
export const token = (app: App, form: Record<string, string>, options: Call = {}): Promise<Answer> =>
	app.secret === null
		? post("/oauth/token", { client_id: app.clientId, ...form }, options)
		: post("/oauth/token", form, { ...options, headers: { ...basic(app), ...options.headers } });

export const exchange = (app: App, { code, verifier }: { code: string; verifier: string }): Promise<Answer> =>
	token(app, { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier });

export const refresh = (app: App, refresh_token: string, given: Record<string, string> = {}): Promise<Answer> =>
	token(app, { grant_type: "refresh_token", refresh_token, ...given });

export interface Tokens {
	access_token: string;
	refresh_token: string;
	scope: string;
}

/** The tokens of a new grant. */
export async function newTokens(connection: Connection, given: Record<string, string> = {}): Promise<Tokens> {
	const answer = await exchange(connection.app, await approve(connection, given));
	if (answer.status !== 200) throw new Error(`no tokens: ${answer.text}`);
	return answer.body;
}

/** Who the service takes the token for. */
export const me = (status: number, access_token: string, options: Call = {}): Promise<Answer> =>
	call(status, "/v1/me", { ...options, key: access_token });
