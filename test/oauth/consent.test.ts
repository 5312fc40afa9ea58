import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { scopes as allScopes } from "../../src/platform/gate/scopes.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import worker from "../../src/worker.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, envWithHooks } from "../support/database.ts";
import {
	type App,
	approve,
	authorizationOf,
	type Connection,
	exchange,
	hiddenFields,
	me,
	newApp,
	newConnection,
	newPerson,
	newPkce,
	newSession,
	newTokens,
	patchApp,
	post,
	redirected,
	redirectUri,
	refresh,
	signIn,
} from "../support/oauth.ts";
import { joinStudio } from "../support/people.ts";
import { changePlan, newTenant, operate } from "../support/world.ts";

const { challenge } = newPkce();
const queryOf = (app: App, given: Record<string, string> = {}): string =>
	new URLSearchParams(authorizationOf(app, challenge, given)).toString();

type Signed = Pick<Connection, "cookie">;
const as = ({ cookie }: Signed): { headers: Record<string, string> } => ({ headers: { Cookie: cookie } });
const consent = ({ app, cookie }: Pick<Connection, "app" | "cookie">, given: Record<string, string> = {}) =>
	call(200, `/oauth/authorize?${queryOf(app, given)}`, as({ cookie }));
const decide = (signed: Signed, fields: Record<string, string>) => post("/oauth/consent", fields, as(signed));

/** The codes of an app as the database has them. */
const codes = async ({ id }: App): Promise<Record<string, unknown>[]> =>
	(await database.prepare("SELECT * FROM oauth_codes WHERE app_id = ?").bind(id).all()).results;

/** The page says why it asks again, and no code was issued. */
async function expectAskedAgain(answer: Answer, app: App, reason: string): Promise<void> {
	expect(answer.status, answer.text).toBe(422);
	expect(answer.headers.has("Location")).toBe(false);
	expect(answer.text).toContain(reason);
	expect(answer.text).toContain("wants to connect");
	expect(await codes(app)).toEqual([]);
}

