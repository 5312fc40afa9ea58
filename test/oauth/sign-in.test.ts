import { createExecutionContext, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { app as service } from "../../src/entry/app.ts";
import { Counters } from "../../src/platform/gate/counters/counters.ts";
import { subscriberOf } from "../../src/platform/gate/credentials/ip-allowlist.ts";
import { sharedCounters } from "../../src/platform/gate/gates.ts";
import { sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { type Answer, type Call, call, newAddress, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database, envWithHooks } from "../support/database.ts";
import { approve, createPerson, hiddenFields, newApp, newPerson, type Person, post, signIn } from "../support/oauth.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant } from "../support/world.ts";

const home = "/dashboard";
/** A page that shows who is signed in. */
const account = "/dashboard/account";
const wrong = "The email or the password is wrong.";
const window = 15 * 60;

let tenantId: string;
let person: Person;
beforeAll(async () => {
	tenantId = await newTenant();
	person = await createPerson(tenantId);
});
// The failures of the test before do not count any more after this time.
beforeEach(() => advance(window));

type Given = Pick<Person, "email" | "password">;
const attempt = ({ email, password }: Given, options: Call = {}) => post("/sign_in", { email, password }, options);
const guess = ({ email }: Pick<Person, "email">, options: Call = {}) =>
	attempt({ email, password: "wr0ng guess" }, options);
const times = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: count }, run));
/** The service checks few passwords of one address at once. */
async function oneByOne(count: number, run: () => Promise<Answer>): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let n = 0; n < count; n++) answers.push(await run());
	return answers;
}
const statuses = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;
const cookieOf = (answer: { headers: Headers }) => answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";

/** Null when the cookie has no session. */
async function whoIs(cookie: string): Promise<string | null> {
	const answer = await send(account, { headers: { Cookie: cookie } });
	if (answer.status === 200) return /<p class="lead">([^<]+@[^<]+)<\/p>/.exec(answer.text)?.[1] ?? "?";
	expect(answer.headers.get("Location")).toBe(`/sign_in?continue=${encodeURIComponent(account)}`);
	return null;
}

function expectRefused(answer: Answer): void {
	expect(answer.status, answer.text).toBe(422);
	expect(answer.text).toContain(wrong);
	expect(answer.headers.has("Set-Cookie")).toBe(false);
	expect(answer.headers.has("Location")).toBe(false);
}

function expectToWait(answer: Answer): number {
	expect(answer.status, answer.text).toBe(429);
	expect(answer.headers.has("Set-Cookie")).toBe(false);
	expect(answer.text).toContain("Too many attempts failed.");
	const seconds = Number(answer.headers.get("Retry-After"));
	expect(seconds).toBeGreaterThan(0);
	expect(seconds).toBeLessThanOrEqual(window);
	return seconds;
}

const sessionsOf = async ({ id }: Person): Promise<Record<string, unknown>[]> =>
	(await database.prepare("SELECT * FROM sessions WHERE user_id = ?").bind(id).all()).results;

