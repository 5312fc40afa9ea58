import { createHash, randomBytes } from "node:crypto";
import { fromAddress } from "../scenarios/scenario.ts";
import { ask } from "./ask.ts";

const password = "correct horse battery staple";
const redirectUri = "https://app.example/callback";
let asks = 0;
/** The service makes three hashes of passwords for one address at once. */
export const peopleAtOnce = 3;

/** Posts a form, as a browser or a program does. */
async function post(origin: string, path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
	const response = await fetch(origin + path, {
		method: "POST",
		headers: { ...fromAddress(asks++), ...headers },
		body: new URLSearchParams(form),
		redirect: "manual",
	});
	const text = await response.text();
	if (response.status >= 400) throw new Error(`${path}: ${response.status} ${text}`);
	return { headers: response.headers, text };
}

/** Returns the cookie. */
async function signIn(origin: string, email: string, password: string): Promise<string> {
	const { headers } = await post(origin, "/sign_in", { email, password });
	return headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

export async function newPerson(origin: string, tenantId: string): Promise<string> {
	const email = `person@${tenantId.replace("_", "-")}.example.com`;
	await ask(origin, `/admin/tenants/${tenantId}/users`, { email, password });
	return await signIn(origin, email, password);
}

export interface Grant {
	basic: string;
	refreshToken: string;
}

export async function newGrant(origin: string, tenantId: string, cookie: string): Promise<Grant> {
	const app = { tenant_id: tenantId, name: "Inkflow", redirect_uris: [redirectUri], scopes: ["read:clients"] };
	const made = await ask<{ app: { client_id: string }; client_secret: string }>(origin, "/admin/oauth_apps", app);
	const { client_id } = made.app;
	const verifier = randomBytes(32).toString("base64url");
	const request = new URLSearchParams({
		response_type: "code",
		client_id,
		redirect_uri: redirectUri,
		scope: "read:clients",
		state: "st4te",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	}).toString();
	const consent = { request, tenant_id: tenantId, decision: "approve" };
	const { headers } = await post(origin, "/oauth/consent", consent, { Cookie: cookie });
	const code = new URL(headers.get("Location") ?? "").searchParams.get("code") ?? "";
	const basic = `Basic ${btoa(`${client_id}:${made.client_secret}`)}`;
	const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
	const { text } = await post(origin, "/oauth/token", form, { Authorization: basic });
	return { basic, refreshToken: JSON.parse(text).refresh_token };
}