const auditOf = async (tenantId: string) =>
	(await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body.data.filter(({ action }: { action: string }) =>
		action.startsWith("oauth_grant."),
	);
const join = async (person: Connection["person"], given: Record<string, unknown>): Promise<string> => {
	const tenantId = await newTenant(given);
	await joinStudio(person, tenantId);
	return tenantId;
};

let connection: Connection;
beforeAll(async () => {
	connection = await newConnection();
});

describe("the consent page shows", () => {
	test("the app, what it says of itself, its logo, the studio, where one will be sent and who is signed in", async () => {
		const app = await newApp({
			name: "Inkflow Sync",
			description: "Keeps your calendar in step.",
			homepage_url: "https://inkflow.example/about",
			logo_url: "https://cdn.inkflow.example/logo.png",
			redirect_uris: ["https://login.inkflow.example:8443/callback"],
		});
		const { text } = await consent(
			{ app, cookie: connection.cookie },
			{ redirect_uri: "https://login.inkflow.example:8443/callback" },
		);
		for (const shown of [
			"Inkflow Sync wants to connect to Black Lotus",
			"Keeps your calendar in step.",
			'href="https://inkflow.example/about"',
			'src="https://cdn.inkflow.example/logo.png"',
			"<strong>login.inkflow.example:8443</strong>",
			connection.person.email,
		])
			expect(text).toContain(shown);
	});

	test("each of the 25 scopes in words of its own, what is asked for and no more", async () => {
		const app = await newApp({ scopes: allScopes });
		const wordsOf = async (scope: string) =>
			[...(await consent({ app, cookie: connection.cookie }, { scope })).text.matchAll(/<li>(.*?)<\/li>/g)].map(
				([, words = ""]) => words,
			);
		const words = await Promise.all(allScopes.map(wordsOf));
		for (const [n, scope] of allScopes.entries()) {
			expect(words[n], scope).toEqual([expect.stringMatching(/^[A-Z].{8,}/)]);
			expect(words[n]).not.toEqual([scope]);
		}
		expect(new Set(words.flat()).size).toBe(25);
		expect((await wordsOf(allScopes.join(" "))).sort()).toEqual(words.flat().sort());
		expect(await wordsOf("read:leads read:leads write:leads")).toHaveLength(2);
	});

	test("that automations send data elsewhere and read whole client records", async () => {
		const app = await newApp({ scopes: allScopes });
		const { text } = await consent({ app, cookie: connection.cookie }, { scope: "write:automation" });
		expect(text).toContain("send what happens in your studio elsewhere");
		expect(text).toContain("read any client’s whole record by their email");
		const read = await consent({ app, cookie: connection.cookie }, { scope: "read:automation" });
		expect(read.text).toContain("any client by their email");
	});

	test("what is seen apart from what is changed", async () => {
		const { text } = await consent(connection, { scope: "read:clients" });
		expect(text).toContain("It will see");
		expect(text).not.toContain("It will be able to");
		expect((await consent(connection, { scope: "write:clients" })).text).not.toContain("It will see");
	});
});

test("whoever is not the person that is signed in signs out there, and comes back to the same request", async () => {
	const { person, app, cookie } = await newConnection();
	const { text } = await consent({ app, cookie }, { state: "a&b=c d" });
	const form = /<form method="post" action="\/sign_out".*?<\/form>/s.exec(text)?.[0] ?? "";
	expect(form).toContain(person.email);
	const out = await post("/sign_out", hiddenFields(form), as({ cookie }));
	expect(out.headers.get("Location")).toMatch(/^\/sign_in\?/);
	const page = await call(200, out.headers.get("Location") ?? "");
	const other = await newPerson(await newTenant({ name: "Zebra Ink" }));
	const { email, password } = other;
	const on = await post("/sign_in", { ...hiddenFields(page.text), email, password });
	const then = on.headers.get("Location") ?? "";
	expect(then).toBe(`/oauth/authorize?${queryOf(app, { state: "a&b=c d" })}`);
	const again = await call(200, then, as({ cookie: on.headers.get("Set-Cookie")?.split(";")[0] ?? "" }));
	expect(again.text).toContain("wants to connect to Zebra Ink");
});

describe("consent is asked", () => {
	test.each([false, true])(
		"each time, with first_party %j, and each approval is a grant of its own",
		async (first_party) => {
			const app = await newApp({ first_party });
			const mine = { ...connection, app };
			const grants: { id: string; access: string; refresh: string }[] = [];
			for (let n = 0; n < 3; n++) {
				expect((await consent(mine)).text).toContain("Allow");
				const { access_token, refresh_token } = await newTokens(mine);
				const { body } = await me(200, access_token);
				grants.push({ id: body.oauth.grant_id, access: access_token, refresh: refresh_token });
			}
			expect(new Set(grants.map(({ id }) => id)).size).toBe(3);
			const [first, second, third] = grants as [(typeof grants)[0], (typeof grants)[0], (typeof grants)[0]];
			await post("/oauth/revoke", { token: second.refresh, client_id: app.clientId, client_secret: app.secret ?? "" });
			expect((await me(401, second.access)).body.code).toBe("revoked_grant");
			for (const { access, refresh: token } of [first, third]) {
				await me(200, access);
				expect((await refresh(app, token)).status).toBe(200);
			}
		},
	);

	test("again, with no code, when the form says neither Allow nor Cancel", async () => {
		const app = await newApp();
		const fields = { request: queryOf(app), tenant_id: connection.tenantId };
		for (const decision of [
			{},
			{ decision: "" },
			{ decision: "yes" },
			{ decision: "Approve" },
			{ decision: "approve " },
		])
			await expectAskedAgain(await decide(connection, { ...fields, ...decision }), app, "Choose Allow or Cancel.");
	});
});

describe("Allow", () => {
	test("sends the browser on with 302 to exactly the app's address, with a code, the state and the issuer", async () => {
		const answer = await decide(connection, {
			...hiddenFields((await consent(connection)).text),
			decision: "approve",
			request: queryOf(connection.app),
		});
		expect(answer.status).toBe(302);
		expect(answer.headers.get("Location")).toMatch(/^https:\/\/app\.example\/callback\?code=svcac_\w+&/);
		expect(redirected(answer).parameters).toEqual({
			code: expect.stringMatching(/^svcac_\w{36}$/),
			state: "st4te",
			iss: "https://api.test",
		});
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		expect(answer.text).not.toContain("svcac_");
	});

	test("works with just what the page holds", async () => {
		const { text } = await consent(connection);
		const form = /<form method="post" action="\/oauth\/consent">.*?<\/form>/s.exec(text)?.[0] ?? "";
		expect(hiddenFields(form)).toEqual({ request: queryOf(connection.app), tenant_id: connection.tenantId });
		expect(form).toMatch(/<button[^>]* type="submit" name="decision" value="approve"/);
		const answer = await decide(connection, { ...hiddenFields(form), decision: "approve" });
		expect(redirected(answer).parameters.code).toMatch(/^svcac_/);
	});

	test("grants the scopes that were asked for, no less and no more", async () => {
		const app = await newApp({ scopes: ["read:clients", "write:clients", "read:leads", "write:leads"] });
		for (const [asked, granted] of [
			["read:leads", "read:leads"],
			["write:leads read:clients", "write:leads read:clients"],
			["read:leads read:clients read:leads", "read:leads read:clients"],
		] as const) {
			const tokens = await newTokens({ ...connection, app }, { scope: asked });
			expect(tokens.scope.split(" ").sort()).toEqual(granted.split(" ").sort());
			expect((await me(200, tokens.access_token)).body.oauth.scopes.sort()).toEqual(granted.split(" ").sort());
		}
	});

	test("keeps no code, only its hash, bound to app, studio, person, address, challenge and scopes, for 60 seconds", async () => {
		const app = await newApp();
		const { code } = await approve({ ...connection, app }, { scope: "read:clients", code_challenge: challenge });
		const [row, ...others] = await codes(app);
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			hash: hashOfSecret(code),
			tenant_id: connection.tenantId,
			user_id: connection.person.id,
			redirect_uri: redirectUri,
			code_challenge: challenge,
			scopes: '["read:clients"]',
			redeemed_at: null,
		});
		expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(60_000);
		expect(JSON.stringify(row)).not.toContain(code);
	});

	test("pressed twice gives two codes, of two grants", async () => {
		const app = await newApp();
		const fields = { request: queryOf(app), tenant_id: connection.tenantId, decision: "approve" };
		const answers = await Promise.all([decide(connection, fields), decide(connection, fields)]);
		expect(new Set(answers.map((answer) => redirected(answer).parameters.code)).size).toBe(2);
		expect(new Set((await codes(app)).map((row) => row.grant_id)).size).toBe(2);
	});

	test("stands in the studio's audit log, by whom and from where, under the grant that it becomes", async () => {
		const tenantId = await newTenant();
		const person = await newPerson(tenantId);
		const { app } = connection;
		const cookie = await newSession(person);
		const { verifier, challenge } = newPkce();
		const fields = { request: queryOf(app, { code_challenge: challenge }), tenant_id: tenantId, decision: "approve" };
		const from = "198.51.100.7";
		const answer = await post("/oauth/consent", fields, { ...as({ cookie }), from });
		const entries = await auditOf(tenantId);
		expect(entries).toEqual([
			expect.objectContaining({
				action: "oauth_grant.approved",
				actor: { type: "user", id: person.id },
				ip_address: from,
				request_id: answer.headers.get("X-Request-ID"),
				test_mode: false,
			}),
		]);
		const { body } = await exchange(app, { code: redirected(answer).parameters.code ?? "", verifier });
		expect((await me(200, body.access_token)).body.oauth.grant_id).toBe(entries[0].resource_id);
	});
});