describe("signing in", () => {
	test("with the right password leads on by 303 and makes the browser known", async () => {
		const answer = await attempt(person);
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Location")).toBe(home);
		expect(await whoIs(cookieOf(answer))).toBe(person.email);
	});

	test.each<[string, (email: string) => string]>([
		["in capitals", (email) => email.toUpperCase()],
		["with white space around it", (email) => ` \t${email} \n`],
	])("takes the email %s", async (_, write) => {
		expect((await attempt({ ...person, email: write(person.email) })).status).toBe(303);
	});

	test.each<[string, () => Given]>([
		["a wrong password", () => ({ ...person, password: "wr0ng guess" })],
		["the password in other letters", () => ({ ...person, password: person.password.toUpperCase() })],
		["the password with a space after it", () => ({ ...person, password: `${person.password} ` })],
		["half the password", () => ({ ...person, password: person.password.slice(0, 12) })],
		["an unknown account", () => ({ ...person, email: "nobody@example.com" })],
		["an email with a NUL", () => ({ ...person, email: `${person.email}\0` })],
		["something that is no email", () => ({ ...person, email: "' OR 1=1 --" })],
		["a pattern", () => ({ ...person, email: "%" })],
		["a password too long to be one", () => ({ ...person, password: "x".repeat(257) })],
		["an email too long to be one", () => ({ ...person, email: `${"x".repeat(250)}@example.com` })],
		["letters that are no text", () => ({ ...person, password: "\ud800" })],
	])("with %s is refused", async (_, given) => {
		expectRefused(await attempt(given()));
	});

	test("says the same of an unknown account as of a wrong password, to the letter, and never the password", async () => {
		const email = "nobody-at-all@example.com";
		const [known, unknown] = await Promise.all([guess(person), guess({ email })]);
		expect(known.text.replaceAll(person.email, email)).toBe(unknown.text);
		expect(known.text).not.toContain("wr0ng guess");
		const names = (answer: Answer) => [...answer.headers.keys()].sort();
		expect(names(known)).toEqual(names(unknown));
	});

	test("without an email or a password asks for them and counts nothing", async () => {
		const from = newAddress();
		const someone = await newPerson(tenantId);
		const { email, password } = someone;
		for (let n = 0; n < 60; n++) {
			const fields = [{ email, password: "" }, { email: " ", password }, { email }, { password }, {}][n % 5];
			const answer = await post("/sign_in", fields as Record<string, string>, { from });
			expect(answer.status).toBe(422);
			expect(answer.text).toContain("Enter your email and your password.");
		}
		expect((await attempt(someone, { from })).status).toBe(303);
	});

	test("with fields that are repeated or a body that is no form is refused with 400", async () => {
		const { email, password } = person;
		const twice: [string, string][] = [
			["email", email],
			["password", "x"],
			["password", password],
		];
		expect((await post("/sign_in", twice)).status).toBe(400);
		const json = await send("/sign_in", { body: { email, password } });
		expect(json.status).toBe(400);
		expect(json.headers.has("Set-Cookie")).toBe(false);
	});

	test("by an address, a link, is not possible", async () => {
		const answer = await send(`/sign_in?${new URLSearchParams({ email: person.email, password: person.password })}`);
		expect(answer.status).toBe(200);
		expect(answer.headers.has("Set-Cookie")).toBe(false);
		expect(answer.text).not.toContain(person.email);
	});
});

