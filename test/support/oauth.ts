import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { mintClientId, mintClientSecret } from "../../src/domain/access/oauth-apps/apps.ts";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { hashPassword, randomBase62, sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { hashOfSecret, hintOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { type Answer, type Call, call, send } from "./api.ts";
import { addRows, type Row } from "./database.ts";
import { newTenant, operate } from "./world.ts";

export const redirectUri = "https://app.example/callback";
const password = "correct horse battery staple";

export interface App {
	id: string;
	clientId: string;
	/** Null for a public app. */
	secret: string | null;
}

const appOf = async <G extends { tenant_id?: unknown }>(given: G) => ({
	name: "Inkflow",
	redirect_uris: [redirectUri],
	scopes: ["read:clients", "write:clients", "read:appointments"],
	...given,
	tenant_id: given.tenant_id ?? (await newTenant({ plan: "studio" })),
});

/** As the operator does. Unless the caller names a tenant, a new one owns the app. */
export async function createApp(given: Record<string, unknown> = {}): Promise<App> {
	const { body } = await operate(201, "/admin/oauth_apps", { body: await appOf(given) });
	return { id: body.app.id, clientId: body.app.client_id, secret: body.client_secret };
}

interface GivenApp {
	tenant_id?: string;
	name?: string;
	description?: string;
	homepage_url?: string;
	logo_url?: string;
	redirect_uris?: string[];
	scopes?: readonly string[];
	type?: "confidential" | "public";
	first_party?: boolean;
}

export async function newApp(given: GivenApp = {}): Promise<App> {
	const now = clock.now();
	const [id, clientId] = [newId("oauth_app", now), mintClientId()];
	const { type = "confidential", first_party = false, ...rest } = await appOf(given);
	const secret = type === "confidential" ? mintClientSecret() : null;
	const row = { id, client_id: clientId, type, first_party: Number(first_party), status: "ACTIVE", ...rest };
	const secrets: Row[] =
		secret === null
			? []
			: [
					[
						"oauth_client_secrets",
						{ hash: hashOfSecret(secret), app_id: id, hint: hintOfSecret(secret), created_at: now },
					],
				];
	await addRows(["oauth_apps", { ...row, created_at: now, updated_at: now }], ...secrets);
	return { id, clientId, secret };
}

let people = 0;

export interface Person {
	id: string;
	email: string;
	password: string;
}

const newEmail = () => `person-${++people}-${randomBytes(4).toString("hex")}@example.com`;

export async function createPerson(tenantId: string): Promise<Person> {
	const email = newEmail();
	const { body } = await operate(201, `/admin/tenants/${tenantId}/users`, { body: { email, password } });
	return { id: body.id, email, password };
}

const passwordHash = await hashPassword(password);

export async function newPerson(tenantId: string): Promise<Person> {
	const now = clock.now();
	const [id, email] = [newId("user", now), newEmail()];
	const row = { id, email, email_key: email, password_hash: passwordHash, created_at: now, updated_at: now };
	await addRows(["users", row], ["memberships", { tenant_id: tenantId, user_id: id, created_at: now }]);
	return { id, email, password };
}

export async function newSession({ id }: Pick<Person, "id">): Promise<string> {
	const now = clock.now();
	const token = randomBase62(43);
	await addRows(["sessions", { hash: sha256(token), user_id: id, expires_at: now + dayMs, created_at: now }]);
	return `__Host-studio_session=${token}`;
}

export async function isSignedIn(cookie: string): Promise<boolean> {
	const { status, headers } = await send("/dashboard/account", { headers: { Cookie: cookie } });
	if (status === 200) return true;
	expect([status, headers.get("Location")]).toEqual([303, "/sign_in?continue=%2Fdashboard%2Faccount"]);
	return false;
}

/** As an owner of the studio does. */
export const disconnect = (
	{ tenantId, cookie }: Pick<Connection, "tenantId" | "cookie">,
	grantId: string,
	{ headers, ...options }: Call = {},
): Promise<Answer> =>
	post(
		`/dashboard/connected_apps/${grantId}/disconnect?studio=${tenantId}`,
		{},
		{ ...options, headers: { Cookie: cookie, ...headers } },
	);

export const basic = ({ clientId, secret }: Pick<App, "clientId" | "secret">): Record<string, string> => ({
	Authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret ?? "")}`)}`,
});

/** As a program or a browser would. */
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