describe("Cancel", () => {
	test("sends the browser back with access_denied, state and issuer, and leaves neither code nor audit entry", async () => {
		const { app, cookie, tenantId } = await newConnection();
		const answer = await decide({ cookie }, { request: queryOf(app), tenant_id: tenantId, decision: "deny" });
		expect(answer.status).toBe(302);
		expect(answer.headers.get("Location")).toMatch(/^https:\/\/app\.example\/callback\?/);
		expect(redirected(answer).parameters).toEqual({
			error: "access_denied",
			error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
			state: "st4te",
			iss: "https://api.test",
		});
		expect(await codes(app)).toEqual([]);
		expect(await auditOf(tenantId)).toEqual([]);
	});

	test("needs no studio, no session and no plan", async () => {
		const light = await newConnection({ plan: "light" });
		const request = queryOf(light.app);
		for (const answer of [
			await decide(light, { request, decision: "deny" }),
			await decide(light, { request, tenant_id: "ten_nonsense", decision: "deny" }),
			await post("/oauth/consent", { request, decision: "deny" }),
		])
			expect(redirected(answer)).toMatchObject({ to: redirectUri, parameters: { error: "access_denied" } });
	});
});

describe("an approval without a session", () => {
	test.each<[string, () => Promise<Record<string, string>>]>([
		["with no cookie", async () => ({})],
		["with an empty one", async () => ({ Cookie: "__Host-studio_session=" })],
		["with an invented one", async () => ({ Cookie: `__Host-studio_session=${"a".repeat(43)}` })],
		["with one under the name for http", async () => ({ Cookie: connection.cookie.replace("__Host-", "") })],
		[
			"with the stored hash of one",
			async () => ({ Cookie: `__Host-studio_session=${hashOfSecret(connection.cookie.split("=")[1] ?? "")}` }),
		],
		[
			"with one that has signed out",
			async () => {
				const cookie = await newSession(connection.person);
				await post("/sign_out", {}, as({ cookie }));
				return { Cookie: cookie };
			},
		],
		[
			"with one that has lapsed",
			async () => {
				const cookie = await newSession(connection.person);
				advance(86_401);
				connection = { ...connection, cookie: await newSession(connection.person) };
				return { Cookie: cookie };
			},
		],
	])("%s leads to sign-in, with the request kept and no code", async (_, headersOf) => {
		const app = await newApp();
		const request = queryOf(app, { state: "a&b=c d" });
		const fields = { request, tenant_id: connection.tenantId, decision: "approve" };
		const answer = await post("/oauth/consent", fields, { headers: await headersOf() });
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toBe(
			`/sign_in?continue=${encodeURIComponent(`/oauth/authorize?${request}`)}`,
		);
		expect(await codes(app)).toEqual([]);
	});
});