describe("where a sign-in leads", () => {
	const hostile = [
		"https://evil.example/",
		"http://evil.example/",
		"//evil.example",
		"///evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"/\t/evil.example",
		"\n//evil.example",
		"https:evil.example",
		"https:/evil.example",
		"https://api.test.evil.example/dashboard",
		"https://api.test@evil.example/dashboard",
		"https://elsewhere.invalid@evil.example/dashboard",
		"https://elsewhere.invalid:8443/dashboard",
		"http://elsewhere.invalid/dashboard",
		"//evil.example/oauth/authorize",
		"//evil.example/dashboard/connected_apps",
		"/dashboard/..//evil.example",
		"/dashboard/%2e%2e//evil.example",
		"/dashboard/../../evil",
		"/dashboard\\..\\..\\/evil.example",
		"javascript:alert(1)",
		"data:text/html,x",
		"/sign_in",
		"/sign_out",
		"/oauth/consent",
		"/oauth/authorizex",
		"/oauth/authorize/../x",
		"/dashboardx",
		"/v1/me",
		"/admin/tenants",
		"/",
		"",
		"?",
		"#",
		"https://",
		"https://[",
		"\0",
		`/dashboard/${"x".repeat(12_000)}`,
	];
	const localOf = (answer: Answer): string => {
		const location = answer.headers.get("Location") ?? "";
		expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
		expect(new URL(location, "https://api.test").origin).toBe("https://api.test");
		return location;
	};

	test.each(hostile)("%j is never followed: home it is", async (then) => {
		const page = await call(200, `/sign_in?${new URLSearchParams({ continue: then })}`);
		expect(hiddenFields(page.text).continue).toBe(home);
		const again = await post("/sign_in", { email: person.email, continue: then });
		expect(hiddenFields(again.text).continue).toBe(home);
		expect(localOf(await post("/sign_out", { continue: then }))).toBe(`/sign_in?continue=${encodeURIComponent(home)}`);
	});

	test("nor once someone has signed in", async () => {
		const { email, password } = person;
		for (const then of [
			"https://evil.example/",
			"//evil.example/dashboard",
			"/\\evil.example",
			"/dashboard/..//evil.example",
		])
			expect(localOf(await post("/sign_in", { email, password, continue: then }))).toBe(home);
	});

	test("nor when someone is signed in already", async () => {
		const headers = { Cookie: await signIn(person) };
		for (const then of hostile) {
			const answer = await send(`/sign_in?${new URLSearchParams({ continue: then })}`, { headers });
			expect(answer.status).toBe(303);
			expect(localOf(answer)).toBe(home);
		}
	});

	test.each([
		home,
		account,
		"/dashboard/connected_apps?studio=ten_x&done=y",
		"/dashboard/x/y?z=1",
		"/oauth/authorize?a=b%20c&d=%2F%2Fevil.example",
	])("%s is, through a first wrong password too", async (then) => {
		const page = await call(200, `/sign_in?${new URLSearchParams({ continue: then })}`);
		const again = await post("/sign_in", { ...hiddenFields(page.text), email: person.email, password: "wr0ng guess" });
		expectRefused(again);
		const { email, password } = person;
		const on = await post("/sign_in", { ...hiddenFields(again.text), email, password });
		expect(on.headers.get("Location")).toBe(then);
		const out = await post("/sign_out", { continue: then });
		expect(out.headers.get("Location")).toBe(`/sign_in?continue=${encodeURIComponent(then)}`);
	});
});

describe("a session's cookie", () => {
	const form = (given: Given = person): RequestInit => ({
		method: "POST",
		redirect: "manual",
		headers: { "Content-Type": "application/x-www-form-urlencoded", "CF-Connecting-IP": newAddress() },
		body: `${new URLSearchParams({ email: given.email, password: given.password })}`,
	});
	const signInAt = (origin: string) => exports.default.fetch(new Request(`${origin}/sign_in`, form()));
	const inProduction = (origin: string) =>
		service.fetch(
			new Request(`${origin}/sign_in`, form()),
			{ ...env, ENVIRONMENT: "production" },
			createExecutionContext(),
		);
	const attributesOf = (response: Response) => {
		const [pair = "", ...attributes] = (response.headers.get("Set-Cookie") ?? "").split("; ");
		expect(response.headers.getSetCookie()).toHaveLength(1);
		return { pair, attributes: attributes.sort() };
	};
	const secure = ["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax", "Secure"];

	test.each([
		"https://api.test",
		"https://localhost:8787",
		"http://api.test",
		"http://192.168.0.1",
		"http://localhost.evil.example",
	])("is Secure, HttpOnly, SameSite=Lax, for this host alone, at %s", async (origin) => {
		const { pair, attributes } = attributesOf(await signInAt(origin));
		expect(pair).toMatch(/^__Host-studio_session=[0-9A-Za-z]{43}$/);
		expect(attributes).toEqual(secure);
	});

	test.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])(
		"is that but for Secure at %s in development, where browsers would not keep it, and secure there in production",
		async (origin) => {
			const { pair, attributes } = attributesOf(await signInAt(origin));
			expect(pair).toMatch(/^studio_session=[0-9A-Za-z]{43}$/);
			expect(attributes).toEqual(secure.filter((attribute) => attribute !== "Secure"));
			const page = await exports.default.fetch(
				new Request(origin + account, { redirect: "manual", headers: { Cookie: pair } }),
			);
			expect(page.status).toBe(200);
			const production = attributesOf(await inProduction(origin));
			expect(production.pair).toMatch(/^__Host-/);
			expect(production.attributes).toEqual(secure);
		},
	);

	test("is taken from no other name, and none in production without the prefix", async () => {
		const cookie = await signIn(person);
		const value = cookie.split("=")[1];
		expect(await whoIs(`studio_session=${value}`)).toBeNull();
		expect(await whoIs(`__host-studio_session=${value}`)).toBeNull();
		expect(await whoIs(`other=1; ${cookie}; more=2`)).toBe(person.email);
		const request = new Request(`http://localhost${account}`, {
			redirect: "manual",
			headers: { Cookie: `studio_session=${value}` },
		});
		const answer = await service.fetch(request, { ...env, ENVIRONMENT: "production" }, createExecutionContext());
		expect(answer.status).toBe(303);
	});
});

