import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const redirectUri = "https://waiting-list.example/connected";

/** An app of another company, which the owner of the demo studio connects. It has no secret, so nothing is kept. */
export const connectedApp = {
	name: "Waiting list",
	description: "Offers cancelled times to clients who wait for one.",
	homepage_url: "https://waiting-list.example/",
	type: "public",
	redirect_uris: [redirectUri],
	scopes: ["read:clients", "read:appointments", "write:appointments", "read:events"],
};

interface Connection {
	origin: string;
	clientId: string;
	tenantId: string;
	email: string;
	password: string;
}

/** Connects the app as the owner would: signs in, allows it on the consent page, and lets the app ask who it is. */
export async function connectApp({ origin, clientId, tenantId, email, password }: Connection): Promise<void> {
	const signedIn = await send(`${origin}/sign_in`, { email, password });
	const cookie = signedIn.headers.get("Set-Cookie")?.split(";")[0] ?? "";
	const verifier = randomBytes(32).toString("base64url");
	const request = new URLSearchParams({
		response_type: "code",
		client_id: clientId,
		redirect_uri: redirectUri,
		scope: connectedApp.scopes.join(" "),
		state: randomBytes(8).toString("base64url"),
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	const form = { request: String(request), tenant_id: tenantId, decision: "approve" };
	const allowed = await send(`${origin}/oauth/consent`, form, { Cookie: cookie });
	const code = new URL(allowed.headers.get("Location") ?? redirectUri).searchParams.get("code") ?? "";
	const exchange = { grant_type: "authorization_code", code, redirect_uri: redirectUri, client_id: clientId };
	const answer = await send(`${origin}/oauth/token`, { ...exchange, code_verifier: verifier });
	const { access_token } = (await answer.json()) as { access_token: string };
	await fetch(`${origin}/v1/me`, { headers: { Authorization: `Bearer ${access_token}` } });
}

const maxTries = 10;

/** Sends a form, and again after the time that the service asks for. */
async function send(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
	for (let tries = 1; ; tries++) {
		const body = new URLSearchParams(form);
		const response = await fetch(url, { method: "POST", redirect: "manual", headers, body });
		if (response.status < 400) return response;
		const wait = response.headers.get("Retry-After");
		if (wait === null || tries === maxTries)
			throw new Error(`POST ${new URL(url).pathname} gave ${response.status} ${await response.text()}`);
		await sleep(Number(wait) * 1000);
	}
}