export function newPkce(): { verifier: string; challenge: string } {
	const verifier = randomBytes(32).toString("base64url");
	return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

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

/** Signs in and returns the cookie. */
export async function signIn({ email, password }: Pick<Person, "email" | "password">): Promise<string> {
	const answer = await post("/sign_in", { email, password });
	const cookie = answer.headers.get("Set-Cookie")?.split(";")[0];
	if (answer.status !== 303 || !cookie) throw new Error(`could not sign in: ${answer.status} ${answer.text}`);
	return cookie;
}

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

export function redirected(answer: Answer): { to: string; parameters: Record<string, string> } {
	const url = new URL(answer.headers.get("Location") ?? "", "https://api.test");
	return { to: url.origin + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}

export async function newConnection({ plan = "solo", app }: { plan?: string; app?: App } = {}) {
	const tenantId = await newTenant({ plan });
	const [person, connected] = await Promise.all([newPerson(tenantId), app ?? newApp()]);
	const cookie = await newSession(person);
	return { tenantId, person, cookie, app: connected };
}
export type Connection = Awaited<ReturnType<typeof newConnection>>;

/** Returns the code and its verifier. */
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

/** A confidential app sends its secret by Basic. */
export const token = (app: App, form: Record<string, string>, options: Call = {}): Promise<Answer> =>
	app.secret === null
		? post("/oauth/token", { client_id: app.clientId, ...form }, options)
		: post("/oauth/token", form, { ...options, headers: { ...basic(app), ...options.headers } });

export const codeFormOf = ({ code, verifier }: { code: string; verifier: string }) => ({
	grant_type: "authorization_code",
	code,
	redirect_uri: redirectUri,
	code_verifier: verifier,
});

export async function newCodeForm(
	connection: Connection,
	given: Record<string, string> = {},
): Promise<Record<string, string>> {
	return { ...codeFormOf(await approve(connection)), ...given };
}

export const exchange = (app: App, approval: { code: string; verifier: string }): Promise<Answer> =>
	token(app, codeFormOf(approval));

/** The error has the form of RFC 6749 5.2 and a request id (contract: OAuth 17). */
export function expectOAuthError(answer: Answer, status: 400 | 401, error: string): void {
	expect([answer.status, answer.body?.error], answer.text).toEqual([status, error]);
	expect(answer.headers.get("Content-Type")).toBe("application/json");
	expect(answer.headers.get("Cache-Control")).toBe("no-store");
	expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
	expect(answer.body.request_id).toBe(answer.headers.get("X-Request-ID"));
	expect(Object.keys(answer.body).sort()).toEqual(["error", "error_description", "request_id"]);
	expect(answer.headers.get("WWW-Authenticate")?.startsWith("Basic") ?? false).toBe(status === 401);
}

/** Checks that the token endpoint refused the request with this error. */
export const expectRefused = ({ status, body, text }: Answer, error = "invalid_grant"): void =>
	expect([status, body?.error], text).toEqual([error === "invalid_client" ? 401 : 400, error]);

export const refresh = (app: App, refresh_token: string, given: Record<string, string> = {}): Promise<Answer> =>
	token(app, { grant_type: "refresh_token", refresh_token, ...given });

export interface Tokens {
	access_token: string;
	refresh_token: string;
	scope: string;
}

/** Each call makes a new grant. */
export async function newTokens(connection: Connection, given: Record<string, string> = {}): Promise<Tokens> {
	const answer = await exchange(connection.app, await approve(connection, given));
	if (answer.status !== 200) throw new Error(`no tokens: ${answer.text}`);
	return answer.body;
}

export const me = (status: number, access_token: string, options: Call = {}): Promise<Answer> =>
	call(status, "/v1/me", { ...options, key: access_token });

export const revoke = (app: App, token: string): Promise<Answer> =>
	post("/oauth/revoke", { token, client_id: app.clientId, client_secret: app.secret ?? "" });

export const patchApp = ({ id }: Pick<App, "id">, body: Record<string, unknown>): Promise<Answer> =>
	operate(200, `/admin/oauth_apps/${id}`, { method: "PATCH", body });

/** Each token gets the reason for which its grant was revoked, from isolates that remember it and from others. */
export async function expectDead(tokens: Pick<Tokens, "access_token">[], reason: string): Promise<void> {
	for (const forget of [() => {}, () => credentialCache.clear()]) {
		forget();
		for (const { access_token } of tokens)
			expect((await me(401, access_token)).body).toMatchObject({ code: "revoked_grant", reason });
	}
}