describe("a session", () => {
	test("gets a new id at each sign-in, and the one that the browser had is dead", async () => {
		const first = await signIn(person);
		const answer = await attempt(person, { headers: { Cookie: first } });
		const second = cookieOf(answer);
		expect(second).not.toBe(first);
		expect(await whoIs(first)).toBeNull();
		expect(await whoIs(second)).toBe(person.email);
	});

	test("is not one that somebody planted beforehand", async () => {
		const planted = `__Host-studio_session=${"p".repeat(43)}`;
		const answer = await attempt(person, { headers: { Cookie: planted } });
		expect(cookieOf(answer)).not.toBe(planted);
		expect(await whoIs(planted)).toBeNull();
	});

	test("of one person ends when another signs in with the same browser", async () => {
		const other = await newPerson(tenantId);
		const first = await signIn(person);
		const second = cookieOf(await attempt(other, { headers: { Cookie: first } }));
		expect(await whoIs(second)).toBe(other.email);
		expect(await whoIs(first)).toBeNull();
	});

	test("of another browser goes on, through sign-in and sign-out", async () => {
		const elsewhere = await signIn(person);
		const here = await signIn(person);
		await post("/sign_out", {}, { headers: { Cookie: here } });
		expect(await whoIs(elsewhere)).toBe(person.email);
		expect(await whoIs(here)).toBeNull();
	});

	test("survives a wrong password", async () => {
		const cookie = await signIn(person);
		expectRefused(await guess(person, { headers: { Cookie: cookie } }));
		expect(await whoIs(cookie)).toBe(person.email);
	});

	test("ends with sign-out, which also takes the cookie away", async () => {
		const someone = await newPerson(tenantId);
		const cookie = await signIn(someone);
		const answer = await post("/sign_out", {}, { headers: { Cookie: cookie } });
		expect(answer.status).toBe(303);
		expect(answer.headers.get("Set-Cookie")).toMatch(/^__Host-studio_session=; Max-Age=0; Path=\/; HttpOnly; Secure/);
		expect(await whoIs(cookie)).toBeNull();
		expect(await sessionsOf(someone)).toEqual([]);
	});

	test("cannot be ended by a link, and ending none does no harm", async () => {
		const cookie = await signIn(person);
		expect((await send("/sign_out", { headers: { Cookie: cookie } })).status).toBe(404);
		expect((await post("/sign_out", {})).status).toBe(303);
		expect(
			(await post("/sign_out", {}, { headers: { Cookie: `__Host-studio_session=${"x".repeat(43)}` } })).status,
		).toBe(303);
		expect(await whoIs(cookie)).toBe(person.email);
	});

	test("is stored as a hash alone", async () => {
		const someone = await newPerson(tenantId);
		const value = (await signIn(someone)).split("=")[1] ?? "";
		const rows = await sessionsOf(someone);
		expect(rows).toEqual([expect.objectContaining({ hash: sha256(value) })]);
		expect(JSON.stringify(rows)).not.toContain(value);
	});

	test("lapses 24 hours after sign-in, used or not, and is then forgotten", async () => {
		const someone = await newPerson(tenantId);
		const cookie = await signIn(someone);
		advance(43_200);
		expect(await whoIs(cookie)).toBe(someone.email);
		advance(43_200 - 30);
		expect(await whoIs(cookie)).toBe(someone.email);
		await scheduledWork();
		expect(await sessionsOf(someone)).toHaveLength(1);
		advance(60);
		expect(await whoIs(cookie)).toBeNull();
		const app = await newApp();
		await expect(approve({ app, cookie, tenantId })).rejects.toThrow("not approved: 303");
		await scheduledWork();
		expect(await sessionsOf(someone)).toEqual([]);
	});
});

