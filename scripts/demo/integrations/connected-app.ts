import { createHash, randomBytes } from "node:crypto";
import { send, signIn } from "./sign-in.ts";

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

/** As the owner would: signs in, allows the app on the consent page, and lets it ask who it is. */
export async function connectApp({ origin, clientId, tenantId, email, password }: Connection): Promise<void> {
	const cookie = await signIn(origin, email, password);
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