describe("someone of several studios", () => {
	test("picks one, none is picked for them, and the token is of that one", async () => {
		const { person, tenantId, cookie, app } = await newConnection();
		const other = await join(person, { name: "Zebra Ink" });
		const { text } = await consent({ app, cookie });
		expect(text).toContain("wants to connect to your studio");
		const radios = [...text.matchAll(/<input type="radio" name="tenant_id" value="(\w+)" required[^>]*>/g)];
		expect(radios.map(([, id]) => id)).toEqual([tenantId, other]);
		expect(text).not.toMatch(/checked|selected/);
		expect(text).not.toMatch(/<input type="hidden" name="tenant_id"/);
		const request = queryOf(app);
		for (const tenant of [{}, { tenant_id: "" }])
			await expectAskedAgain(
				await decide({ cookie }, { request, decision: "approve", ...tenant }),
				app,
				"Choose the studio",
			);
		for (const id of [tenantId, other]) {
			const { access_token } = await newTokens({ app, cookie, tenantId: id, person });
			expect((await me(200, access_token)).body.tenant_id).toBe(id);
		}
	});

	test("cannot pick two at once", async () => {
		const { person, tenantId, cookie, app } = await newConnection();
		const other = await join(person, {});
		const both: [string, string][] = [
			["tenant_id", tenantId],
			["tenant_id", other],
		];
		const fields: [string, string][] = [["request", queryOf(app)], ...both, ["decision", "approve"]];
		expect((await post("/oauth/consent", fields, as({ cookie }))).status).toBe(400);
		expect(await codes(app)).toEqual([]);
	});

	test("sees those on Light, which cannot be picked", async () => {
		const { person, tenantId, cookie, app } = await newConnection();
		const light = await join(person, { name: "Aviary", plan: "light" });
		const { text } = await consent({ app, cookie });
		const radio = (id: string) =>
			new RegExp(`<input type="radio" name="tenant_id" value="${id}"[^>]*>`).exec(text)?.[0];
		expect(radio(light)).toMatch(/ disabled/);
		expect(radio(tenantId)).not.toMatch(/disabled/);
		expect(text).toContain('Aviary<span class="dim"> (needs the Solo plan)</span>');
		const request = queryOf(app);
		const forced = await decide({ cookie }, { request, tenant_id: light, decision: "approve" });
		await expectAskedAgain(forced, app, "Choose the studio");
		await approve({ app, cookie, tenantId });
	});
});

