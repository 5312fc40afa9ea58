import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { type Answer, call, send } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { overtaken, rows } from "../support/database.ts";
import {
	type App,
	approve,
	basic,
	disconnect,
	exchange,
	expectDead,
	me,
	newApp,
	newConnection,
	newTokens,
	patchApp,
	post,
	redirectUri,
	refresh,
	revoke,
	type Tokens,
	token,
} from "../support/oauth.ts";

const count = 40;
const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const succeeded = (answers: Answer[]): Answer[] => answers.filter(({ status }) => status === 200);
const revocations = async (tenantId: string) =>
	(await rows("SELECT id FROM audit_entries WHERE tenant_id = ? AND action = 'oauth_grant.revoked'", tenantId)).length;

describe("the rightful client among 40 who hold its code", () => {
	it("gets the tokens, and keeps them: thieves without verifier, address or secret neither use up nor revoke", async () => {
		const own = await newConnection();
		const thieves = await Promise.all([newApp(), newApp({ type: "public" })]);
		const { code, verifier } = await approve(own);
		const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
		const attempts = times(count, (n) => {
			const wrong: (() => Promise<Answer>)[] = [
				() => token(own.app, { ...form, code_verifier: "x".repeat(43) }),
				() => token(own.app, { ...form, redirect_uri: "https://app.example/other" }),
				() => token(thieves[0] as App, form),
				() => token(thieves[1] as App, form),
				() => token({ ...own.app, secret: thieves[0]?.secret ?? "" }, form),
			];
			return (wrong[n % wrong.length] as () => Promise<Answer>)();
		});
		const [rightful, ...others] = await Promise.all([exchange(own.app, { code, verifier }), ...attempts]);
		expect(succeeded(others)).toEqual([]);
		expect(rightful.status).toBe(200);
		await me(200, rightful.body.access_token);
		expect((await refresh(own.app, rightful.body.refresh_token)).status).toBe(200);
		expect(await revocations(own.tenantId)).toBe(0);
	});

	it("gets them by its refresh token as well, whatever others ask with it", async () => {
		const own = await newConnection();
		const thief = await newApp();
		const { refresh_token } = await newTokens(own);
		const attempts = times(count, (n) =>
			n % 2 === 0 ? refresh(thief, refresh_token) : refresh({ ...own.app, secret: thief.secret }, refresh_token),
		);
		const [rightful, ...others] = await Promise.all([refresh(own.app, refresh_token), ...attempts]);
		expect(succeeded(others)).toEqual([]);
		expect(rightful.status).toBe(200);
		await me(200, rightful.body.access_token);
		expect(await revocations(own.tenantId)).toBe(0);
	});
});

describe("a refresh that was decided before its grant died", () => {
	const held = (app: App, refresh_token: string, meanwhile: () => Promise<unknown>) =>
		overtaken(meanwhile, "/oauth/token", {
			method: "POST",
			headers: { ...basic(app), "Content-Type": "application/x-www-form-urlencoded" },
			body: new URLSearchParams({ grant_type: "refresh_token", refresh_token }).toString(),
		});

	it("by its app's revocation is refused, and leaves no token alive", async () => {
		const own = await newConnection();
		const first = await newTokens(own);
		const { grant_id } = (await me(200, first.access_token)).body.oauth;
		const present = () => rows("SELECT refresh_token FROM oauth_grants WHERE id = ?", grant_id);
		const before = await present();
		const answer = await held(own.app, first.refresh_token, () => revoke(own.app, first.refresh_token));
		expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
		await expectDead([first], "revoked_by_app");
		expect(await present()).toEqual(before);
	});

	it("by the studio's disconnecting is refused, and leaves no token alive", async () => {
		const own = await newConnection();
		const first = await newTokens(own);
		const { grant_id } = (await me(200, first.access_token)).body.oauth;
		const answer = await held(own.app, first.refresh_token, () => disconnect(own, grant_id));
		expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
		await expectDead([first], "revoked_by_user");
	});

	it("by another use of the same token is the second use, and says so of the grant", async () => {
		const own = await newConnection();
		const first = await newTokens(own);
		let faster: Tokens | undefined;
		const answer = await held(own.app, first.refresh_token, async () => {
			faster = (await refresh(own.app, first.refresh_token)).body;
		});
		expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
		await expectDead([first, faster as Tokens], "refresh_replayed");
	});
});