describe("a password", () => {
	test("is stored as scrypt's hash alone, with a salt of its own", async () => {
		const [one, other] = await Promise.all([createPerson(tenantId), createPerson(tenantId)]);
		expect(one.password).toBe(other.password);
		const hashes = await Promise.all(
			[one, other].map(({ id }) =>
				database.prepare("SELECT password_hash FROM users WHERE id = ?").bind(id).first<string>("password_hash"),
			),
		);
		for (const hash of hashes) {
			expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
			expect(hash).not.toContain(one.password);
		}
		expect(hashes[0]).not.toBe(hashes[1]);
	});
});

describe("after 10 failures for an account within 15 minutes", { timeout: 30_000 }, () => {
	const failed = async (count = 10): Promise<Person> => {
		const someone = await newPerson(tenantId);
		for (const answer of await times(count, () => guess(someone))) expectRefused(answer);
		return someone;
	};

	test("sign-in waits there, with the right password too; waiting as long as it says works, whatever was tried", async () => {
		const someone = await failed();
		const seconds = expectToWait(await attempt(someone));
		expect((await attempt(person)).status).toBe(303);
		advance(seconds - 5);
		for (const answer of await times(20, () => guess(someone))) expectToWait(answer);
		expectToWait(await attempt(someone));
		expect(await sessionsOf(someone)).toEqual([]);
		advance(5);
		expect((await attempt(someone)).status).toBe(303);
	});

	test("each failure counts for 15 minutes of its own", async () => {
		const someone = await failed(5);
		advance(600);
		await times(5, () => guess(someone));
		expect(expectToWait(await attempt(someone))).toBeLessThanOrEqual(300);
		advance(300);
		for (const answer of await times(5, () => guess(someone))) expectRefused(answer);
		expect(expectToWait(await attempt(someone))).toBeGreaterThan(290);
	});

	test("9 are not 10, and a success is no failure, nor does it take one away", async () => {
		const someone = await failed(9);
		for (let n = 0; n < 3; n++) expect((await attempt(someone)).status).toBe(303);
		expectRefused(await guess(someone));
		expectToWait(await attempt(someone));
	});

	test("it is one account, however its email is written", async () => {
		const someone = await newPerson(tenantId);
		const spellings = [
			someone.email,
			someone.email.toUpperCase(),
			` ${someone.email}`,
			`${someone.email}\n`,
			someone.email.replace("p", "P"),
		];
		for (let n = 0; n < 10; n++) expectRefused(await guess({ email: spellings[n % 5] ?? "" }));
		for (const email of spellings) expectToWait(await attempt({ ...someone, email }));
	});

	test("an account that does not exist waits in the same words", async () => {
		const someone = await failed();
		const email = "nobody-waits@example.com";
		for (const answer of await times(10, () => guess({ email }))) expectRefused(answer);
		const [known, unknown] = [await guess(someone), await guess({ email })];
		expectToWait(known);
		expectToWait(unknown);
		const plain = ({ text }: Answer) => text.replaceAll(someone.email, email).replace(/\d+ minutes?/, "");
		expect(plain(known)).toBe(plain(unknown));
	});

	test("a burst of 30 at once has no more than 10 that are checked, and whoever is signed in stays so", async () => {
		const someone = await newPerson(tenantId);
		const cookie = await signIn(someone);
		const answers = await times(30, () => guess(someone));
		expect(statuses(answers, 422)).toBe(10);
		expect(statuses(answers, 429)).toBe(20);
		expectToWait(await attempt(someone));
		expect(await whoIs(cookie)).toBe(someone.email);
	});

	test("right passwords, however many at once, are none", async () => {
		const someone = await newPerson(tenantId);
		for (const { status } of await times(15, () => attempt(someone))) expect(status).toBe(303);
	});

	test("right passwords wait their turn behind others, and at no failure's cost; ten wrong ones close the account", async () => {
		const someone = await failed(8);
		for (const { status } of await times(6, () => attempt(someone))) expect(status).toBe(303);
		for (const answer of await times(2, () => guess(someone))) expectRefused(answer);
		expectToWait(await attempt(someone));
	});

	it("an attempt that a crash cut off counts as one of them", async () => {
		const someone = await failed(9);
		const name = sha256(someone.email);
		const counters = sharedCounters(env, "accounts", name);
		expect(await counters.beginAttempt(name, { failures: 10, windowMs: window * 1000 })).toMatchObject({
			crowded: false,
		});
		const crowded = await attempt(someone);
		expect([crowded.status, crowded.headers.get("Retry-After")]).toEqual([429, "1"]);
		expect(crowded.text).toContain("Too many attempts at once. Try again.");
		advance(10);
		expectToWait(await attempt(someone));
	});

	test("they are remembered when their Durable Object is evicted and when it sweeps", async () => {
		const someone = await newPerson(tenantId);
		const counters = sharedCounters(env, "accounts", sha256(someone.email.toLowerCase()));
		await times(5, () => guess(someone));
		await evictDurableObject(counters);
		for (const answer of await times(5, () => guess(someone))) expectRefused(answer);
		await evictDurableObject(counters);
		expectToWait(await attempt(someone));
		await runDurableObjectAlarm(counters);
		expectToWait(await attempt(someone));
	});
});