describe("STAFF", () => {
	const becomeStaff = (person: Connection["person"], tenantId: string) =>
		operate(200, `/admin/tenants/${tenantId}/users/${person.id}`, { method: "PATCH", body: { role: "STAFF" } });

	test("connects no app: the page says why, without Allow, and refuses one that is sent all the same", async () => {
		const { app, cookie, tenantId, person } = await newConnection();
		await newPerson(tenantId);
		const fields = { ...hiddenFields((await consent({ app, cookie })).text), decision: "approve" };
		await becomeStaff(person, tenantId);
		const { text } = await consent({ app, cookie });
		expect(text).toContain("Only an owner of a studio can connect apps to it");
		expect(text).not.toContain("needs the Solo plan");
		expect(text).not.toContain('value="approve"');
		expect(text).toMatch(/<input type="radio"[^>]* disabled/);
		await expectAskedAgain(await decide({ cookie }, fields), app, "Only an owner");
		expect(await auditOf(tenantId)).toEqual([]);
	});

	test("of one studio and owner of another connects that one alone", async () => {
		const { app, cookie, tenantId, person } = await newConnection();
		const other = await join(person, { name: "Zebra Ink" });
		await newPerson(other);
		await becomeStaff(person, other);
		const { text } = await consent({ app, cookie });
		expect(text).toContain('Zebra Ink<span class="dim"> (only an owner can connect apps)</span>');
		const forced = { request: queryOf(app), tenant_id: other, decision: "approve" };
		await expectAskedAgain(await decide({ cookie }, forced), app, "Choose the studio");
		await approve({ app, cookie, tenantId });
	});

	test("who became it while Allow was under way gets no code", async () => {
		const { app, tenantId, person } = await newConnection();
		await newPerson(tenantId);
		// A new session's use is noted already, so the first transaction is that of the code.
		const cookie = await signIn(person);
		const body = new URLSearchParams({ request: queryOf(app), tenant_id: tenantId, decision: "approve" });
		const headers = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" };
		const ctx = createExecutionContext();
		let begun = false;
		const bindings = envWithHooks({
			batch: async () => {
				if (begun) return;
				begun = true;
				await becomeStaff(person, tenantId);
			},
		});
		const request = new Request("https://api.test/oauth/consent", {
			method: "POST",
			body,
			headers,
			redirect: "manual",
		});
		const response = await worker.fetch(request, bindings, ctx);
		await waitOnExecutionContext(ctx);
		expect(begun).toBe(true);
		expect(response.headers.get("Location") ?? "").not.toContain("code=");
		expect(await codes(app)).toEqual([]);
	});
});