describe("whatever ends a grant while another end is under way", () => {
	it("ends it once: 40 revocations of all its tokens write one entry each", async () => {
		const own = await newConnection();
		const first = await newTokens(own);
		const second = (await refresh(own.app, first.refresh_token)).body as Tokens;
		const values = [first.access_token, second.access_token, first.refresh_token, second.refresh_token];
		const answers = await Promise.all(times(count, (n) => revoke(own.app, values[n % values.length] ?? "")));
		expect(answers.map(({ status }) => status)).toEqual(times(count, () => 200));
		expect(await revocations(own.tenantId)).toBe(1);
		const tokens = "SELECT id FROM audit_entries WHERE tenant_id = ? AND action = 'oauth_access_token.revoked'";
		expect((await rows(tokens, own.tenantId)).length).toBeLessThanOrEqual(2);
		credentialCache.clear();
		for (const { access_token } of [first, second])
			expect((await me(401, access_token)).body.code).toBe("revoked_grant");
	});

	it("leaves one reason, and none of its tokens alive: a code again, a refresh token again, a revocation, the studio", async () => {
		const own = await newConnection();
		for (let n = 0; n < 5; n++) {
			const approval = await approve(own);
			const first = (await exchange(own.app, approval)).body as Tokens;
			const second = (await refresh(own.app, first.refresh_token)).body as Tokens;
			const { grant_id } = (await me(200, first.access_token)).body.oauth;
			const answers = await Promise.all([
				exchange(own.app, approval),
				refresh(own.app, first.refresh_token),
				refresh(own.app, second.refresh_token),
				revoke(own.app, second.refresh_token),
				disconnect(own, grant_id),
			]);
			expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
			const [stored] = await rows("SELECT revoked_reason FROM oauth_grants WHERE id = ?", grant_id);
			const third = answers[2]?.status === 200 ? [answers[2].body as Tokens] : [];
			await expectDead([first, second, ...third], String(stored?.revoked_reason));
			for (const { refresh_token } of [first, second, ...third])
				expect((await refresh(own.app, refresh_token)).status).toBe(400);
		}
		expect(await revocations(own.tenantId)).toBe(5);
	});
});

describe("operators who change one app at once", () => {
	const path = (id: string) => `/admin/oauth_apps/${id}`;
	const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };

	it("lose nothing: of changes to different fields each is there, or was refused with conflict", async () => {
		const changes = {
			name: "Other",
			description: "Other",
			homepage_url: "https://other.example/",
			logo_url: "https://other.example/logo.png",
			redirect_uris: ["https://other.example/cb"],
			scopes: ["read:leads"],
			first_party: true,
			status: "SUSPENDED",
		};
		for (let n = 0; n < 3; n++) {
			const { id } = await newApp();
			const answers = await Promise.all(
				Object.entries(changes).map(async ([field, value]) => {
					const answer = await send(path(id), { method: "PATCH", headers, body: { [field]: value } });
					return { field, value, answer };
				}),
			);
			const kept = (await call(200, path(id), { headers })).body;
			const made = answers.filter(({ answer }) => answer.status === 200);
			expect(made.length).toBeGreaterThan(0);
			for (const { field, value } of made) expect(kept[field]).toEqual(value);
			for (const { field, value, answer } of answers)
				if (answer.status !== 200) {
					expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
					expect(kept[field]).not.toEqual(value);
				}
		}
	});

	it("who rotate its secret leave two live ones at most, the newest among them, and no secret that was told is dead at once", async () => {
		const app = await newApp({ first_party: true });
		const { access_token } = await newTokens(await newConnection());
		const works = async (secret: string | null) =>
			(await post("/oauth/introspect", { token: access_token }, { headers: basic({ ...app, secret }) })).status === 200;
		const answers = await Promise.all(
			times(5, () => send(`${path(app.id)}/rotate_secret`, { method: "POST", headers })),
		);
		const told = succeeded(answers).map(({ body }) => body.client_secret as string);
		expect(told.length).toBeGreaterThan(0);
		for (const { status } of answers) expect([200, 409]).toContain(status);
		const { client_secrets } = (await call(200, path(app.id), { headers })).body;
		expect(client_secrets).toHaveLength(2);
		const live = await Promise.all([app.secret, ...told].map(works));
		expect(live.filter(Boolean)).toHaveLength(2);
		if (told.length === 1) expect(live).toEqual([true, true]);
	});
});

it("a suspension tells the gates of the studios with a token that has not expired, each once", async () => {
	const app = await newApp();
	const { set } = stopClock();
	await newTokens(await newConnection({ app }));
	set(3_600_000);
	const own = await newConnection({ app });
	const tokens = [await newTokens(own), await newTokens(own), await newTokens(await newConnection({ app }))];
	const told = vi.spyOn(Gate.prototype, "learnVersion");
	await patchApp(app, { status: "SUSPENDED" });
	expect(told).toHaveBeenCalledTimes(2);
	told.mockClear();
	await patchApp(app, { status: "SUSPENDED" });
	await patchApp(app, { description: "Other" });
	expect(told).not.toHaveBeenCalled();
	vi.restoreAllMocks();
	for (const { access_token } of tokens) expect((await me(403, access_token)).body.code).toBe("app_suspended");
});

describe("a studio that connects in the moment in which its app is suspended", () => {
	it("is told of, too: the suspension holds for all", async () => {
		const app = await newApp();
		const [before, connecting] = await Promise.all([newConnection({ app }), newConnection({ app })]);
		const old = await newTokens(before);
		await me(200, old.access_token);
		const approval = await approve(connecting);
		let connected: Tokens | undefined;
		const connect = async () => {
			connected = (await exchange(app, approval)).body as Tokens;
			await me(200, connected.access_token);
		};
		const suspended = await overtaken(connect, `/admin/oauth_apps/${app.id}`, {
			method: "PATCH",
			headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
			body: JSON.stringify({ status: "SUSPENDED" }),
		});
		expect([suspended.status, suspended.body.status]).toEqual([200, "SUSPENDED"]);
		for (const { access_token } of [old, connected as Tokens])
			expect((await me(403, access_token)).body.code).toBe("app_suspended");
	});
});