describe("after 50 failures from an address within 15 minutes", { timeout: 60_000 }, () => {
	test("sign-in waits there, with the right password too, and nowhere else, also when all came at once", async () => {
		const someone = await newPerson(tenantId);
		const from = "2001:db8::1";
		let n = 0;
		const failing = () => guess({ email: `nobody-${Math.floor(n++ / 9)}@example.com` }, { from });
		for (const answer of await oneByOne(49, failing)) expectRefused(answer);
		expect((await attempt(someone, { from })).status).toBe(303);
		expect((await attempt(someone, { from })).status).toBe(303);
		const burst = await times(5, failing);
		expect([statuses(burst, 422), statuses(burst, 429)]).toEqual([1, 4]);
		const seconds = expectToWait(await attempt(someone, { from }));
		expectToWait(await attempt(someone, { from: "2001:0DB8:0:0::0001" }));
		expect((await attempt(someone)).status).toBe(303);
		await evictDurableObject(sharedCounters(env, "addresses", subscriberOf(from)));
		// An attempt that is refused for its address does not count against the account.
		for (const answer of await times(12, () => guess(someone, { from }))) expectToWait(answer);
		expect((await attempt(someone)).status).toBe(303);
		advance(seconds);
		expect((await attempt(someone, { from })).status).toBe(303);
	});

	test("they are what one is told of, however many sign in to the account at that moment", async () => {
		const [someone, from] = [await newPerson(tenantId), newAddress()];
		const begin = async (kind: "accounts" | "addresses", shard: string, name: string, failures: number) => {
			const counters = sharedCounters(env, kind, shard);
			const { at } = await counters.beginAttempt(name, { failures, windowMs: window * 1000 });
			return () => counters.endAttempt(name, at, true);
		};
		const name = sha256(someone.email);
		await times(10, () => begin("accounts", name, name, 10));
		await times(50, async () => (await begin("addresses", from, `sign-in:${from}`, 50))());
		expect(expectToWait(await attempt(someone, { from }))).toBeGreaterThan(window - 60);
	});

	test("what an account's own limit refuses is none of them", async () => {
		const [from, someone, other] = [newAddress(), await newPerson(tenantId), await newPerson(tenantId)];
		await times(10, () => guess(someone));
		for (const answer of await times(60, () => guess(someone, { from }))) expectToWait(answer);
		expect((await attempt(other, { from })).status).toBe(303);
	});

	test("they take nothing from the address's requests to the API, nor those from them", async () => {
		const from = newAddress();
		for (let n = 0; n < 5; n++) await guess({ email: `api-${n}@example.com` }, { from });
		expect((await send("/v1/me", { from })).headers.get("RateLimit-Remaining")).toBe("59");
		await times(60, () => send("/v1/me", { from }));
		expect((await attempt(person, { from })).status).toBe(303);
	});
});

