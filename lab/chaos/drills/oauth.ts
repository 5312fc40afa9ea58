import { createHash, randomBytes } from "node:crypto";
import { decide } from "../../harness/person.ts";
import { countsOf, type Drill, type Findings, times } from "../drill.ts";
import type { Service } from "../service/service.ts";
import { newAddress, newTenant, request } from "../studio.ts";

const redirectUri = "https://app.example/callback";
const parallel = 40;

interface App {
	clientId: string;
	secret: string;
}

interface Approval {
	code: string;
	code_verifier: string;
}

export const oauth: Drill = {
	name: "oauth",
	promise: "of 40 parallel uses of one code or refresh token at most one succeeds, and the grant is revoked",
	async run({ service }, findings) {
		const on = await service();
		const app = await newApp(on);
		const { code, code_verifier } = await approved(on, app);
		const exchange = { grant_type: "authorization_code", redirect_uri: redirectUri, code, code_verifier };
		await race(on, app, exchange, findings, "code");
		const { refresh_token = "" } = (
			await token(on, app, {
				grant_type: "authorization_code",
				redirect_uri: redirectUri,
				...(await approved(on, app)),
			})
		).body;
		await race(on, app, { grant_type: "refresh_token", refresh_token }, findings, "refresh token");
	},
};

async function race(on: Service, app: App, form: Record<string, string>, findings: Findings, what: string) {
	const answers = await Promise.all(times(parallel, () => token(on, app, form)));
	findings.note(`${what}: ${countsOf(answers.map(({ status, body }) => `${status} ${body.error ?? ""}`.trim()))}`);
	const won = answers.filter(({ status }) => status === 200);
	findings.expect(won.length <= 1, `${won.length} uses of the ${what} succeeded.`);
	findings.expect(
		answers.every(({ status, body }) => status === 200 || (status === 400 && body.error === "invalid_grant")),
		`A use of the ${what} was answered with something else than invalid_grant.`,
	);
	for (const { body } of won) {
		const me = await on.call("GET", "/v1/me", { key: body.access_token });
		findings.expect(
			me.body.code === "revoked_grant",
			`A token of the ${what} is answered ${me.body.code ?? me.status}.`,
		);
		const again = await token(on, app, { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" });
		findings.expect(again.status === 400, `A refresh token of the ${what} is answered ${again.status}.`);
	}
}

async function token(on: Service, { clientId, secret }: App, form: Record<string, string>) {
	const response = await fetch(`${on.origin}/oauth/token`, {
		method: "POST",
		headers: {
			Authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
			"CF-Connecting-IP": newAddress(),
		},
		body: new URLSearchParams(form),
	});
	return { status: response.status, body: (await response.json()) as Record<string, string> };
}

async function newApp(on: Service): Promise<App> {
	const tenant_id = await newTenant(on, { plan: "studio" });
	const body = { tenant_id, name: "Drill", redirect_uris: [redirectUri], scopes: ["read:clients"] };
	const { app, client_secret } = await request(on, ["POST", "/admin/oauth_apps", 201], { key: on.operatorToken, body });
	return { clientId: app.client_id, secret: client_secret };
}

/** A code for a new studio, approved by its owner. */
async function approved(on: Service, { clientId }: App): Promise<Approval> {
	const tenantId = await newTenant(on);
	const owner = { email: `${randomBytes(6).toString("hex")}@example.com`, password: randomBytes(9).toString("hex") };
	await request(on, ["POST", `/admin/tenants/${tenantId}/users`, 201], { key: on.operatorToken, body: owner });
	const code_verifier = randomBytes(32).toString("base64url");
	const url = new URL("/oauth/authorize", on.origin);
	url.search = new URLSearchParams({
		response_type: "code",
		client_id: clientId,
		redirect_uri: redirectUri,
		scope: "read:clients",
		state: "drill",
		code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
		code_challenge_method: "S256",
	}).toString();
	const code = (await decide(url, owner)).searchParams.get("code");
	if (!code) throw new Error("The owner's approval gave no code.");
	return { code, code_verifier };
}