describe("a studio that is not one's own", () => {
	test.each<[string, () => Promise<string>]>([
		["another's", () => newTenant({ name: "Secret Studio" })],
		["the app owner's", () => newTenant({ plan: "studio", name: "Secret Studio" })],
		["one that does not exist", async () => "ten_019aa1b2c3d47e5f8a9b0c1d2e3f4a5b"],
		["an id of something else", async () => connection.person.id],
		["nonsense", async () => "' OR 1=1 --"],
		["a wildcard", async () => "ten_%"],
	])("%s is refused, and nothing of it is shown", async (_, tenantOf) => {
		const app = await newApp();
		const tenant_id = await tenantOf();
		const answer = await decide(connection, { request: queryOf(app), tenant_id, decision: "approve" });
		await expectAskedAgain(answer, app, "Choose the studio");
		expect(answer.text).not.toContain("Secret Studio");
		expect(answer.text).not.toContain(tenant_id);
	});

	test("is also one that somebody has left since the page was shown", async () => {
		const { app, cookie, person, tenantId } = await newConnection();
		await consent({ app, cookie });
		await database.prepare("DELETE FROM memberships WHERE user_id = ?").bind(person.id).run();
		const answer = await decide({ cookie }, { request: queryOf(app), tenant_id: tenantId, decision: "approve" });
		await expectAskedAgain(answer, app, "You are not a member of any studio");
		const { text } = await consent({ app, cookie });
		expect(text).toContain("You are not a member of any studio");
		expect(text).not.toContain('value="approve"');
	});
});

describe("the plan", () => {
	test.each(["solo", "duo", "crew", "studio", "empire"])("%s lets apps connect", async (plan) => {
		const mine = await newConnection({ plan, app: connection.app });
		const { access_token } = await newTokens(mine);
		await me(200, access_token);
	});

	test("light shows the app and says what is needed, without Allow, and refuses one that is sent all the same", async () => {
		const { app, cookie, tenantId } = await newConnection({ plan: "light" });
		const { text } = await consent({ app, cookie });
		expect(text).toContain("Connecting apps needs the Solo plan or higher");
		expect(text).toMatch(/<input type="radio"[^>]* disabled/);
		expect(text).not.toContain('value="approve"');
		expect(text).toContain('value="deny"');
		const fields = { request: queryOf(app), tenant_id: tenantId, decision: "approve" };
		await expectAskedAgain(await decide({ cookie }, fields), app, "needs the Solo plan");
		await changePlan(tenantId, "solo");
		expect((await consent({ app, cookie })).text).toContain('value="approve"');
		await approve({ app, cookie, tenantId });
	});

	test("counts when Allow is pressed, not when the page was shown", async () => {
		const { app, cookie, tenantId } = await newConnection();
		const fields = { ...hiddenFields((await consent({ app, cookie })).text), request: queryOf(app) };
		await changePlan(tenantId, "light");
		await expectAskedAgain(await decide({ cookie }, { ...fields, decision: "approve" }), app, "needs the Solo plan");
	});
});