describe("an attempt that fails for another reason than its password", () => {
	test("counts as no failure: after an outage the right password signs in", async () => {
		const own = await newPerson(tenantId);
		const lost = () => {
			throw new Error("D1_ERROR: Network connection lost");
		};
		const down = envWithHooks({ prepare: lost, batch: lost });
		for (let n = 0; n < 11; n++) {
			const request = new Request("https://api.test/sign_in", {
				method: "POST",
				headers: { "Content-Type": "application/x-www-form-urlencoded", "CF-Connecting-IP": newAddress() },
				body: new URLSearchParams({ email: own.email, password: own.password }).toString(),
			});
			const response = await service.fetch(request, down, createExecutionContext());
			expect(response.status).toBe(503);
		}
		expect((await attempt(own)).status).toBe(303);
	});

	test("counts as no failure where it was the address's gate that did not answer", async () => {
		const own = await newPerson(tenantId);
		const begin = Counters.prototype.beginAttempt;
		const away = vi.spyOn(Counters.prototype, "beginAttempt").mockImplementation(function (
			this: Counters,
			name,
			limit,
		) {
			if (name.startsWith("sign-in:")) throw new Error("overloaded");
			return begin.call(this, name, limit);
		});
		for (let n = 0; n < 11; n++) expect((await attempt(own)).status).toBe(503);
		away.mockRestore();
		expect((await attempt(own)).status).toBe(303);
	});

	test("is told of its password alone, where the gate does not hear of its end", async () => {
		const own = await newPerson(tenantId);
		const away = vi.spyOn(Counters.prototype, "endAttempt").mockImplementation(() => {
			throw new Error("overloaded");
		});
		expect((await attempt(own)).status).toBe(303);
		expectRefused(await guess(own));
		away.mockRestore();
	});

	test("is a password followed by NULs: it is another password", async () => {
		for (const tail of ["\0", "\0\0"]) expectRefused(await attempt({ ...person, password: person.password + tail }));
	});
});

describe("more attempts at once than the service checks", () => {
	const guesses = (count: number, from?: string) =>
		Array.from({ length: count }, (_, n) => guess({ email: `crowd-${n}@example.com` }, from ? { from } : {}));

	test("get the form again with 503 and Retry-After, and count as no failure", async () => {
		const from = newAddress();
		const answers = await Promise.all(guesses(8, from));
		expect([statuses(answers, 422), statuses(answers, 503)]).toEqual([3, 5]);
		for (const answer of answers.filter(({ status }) => status === 503)) {
			expect(answer.headers.get("Retry-After")).toBe("3");
			expect(answer.text).toContain("Too many passwords are checked at the moment. Try again in a few seconds.");
			expect(answer.text).toMatch(/value="crowd-\d@example\.com"/);
			expect(answer.headers.has("Set-Cookie")).toBe(false);
		}
		for (let n = 0; n < 12; n++) await Promise.all(guesses(8, from));
		// 39 were checked. Had the others counted, the address would wait.
		expect((await attempt(person, { from })).status).toBe(303);
	});

	test("are those of one address: others sign in meanwhile", async () => {
		const crowd = guesses(8, newAddress());
		expect((await attempt(person)).status).toBe(303);
		await Promise.all(crowd);
	});
});

describe("an address, where it is one of IPv6,", () => {
	test("counts with all others of its network of 64 bits, and with none beyond it", { timeout: 60_000 }, async () => {
		const inside = (n: number) => `2001:db8:0:77:${n.toString(16)}::1`;
		let n = 0;
		const guessing = () => guess({ email: `nobody-${n}@example.com` }, { from: inside(++n) });
		for (const answer of await oneByOne(50, guessing)) expectRefused(answer);
		expectToWait(await attempt(person, { from: inside(99) }));
		expect((await attempt(person, { from: "2001:db8:0:78::1" })).status).toBe(303);
	});
});
