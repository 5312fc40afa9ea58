import { createHash } from "node:crypto";
import { Browser } from "../browser.ts";
import type { Draw } from "../random.ts";
import type { Grant, Studio } from "../studio.ts";
import { type App, operatorToken, type World } from "../world.ts";
import { studioStep } from "./step.ts";

const redirectUri = "https://app.example.net/callback";
const scope = "read:clients";
const verifier = "v".repeat(64);
const challenge = createHash("sha256").update(verifier).digest("base64url");

async function appOf(world: World, owner: Studio): Promise<App | undefined> {
	if (world.app) return await world.app;
	world.app = (async () => {
		const body = {
			name: "Inkflow",
			type: "confidential",
			redirect_uris: [redirectUri],
			scopes: [scope],
			tenant_id: owner.id,
		};
		const answer = await owner.operate("POST", "/admin/oauth_apps", body);
		world.expect("an app is registered", answer.status === 201, () => JSON.stringify(answer.body));
		if (answer.status !== 201) return undefined;
		return {
			id: answer.body.app.id,
			clientId: answer.body.app.client_id,
			secret: answer.body.client_secret,
			suspended: false,
		};
	})();
	return await world.app;
}

interface Tokens {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: answers of both forms
	body: any;
}

/** Undefined if the connection was lost, after which nobody knows whether the tokens were made. */
async function askForTokens(studio: Studio, app: App, form: Record<string, string>): Promise<Tokens | undefined> {
	const { world } = studio;
	world.requests++;
	const request = new Request("https://api.example.com/oauth/token", {
		method: "POST",
		headers: { "CF-Connecting-IP": studio.caller.address },
		body: new URLSearchParams({ client_id: app.clientId, client_secret: app.secret, ...form }),
	});
	const answer = await world.cloud.fetch(request).catch(() => undefined);
	if (!answer) return undefined;
	world.expectHealth({ ...answer, body: answer.text }, `POST /oauth/token ${form.grant_type}`);
	return { status: answer.status, body: JSON.parse(answer.text) };
}

export const connectApp = studioStep(1.5, async ({ studio, draw, world }) => {
	const app = await appOf(world, studio);
	if (!app || app.suspended || studio.isOnLight()) return;
	const wasOnLight = studio.watchLight();
	const person = await personOf(studio, draw);
	const browser = new Browser(world, studio.operator.address);
	const url = new URL("https://api.example.com/oauth/authorize");
	for (const [name, value] of Object.entries({
		response_type: "code",
		client_id: app.clientId,
		redirect_uri: redirectUri,
		scope,
		state: "s",
		code_challenge: challenge,
		code_challenge_method: "S256",
	}))
		url.searchParams.set(name, value);
	const first = await browser.get(url);
	if (!first.location) return;
	const signedIn = await browser.send(await browser.get(first.location), person);
	world.expect("a person signs in", signedIn.location !== undefined, () => signedIn.html.slice(0, 500));
	if (!signedIn.location) return;
	const consent = await browser.get(signedIn.location);
	// An app that was suspended meanwhile gets its refusal at once, and so does every app while a database is away.
	if (consent.location && (app.suspended || wasOnLight() || world.isTroubled)) return;
	const decided = await browser.send(consent, { decision: "approve", tenant_id: studio.id });
	const code = decided.location?.searchParams.get("code");
	world.expect("a person connects an app", Boolean(code) || app.suspended || wasOnLight() || world.isTroubled, () =>
		decided.html.slice(0, 500),
	);
	if (!code) return;
	const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
	const answers = await Promise.all(
		Array.from({ length: draw.chance(0.2) ? 3 : 1 }, () => askForTokens(studio, app, form)),
	);
	const taken = answers.filter((answer) => answer?.status === 200);
	world.expect("a code works once", taken.length <= 1, () => `${taken.length} times`);
	// A code that comes twice ends the grant, once the service could look at the second one.
	const wasReplayed = answers.some((answer) => answer?.status === 400);
	if (answers.length === 1 && taken[0]) studio.grants.push({ ...tokensIn(taken[0]), busy: false });
	else if (taken[0] && wasReplayed) await expectDead(studio, taken[0].body.access_token);
});