describe("the request in the form is judged anew", () => {
	const changed = (app: App, change: (query: URLSearchParams) => void): string => {
		const query = new URLSearchParams(queryOf(app));
		change(query);
		return query.toString();
	};
	test.each<[string, (query: URLSearchParams) => void]>([
		["another redirect_uri", (query) => query.set("redirect_uri", "https://evil.example/")],
		["a second redirect_uri", (query) => query.append("redirect_uri", "https://evil.example/")],
		["no redirect_uri", (query) => query.delete("redirect_uri")],
		["a second client_id", (query) => query.append("client_id", "svcoa_x")],
		["no client_id", (query) => query.delete("client_id")],
		["nothing", (query) => [...query.keys()].forEach((name) => void query.delete(name))],
	])("%s: an error page, no code", async (_, change) => {
		const app = await newApp();
		for (const decision of ["approve", "deny"]) {
			const request = changed(app, change);
			const answer = await decide(connection, { request, tenant_id: connection.tenantId, decision });
			expect(answer.status).toBe(400);
			expect(answer.headers.has("Location")).toBe(false);
		}
		expect(await codes(app)).toEqual([]);
	});

	test.each<[string, string, (query: URLSearchParams) => void]>([
		["more than the app may ask for", "invalid_scope", (query) => query.set("scope", "read:clients read:audit_log")],
		["no challenge", "invalid_request", (query) => query.delete("code_challenge")],
		["the plain challenge", "invalid_request", (query) => query.set("code_challenge_method", "plain")],
		["another grant", "unsupported_response_type", (query) => query.set("response_type", "token")],
	])("%s: %s, no code", async (_, error, change) => {
		const app = await newApp();
		const fields = { request: changed(app, change), tenant_id: connection.tenantId, decision: "approve" };
		const answer = await decide(connection, fields);
		expect(redirected(answer)).toMatchObject({ to: redirectUri, parameters: { error, state: "st4te" } });
		expect(await codes(app)).toEqual([]);
	});

	test("no request at all, or parameters of one beside the form's: an error page, no code", async () => {
		const app = await newApp();
		const fields = { tenant_id: connection.tenantId, decision: "approve" };
		const parameters = authorizationOf(app, challenge);
		const { headers } = as(connection);
		for (const answer of [
			await decide(connection, fields),
			await decide(connection, { ...fields, request: "" }),
			await decide(connection, { ...fields, ...parameters }),
			await post(`/oauth/consent?${queryOf(app)}`, fields, { headers }),
			await post(`/oauth/consent?request=${encodeURIComponent(queryOf(app))}`, fields, { headers }),
		]) {
			expect(answer.status).toBe(400);
			expect(answer.headers.has("Location")).toBe(false);
		}
		expect(await codes(app)).toEqual([]);
	});

	test("an app suspended since the page was shown: unauthorized_client, no code", async () => {
		const app = await newApp();
		await consent({ app, cookie: connection.cookie });
		await patchApp(app, { status: "SUSPENDED" });
		const fields = { request: queryOf(app), tenant_id: connection.tenantId, decision: "approve" };
		expect(redirected(await decide(connection, fields)).parameters.error).toBe("unauthorized_client");
		expect(await codes(app)).toEqual([]);
	});
});

describe("the form is taken as a form alone", () => {
	const fieldsOf = (app: App) => ({ request: queryOf(app), tenant_id: connection.tenantId, decision: "approve" });
	test.each<[string, (fields: Record<string, string>) => { raw: BodyInit; headers: Record<string, string> }]>([
		["JSON", (fields) => ({ raw: JSON.stringify(fields), headers: { "Content-Type": "application/json" } })],
		["text", (fields) => ({ raw: new URLSearchParams(fields).toString(), headers: { "Content-Type": "text/plain" } })],
		[
			"multipart",
			(fields) => {
				const parts = Object.entries(fields).map(
					([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
				);
				return { raw: `${parts.join("")}--x--`, headers: { "Content-Type": "multipart/form-data; boundary=x" } };
			},
		],
		["without a type", (fields) => ({ raw: new TextEncoder().encode(`${new URLSearchParams(fields)}`), headers: {} })],
	])("%s is refused with a page and no code", async (_, bodyOf) => {
		const app = await newApp();
		const { raw, headers } = bodyOf(fieldsOf(app));
		const answer = await send("/oauth/consent", {
			method: "POST",
			raw,
			headers: { ...headers, Cookie: connection.cookie },
		});
		expect(answer.status).toBe(400);
		expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
		expect(await codes(app)).toEqual([]);
	});

	test("a charset in its type does no harm", async () => {
		const app = await newApp();
		const headers = { Cookie: connection.cookie, "Content-Type": "Application/X-WWW-Form-URLEncoded; charset=UTF-8" };
		const answer = await post("/oauth/consent", fieldsOf(app), { headers });
		expect(redirected(answer).parameters.code).toMatch(/^svcac_/);
	});

	test("one of more than 1 MiB is refused with 413", async () => {
		const app = await newApp();
		const answer = await decide(connection, { ...fieldsOf(app), filler: "x".repeat(1024 * 1024) });
		expect(answer.status).toBe(413);
		expect(await codes(app)).toEqual([]);
	});

	test("and not by GET", async () => {
		const app = await newApp();
		const answer = await send(`/oauth/consent?${new URLSearchParams(fieldsOf(app))}`, as(connection));
		expect(answer.status).toBe(404);
		expect(await codes(app)).toEqual([]);
	});
});
