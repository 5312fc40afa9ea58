import { createHash, randomBytes } from "node:crypto";
import { getMigrations } from "better-auth/db/migration";
import { type Auth, origin } from "./auth.ts";

const keyCount = 64;
const grantCount = 32;
const redirectUri = "https://app.example/callback";
const scope = "read:clients write:clients offline_access";

export async function setUp(auth: Auth) {
	await (await getMigrations(auth.options)).runMigrations();
	const { headers, response } = await auth.api.signUpEmail({
		body: { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" },
		returnHeaders: true,
	});
	const cookie = headers
		.getSetCookie()
		.map((one) => one.split(";")[0])
		.join("; ");
	const keys = await Promise.all(
		Array.from({ length: keyCount }, () =>
			auth.api.createApiKey({ body: { name: "Bench", userId: response.user.id } }),
		),
	);
	const app = await auth.api.adminCreateOAuthClient({
		body: { redirect_uris: [redirectUri], client_name: "Inkflow", scope, skip_consent: true },
		headers: new Headers({ cookie }),
	});
	const basic = `Basic ${btoa(`${app.client_id}:${app.client_secret}`)}`;
	const refreshTokens: string[] = [];
	for (let n = 0; n < grantCount; n++) refreshTokens.push(await newGrant(auth, app.client_id, basic, cookie));
	return { keys: keys.map(({ key }) => key), basic, refreshTokens };
}

async function newGrant(auth: Auth, clientId: string, basic: string, cookie: string): Promise<string> {
	const verifier = randomBytes(32).toString("base64url");
	const query = new URLSearchParams({
		response_type: "code",
		client_id: clientId,
		redirect_uri: redirectUri,
		scope,
		state: "st4te",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	});
	const answer = await asked(auth, `/api/auth/oauth2/authorize?${query}`, { headers: { cookie } });
	const code = new URL(answer.headers.get("Location") ?? "").searchParams.get("code") ?? "";
	const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
	const tokens = await asked(auth, "/api/auth/oauth2/token", {
		method: "POST",
		headers: { Authorization: basic },
		body: new URLSearchParams(form),
	});
	return ((await tokens.json()) as { refresh_token: string }).refresh_token;
}

let asks = 0;

/** Each request comes from an address of its own, so that the limits by address, which stay on, do not matter here. */
async function asked(
	auth: Auth,
	path: string,
	init: { method?: string; headers: Record<string, string>; body?: URLSearchParams },
) {
	const headers = { ...init.headers, "CF-Connecting-IP": `198.51.100.${++asks % 256}` };
	const answer = await auth.handler(new Request(origin + path, { ...init, headers }));
	if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
	return answer;
}
