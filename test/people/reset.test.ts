import { beforeEach, describe, expect, it, vi } from "vitest";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows, wholeDatabase } from "../support/database.ts";
import {
	approve,
	exchange,
	isSignedIn,
	newApp,
	newConnection,
	newPerson,
	type Person,
	post,
	signIn,
} from "../support/oauth.ts";
import { linksTo, linkTo } from "../support/people.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant, operate } from "../support/world.ts";

const password = "another fern and dagger";
const kind = "password_reset";

beforeEach(() => advance(900));

const forgot = (email: string, from?: string) => post("/forgot_password", { email }, from ? { from } : {});

/** The mail is written after the answer. */
async function linkAfterAsking({ email }: Pick<Person, "email">): Promise<string> {
	const before = await linksTo(email, kind);
	expect((await forgot(email)).status).toBe(200);
	await vi.waitFor(async () => expect((await linksTo(email, kind)).length).toBe(before.length + 1));
	return await linkTo(email, kind);
}

const someone = async () => await newPerson(await newTenant());

describe("a forgotten password", () => {
	it("is replaced behind a mailed link, once, and nothing changes before", async () => {
		const person = await someone();
		expect((await call(200, "/sign_in")).text).toContain('href="/forgot_password"');
		await call(200, "/forgot_password");
		const link = await linkAfterAsking(person);
		for (let opened = 0; opened < 2; opened++) expect((await call(200, link)).text).toContain(person.email);
		await signIn(person);
		for (const refused of ["", "short", "Password123"])
			expect((await post(link, { password: refused })).status).toBe(422);
		const answer = await post(link, { password });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/sign_in"]);
		await signIn({ ...person, password });
		const { email, password: old } = person;
		expect((await post("/sign_in", { email, password: old })).status).toBe(422);
		for (const again of [await send(link), await post(link, { password })]) expect(again.status).toBe(410);
	});

	it("gets the same answer for any address, and for an unknown one nothing else", async () => {
		const person = await someone();
		const [known, unknown] = [await forgot(person.email), await forgot("nobody-here@example.com")];
		expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
		expect((await forgot(" ")).status).toBe(422);
		await vi.waitFor(() => linkTo(person.email, kind));
		expect(await linksTo("nobody-here@example.com", kind)).toEqual([]);
	});

	it("ends every session, every code and every other link", async () => {
		const connection = await newConnection({ app: await newApp() });
		const { person, cookie } = connection;
		const older = await linkAfterAsking(person);
		const link = await linkAfterAsking(person);
		const approval = await approve(connection);
		await post(link, { password });
		expect(await isSignedIn(cookie)).toBe(false);
		expect((await exchange(connection.app, approval)).body.error).toBe("invalid_grant");
		expect((await send(older)).status).toBe(410);
	});

	it("is audited in the person's studio", async () => {
		const tenantId = await newTenant();
		const person = await newPerson(tenantId);
		await post(await linkAfterAsking(person), { password });
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
		expect(data.slice(0, 2)).toEqual([
			expect.objectContaining({
				action: "user.password_reset",
				resource_id: person.id,
				actor: { type: "user", id: person.id },
			}),
			expect.objectContaining({ action: "user.password_reset_requested", actor: { type: "system", id: null } }),
		]);
	});
});

describe("a link", () => {
	it("works for one hour, and is then forgotten", async () => {
		const person = await someone();
		const link = await linkAfterAsking(person);
		advance(3540);
		await call(200, link);
		advance(120);
		expect((await post(link, { password })).status).toBe(410);
		await scheduledWork();
		expect(await rows("SELECT * FROM password_resets WHERE user_id = ?", person.id)).toEqual([]);
		await signIn(person);
	});

	it("is stored nowhere, and serves one of two who use it at once", async () => {
		const person = await someone();
		const link = await linkAfterAsking(person);
		const token = link.split("/").at(-1) ?? "";
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(token);
		const racing = await Promise.all([post(link, { password }), post(link, { password: "and a third one" })]);
		expect(racing.filter(({ status }) => status === 303)).toHaveLength(1);
	});

	it("takes no form from another origin", async () => {
		const person = await someone();
		const headers = { Origin: "https://evil.example" };
		expect((await post(await linkAfterAsking(person), { password }, { headers })).status).toBe(403);
		expect((await post("/forgot_password", { email: person.email }, { headers })).status).toBe(403);
		await signIn(person);
	});

	it.each(["x", "A".repeat(43)])("that nobody sent is dead: %s", async (token) => {
		expect((await send(`/reset_password/${token}`)).status).toBe(410);
		expect((await post(`/reset_password/${token}`, { password })).status).toBe(410);
	});
});

describe("nobody's mailbox is filled", () => {
	it("an account has three open links at most, whoever asks", async () => {
		const person = await someone();
		for (let n = 0; n < 3; n++) await linkAfterAsking(person);
		expect((await forgot(person.email)).status).toBe(200);
		const other = await someone();
		await linkAfterAsking(other);
		expect(await linksTo(person.email, kind)).toHaveLength(3);
	});

	it("an account has three open links at most when 20 people ask at once", async () => {
		const person = await someone();
		const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => forgot(person.email, `198.51.100.${n}`)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		// The answers of an address that nobody asked about come after the work of the earlier ones.
		await linkAfterAsking(await someone());
		await vi.waitFor(async () => expect(await linksTo(person.email, kind)).toHaveLength(3));
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(await linksTo(person.email, kind)).toHaveLength(3);
		expect(await rows("SELECT * FROM password_resets WHERE user_id = ?", person.id)).toHaveLength(3);
	});

	it("an address asks 20 times within 15 minutes", async () => {
		const from = "198.51.100.77";
		for (let n = 0; n < 20; n++) expect((await forgot(`nobody-${n}@example.com`, from)).status).toBe(200);
		const refused = await forgot("nobody@example.com", from);
		expect(refused.status).toBe(429);
		advance(Number(refused.headers.get("Retry-After")));
		expect((await forgot("nobody@example.com", from)).status).toBe(200);
	});
});