const tokensIn = ({ body }: Tokens) => ({ access: body.access_token, refresh: body.refresh_token });

async function personOf(studio: Studio, draw: Draw): Promise<{ email: string; password: string }> {
	const person = { email: `owner-${studio.n}-${draw.seed()}@example.com`, password: `p${draw.seed()}${draw.seed()}` };
	const { status, body } = await studio.operate("POST", `/admin/tenants/${studio.id}/users`, person);
	studio.world.expect("a person is added", status === 201, () => JSON.stringify(body));
	return person;
}

async function expectDead(studio: Studio, token: string): Promise<void> {
	for (let n = 0; n < 3; n++) {
		const answer = await studio.caller.send({ method: "GET", path: "/v1/me", key: token });
		if (!answer || answer.status >= 429) continue;
		studio.world.expect(
			"a revoked grant opens nothing",
			[401, 403].includes(answer.status),
			() => `${studio.id}: ${answer.status}`,
		);
	}
}

async function withGrant(
	studio: Studio,
	draw: Draw,
	work: (app: App, grant: Grant) => Promise<boolean>,
): Promise<void> {
	const app = await studio.world.app;
	const grant = draw.any(studio.grants.filter(({ busy }) => !busy));
	if (!app || app.suspended || !grant) return;
	grant.busy = true;
	const isAlive = await work(app, grant);
	grant.busy = false;
	if (!isAlive) studio.grants.splice(studio.grants.indexOf(grant), 1);
}

/** The app gets new tokens. The use of an old one ends the grant. */
export const refreshTokens = studioStep(3, ({ studio, draw, world }) =>
	withGrant(studio, draw, async (app, grant) => {
		const wasOnLight = studio.watchLight();
		const form = { grant_type: "refresh_token", refresh_token: grant.refresh };
		const uses = draw.chance(0.2) ? 3 : 1;
		const answers = await Promise.all(Array.from({ length: uses }, () => askForTokens(studio, app, form)));
		const taken = answers.filter((answer) => answer?.status === 200);
		world.expect("a refresh token works once", taken.length <= 1, () => `${taken.length} times`);
		const [tokens] = taken;
		if (answers.some((answer) => answer === undefined || answer.status >= 500 || answer.status === 429)) return false;
		if (uses > 1) {
			if (tokens) await expectDead(studio, tokens.body.access_token);
			return false;
		}
		world.expect("a refresh token works", tokens !== undefined || wasOnLight(), () => JSON.stringify(answers[0]?.body));
		if (!tokens) return false;
		Object.assign(grant, tokensIn(tokens));
		const { status, body } = await studio.caller.read("/v1/clients?limit=1", grant.access);
		world.expect("an access token works", status === 200 || app.suspended || wasOnLight(), () => JSON.stringify(body));
		return true;
	}),
);

/** The operator suspends the app for some time. From the answer on no token of it opens anything. */
export const suspendApp = studioStep(0.3, async ({ studio, studios, draw, world }) => {
	const app = await world.app;
	if (!app || app.suspended) return;
	app.suspended = true;
	const path = `/admin/oauth_apps/${app.id}`;
	const { status } = await studio.operator.change("PATCH", path, operatorToken, { status: "SUSPENDED" });
	world.expect("an app is suspended", status === 200, () => String(status));
	for (const other of studios)
		for (const grant of other.grants) if (draw.chance(0.5)) await expectDead(other, grant.access);
	await world.simulation.wait(draw.between(1, 30) * 60_000);
	const resumed = await studio.operator.change("PATCH", path, operatorToken, { status: "ACTIVE" });
	world.expect("an app is resumed", resumed.status === 200, () => JSON.stringify(resumed.body));
	app.suspended = false;
});
