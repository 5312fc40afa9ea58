import { beforeEach, describe, expect, it } from "vitest";
import { call, newAddress, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { formsOn, textOf } from "../support/dashboard.ts";
import { database, rows } from "../support/database.ts";
import {
	approve,
	exchange,
	newApp,
	newConnection,
	newPerson,
	newSession,
	type Person,
	post,
} from "../support/oauth.ts";
import { joinStudio } from "../support/people.ts";
import { newTenant, operate } from "../support/world.ts";

const path = "/dashboard/account";
const chosen = "another fern and dagger";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

// Beyond the window in which failures count.
beforeEach(() => advance(900));

const someone = async () => await newPerson(await newTenant());

async function signInWith(
	{ email, password }: Omit<Person, "id">,
	browser = firefox,
	from = newAddress(),
): Promise<string> {
	const answer = await post("/sign_in", { email, password }, { headers: { "User-Agent": browser }, from });
	expect(answer.status).toBe(303);
	return cookieOf(answer) ?? "";
}

const cookieOf = ({ headers }: { headers: Headers }) => headers.get("Set-Cookie")?.split(";")[0];
const open = (cookie: string, query = "") => send(`${path}${query}`, { headers: { Cookie: cookie } });
const change = (cookie: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
	post(`${path}/password`, form, { headers: { Cookie: cookie, "User-Agent": firefox, ...headers } });
const sessionsOf = ({ id }: Person) =>
	rows("SELECT id, hash, browser, network, last_used_at FROM sessions WHERE user_id = ? ORDER BY created_at, id", id);
const isSignedIn = async (cookie: string) => (await open(cookie)).status === 200;
const end = (cookie: string, session_id: string) =>
	post(`${path}/sessions/end`, { session_id }, { headers: { Cookie: cookie } });
const endOthers = (cookie: string) => post(`${path}/sessions/end_others`, {}, { headers: { Cookie: cookie } });

describe("the account", () => {
	it("asks who is not signed in to do so, and leads back", async () => {
		for (const answer of [
			await send(path),
			await post(`${path}/password`, {}),
			await post(`${path}/sessions/end`, { session_id: "x" }),
			await post(`${path}/sessions/end_others`, {}),
		])
			expect([answer.status, answer.headers.get("Location")]).toEqual([
				303,
				"/sign_in?continue=%2Fdashboard%2Faccount",
			]);
	});

	it("says what has just been done, and nothing that somebody else writes into the address", async () => {
		const cookie = await newSession(await someone());
		const { text: told } = await open(cookie, "?done=password");
		expect(told).toContain("The password has been changed.");
		expect(told).toContain('class="note');
		for (const done of ["constructor", "__proto__", "<b>"]) {
			const { status, text } = await open(cookie, `?done=${done}`);
			expect(status).toBe(200);
			expect(text).not.toContain('class="note');
		}
	});
});

describe("the studio that the person came from", () => {
	it("stays in the address of every form and of what follows it, and its zone in the times", async () => {
		const [first, second] = [await newTenant({ name: "Aviary" }), await newTenant({ name: "Zebra Ink" })];
		const person = await newPerson(first);
		await joinStudio(person, second);
		const cookie = await signInWith(person);
		const { text } = await open(cookie, `?studio=${second}`);
		const forms = formsOn(text).filter(({ action }) => action.startsWith(path));
		expect(forms.length).toBeGreaterThan(1);
		for (const { action } of forms) expect(action).toContain(`?studio=${second}`);
		expect(text).toContain("Times are in Europe/Berlin.");
		const answer = await post(`${path}/sessions/end_others?studio=${second}`, {}, { headers: { Cookie: cookie } });
		expect(answer.headers.get("Location")).toBe(`${path}?studio=${second}&done=sessions`);
		const wrong = await post(
			`${path}/password?studio=${second}`,
			{ password: "wrong password", new_password: chosen },
			{ headers: { Cookie: cookie } },
		);
		expect(wrong.text).toContain("<title>Account · Zebra Ink</title>");
	});

	it("is the one opened last where the address names none, and never somebody else's", async () => {
		const [first, second] = [await newTenant({ name: "Aviary" }), await newTenant({ name: "Zebra Ink" })];
		const person = await newPerson(first);
		await joinStudio(person, second);
		const cookie = await signInWith(person);
		expect((await open(cookie)).text).toContain("<title>Account · Aviary</title>");
		expect((await open(`${cookie}; studio=${second}`)).text).toContain("<title>Account · Zebra Ink</title>");
		const foreign = await newTenant({ name: "Secret Studio" });
		for (const { text } of [await open(`${cookie}; studio=${foreign}`), await open(cookie, `?studio=${foreign}`)])
			expect(text).not.toContain("Secret Studio");
	});

	it("is none for who belongs to none, and the page works all the same", async () => {
		const person = await someone();
		await database.prepare("DELETE FROM memberships WHERE user_id = ?").bind(person.id).run();
		const cookie = await newSession(person);
		expect((await open(cookie)).text).toContain(person.email);
		expect((await change(cookie, { password: person.password, new_password: chosen })).status).toBe(303);
	});
});

describe("changing the password", () => {
	it("needs the present one, ends the other sessions and keeps this one under a new id", async () => {
		const person = await someone();
		const [here, there] = [await signInWith(person), await signInWith(person)];
		const answer = await change(here, { password: person.password, new_password: chosen });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}?done=password`]);
		const renewed = cookieOf(answer) ?? "";
		expect(answer.headers.get("Set-Cookie")).toMatch(/HttpOnly; Secure; SameSite=Lax$/);
		expect(renewed).not.toBe(here);
		expect(await Promise.all([here, there, renewed].map(isSignedIn))).toEqual([false, false, true]);
		await signInWith({ ...person, password: chosen });
		expect((await post("/sign_in", { email: person.email, password: person.password })).status).toBe(422);
	});

	it("ends the codes that no app has redeemed, and mailed links for a new password", async () => {
		const connection = await newConnection({ app: await newApp() });
		const { person, cookie } = connection;
		const approval = await approve(connection);
		await post("/forgot_password", { email: person.email });
		await change(cookie, { password: person.password, new_password: chosen });
		expect((await exchange(connection.app, approval)).body.error).toBe("invalid_grant");
		expect(await rows("SELECT * FROM password_resets WHERE user_id = ?", person.id)).toEqual([]);
	});

	it.each([
		["no present password", { password: "", new_password: chosen }, "Enter your current password."],
		["a wrong one", { password: "wrong password", new_password: chosen }, "The current password is wrong."],
		["one that nobody can have", { password: "x\0", new_password: chosen }, "The current password is wrong."],
		["a short new one", { new_password: "short" }, "The new password must have at least 10 characters."],
		["a common new one", { new_password: "Password123" }, "must not be one of the most common passwords."],
		["no new one", { new_password: "" }, "The new password"],
	])("with %s changes nothing, and says why", async (_, given, words) => {
		const person = await someone();
		const [here, there] = [await newSession(person), await newSession(person)];
		const answer = await change(here, { password: person.password, ...given });
		expect([answer.status, answer.headers.has("Set-Cookie")]).toEqual([422, false]);
		expect(answer.text).toContain(words);
		expect(answer.text).toMatch(/<input[^>]* id="(new_)?password"[^>]* aria-invalid="true"/);
		expect(await Promise.all([here, there].map(isSignedIn))).toEqual([true, true]);
		await signInWith(person);
	});

	it("counts a wrong present password like a failed sign-in, and a refused new one not at all", async () => {
		const person = await someone();
		const cookie = await newSession(person);
		for (let n = 0; n < 12; n++) await change(cookie, { password: person.password, new_password: "short" });
		for (let n = 0; n < 10; n++)
			expect((await change(cookie, { password: `wrong ${n}`, new_password: chosen })).status).toBe(422);
		const refused = await change(cookie, { password: person.password, new_password: chosen });
		expect(refused.status).toBe(429);
		expect(refused.text).toContain("Too many attempts failed.");
		expect((await post("/sign_in", { email: person.email, password: person.password })).status).toBe(429);
		advance(Number(refused.headers.get("Retry-After")));
		expect((await change(cookie, { password: person.password, new_password: chosen })).status).toBe(303);
	});

	it("of two changes at once one succeeds, because its password is the present one then", async () => {
		const person = await someone();
		const [here, there] = [await newSession(person), await newSession(person)];
		const answers = await Promise.all([
			change(here, { password: person.password, new_password: `${chosen} 1` }),
			change(there, { password: person.password, new_password: `${chosen} 2` }),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
		expect(await sessionsOf(person)).toHaveLength(1);
	});

	it("is audited in each studio of the person", async () => {
		const [one, other] = [await newTenant(), await newTenant()];
		const person = await newPerson(one);
		await joinStudio(person, other);
		await change(await newSession(person), { password: person.password, new_password: chosen });
		for (const tenantId of [one, other]) {
			const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
			const actor = { type: "user", id: person.id };
			expect(data[0]).toMatchObject({ action: "user.password_changed", resource_id: person.id, actor });
		}
	});

	it("takes no form from another origin", async () => {
		const person = await someone();
		const cookie = await newSession(person);
		const Origin = "https://evil.example";
		expect((await change(cookie, { password: person.password, new_password: chosen }, { Origin })).status).toBe(403);
		await signInWith(person);
	});
});

describe("the sessions", () => {
	it("are listed with browser, network, beginning and last use, this one first and marked", async () => {
		const person = await someone();
		const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
		const here = await signInWith(person, firefox, "203.0.113.77");
		await signInWith(person, safari, "2001:db8:aa:bb::1");
		const { text } = await call(200, path, { headers: { Cookie: here } });
		const table = /<table[^>]*aria-label="Sessions".*?<\/table>/s.exec(text)?.[0] ?? "";
		const [first = "", second = ""] = table.split("<tr").slice(2);
		expect(textOf(first)).toMatch(/Firefox on Linux This browser 203\.0\.113\.x \d+ \w+ \d{4}, \d\d:\d\d Now/);
		expect(first).not.toContain("<form");
		expect(textOf(second)).toMatch(/Safari on iPhone 2001:db8:aa:x( \d+ \w+ \d{4}, \d\d:\d\d){2} End/);
		expect(text).not.toContain("203.0.113.77");
	});

	it("can be ended one by one, and the others go on", async () => {
		const person = await someone();
		const [here, there, elsewhere] = [await signInWith(person), await signInWith(person), await signInWith(person)];
		const [, session] = await sessionsOf(person);
		const answer = await end(here, String(session?.id));
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}?done=session`]);
		expect(await Promise.all([here, there, elsewhere].map(isSignedIn))).toEqual([true, false, true]);
		expect((await end(here, String(session?.id))).status).toBe(404);
	});

	it("of somebody else cannot be ended", async () => {
		const [person, other] = [await someone(), await someone()];
		const [mine, theirs] = [await signInWith(person), await signInWith(other)];
		const [session] = await sessionsOf(other);
		expect((await end(mine, String(session?.id))).status).toBe(404);
		expect((await end(mine, String(session?.hash))).status).toBe(404);
		await endOthers(mine);
		expect(await isSignedIn(theirs)).toBe(true);
	});

	it("can be ended all but this one, also those that began before they had names", async () => {
		const person = await someone();
		const here = await signInWith(person);
		const others = [await signInWith(person), await newSession(person)];
		expect((await call(200, path, { headers: { Cookie: here } })).text).toContain("Unknown browser");
		const answer = await endOthers(here);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}?done=sessions`]);
		expect(await isSignedIn(here)).toBe(true);
		expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
		expect((await open(here)).text).not.toContain("End all other sessions");
	});

	it("are audited when they are ended, with the id of the one", async () => {
		const tenantId = await newTenant();
		const person = await newPerson(tenantId);
		const [here] = [await signInWith(person), await signInWith(person)];
		const [, session] = await sessionsOf(person);
		await end(here, String(session?.id));
		await endOthers(here);
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
		expect(data.slice(0, 2)).toEqual([
			expect.objectContaining({ action: "user.other_sessions_ended", resource_id: person.id }),
			expect.objectContaining({ action: "user.session_ended", details: { session_id: session?.id } }),
		]);
	});

	it("show their last use a few minutes late, because not each use is written", async () => {
		const person = await someone();
		const cookie = await signInWith(person);
		const lastUse = async () => Number((await sessionsOf(person))[0]?.last_used_at);
		const began = await lastUse();
		advance(240);
		await open(cookie);
		expect(await lastUse()).toBe(began);
		advance(61);
		await open(cookie);
		await expect.poll(lastUse).toBeGreaterThanOrEqual(began + 301_000);
	});

	it("hold nothing that names the machine or lets somebody in", async () => {
		const person = await someone();
		const cookie = await signInWith(person, `${firefox} secret-build`, "198.51.100.23");
		const stored = JSON.stringify(await sessionsOf(person));
		for (const text of ["secret-build", "198.51.100.23", cookie.split("=")[1] ?? "?"])
			expect(stored).not.toContain(text);
	});
});
