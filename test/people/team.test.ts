import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows, wholeDatabase } from "../support/database.ts";
import { expectProblem } from "../support/expect.ts";
import { MailService } from "../support/mail-service.ts";
import {
	type App,
	approve,
	exchange,
	isSignedIn,
	me,
	newApp,
	newConnection,
	newPerson,
	newTokens,
	post,
	signIn,
} from "../support/oauth.ts";
import { joinStudio, linksTo, linkTo } from "../support/people.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant, operate } from "../support/world.ts";

const mailService = new MailService();

const day = 86_400;
const password = "fern and dagger";
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const usersOf = (tenantId: string) => `/admin/tenants/${tenantId}/users`;
const add = (tenantId: string, body: object, status = 201) => operate(status, usersOf(tenantId), { body });
const patch = (status: number, tenantId: string, id: string, body: object) =>
	operate(status, `${usersOf(tenantId)}/${id}`, { method: "PATCH", body });
const remove = (status: number, tenantId: string, id: string) =>
	operate(status, `${usersOf(tenantId)}/${id}`, { method: "DELETE" });
const withCookie = (cookie: string) => ({ headers: { Cookie: cookie } });
/** The page that names every studio of the person. */
const studios = async (cookie: string) => (await call(200, "/dashboard/account", withCookie(cookie))).text;
const actions = async (tenantId: string): Promise<string[]> =>
	(await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body.data.map(
		({ action }: { action: string }) => action,
	);

let app: App;
beforeAll(async () => {
	app = await newApp();
});
beforeEach(() => advance(60));

describe("an account that exists", () => {
	it("becomes a member of another studio only when it accepts, and until then the studio opens nothing", async () => {
		const person = await newPerson(await newTenant({ name: "First" }));
		const second = await newTenant({ name: "Second" });
		const { body } = await add(second, { email: person.email, password: "chosen by another" });
		expect(body).toMatchObject({ id: person.id, status: "INVITED", role: "OWNER", tenant_id: second });
		const cookie = await signIn(person);
		expect(await studios(cookie)).not.toContain("Second");
		await expect(approve({ app, cookie, tenantId: second })).rejects.toThrow("not approved");

		const link = await linkTo(person.email);
		for (let opened = 0; opened < 2; opened++)
			expect((await call(200, link, withCookie(cookie))).text).toContain("Second");
		expect(await studios(cookie)).not.toContain("Second");

		const accepted = await post(link, {}, withCookie(cookie));
		expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, "/dashboard"]);
		expect(await studios(cookie)).toContain("Second");
		await approve({ app, cookie, tenantId: second });
		expect((await operate(200, `${usersOf(second)}/${person.id}`)).body.status).toBe("ACTIVE");
		expect(await actions(second)).toEqual(expect.arrayContaining(["user.invited", "user.joined"]));
		expect((await post(link, {}, withCookie(cookie))).status).toBe(410);
	});

	it("keeps its password, and nobody else accepts for it", async () => {
		const tenantId = await newTenant();
		const [person, other] = [await newPerson(await newTenant()), await newPerson(tenantId)];
		await add(tenantId, { email: person.email, password: "chosen by another" });
		const link = await linkTo(person.email);
		expect((await post("/sign_in", { email: person.email, password: "chosen by another" })).status).toBe(422);
		for (const headers of [{}, { Cookie: await signIn(other) }]) {
			expect((await post(link, { password }, { headers })).status).toBe(403);
			expect((await call(200, link, { headers })).text).not.toContain('name="password"');
		}
		expect((await operate(200, `${usersOf(tenantId)}/${person.id}`)).body.status).toBe("INVITED");
	});

	it("is led to the sign-in and back", async () => {
		const [person, tenantId] = [await newPerson(await newTenant()), await newTenant()];
		await add(tenantId, { email: person.email });
		const link = await linkTo(person.email);
		expect((await call(200, link)).text).toContain(`/sign_in?continue=${encodeURIComponent(link)}`);
		const answer = await post("/sign_in", { email: person.email, password: person.password, continue: link });
		expect(answer.headers.get("Location")).toBe(link);
	});

	it("cannot be taken over by the studio that added the address first", async () => {
		const [first, second, email] = [await newTenant(), await newTenant({ name: "Victim" }), newEmail()];
		await add(first, { email, password: "known to the first" });
		await add(second, { email, password });
		const cookie = await signIn({ email, password: "known to the first" });
		expect(await studios(cookie)).not.toContain("Victim");
		await expect(approve({ app, cookie, tenantId: second })).rejects.toThrow("not approved");
	});
});

describe("a new account without a password", () => {
	it("is invited, and its person chooses the password behind the mailed link", async () => {
		const [tenantId, email] = [await newTenant({ name: "Fine Line" }), newEmail()];
		const { body } = await add(tenantId, { email, name: "Noa", role: "STAFF" });
		expect(body).toMatchObject({ email, name: "Noa", role: "STAFF", status: "INVITED" });
		expect((await post("/sign_in", { email, password })).status).toBe(422);
		expect((await post("/sign_in", { email, password: " " })).status).toBe(422);
		const link = await linkTo(email);
		expect((await call(200, link)).text).toContain("Fine Line");
		for (const refused of ["", "short", " ".repeat(12), "Password123"])
			expect((await post(link, { password: refused })).status).toBe(422);
		const answer = await post(link, { password });
		expect(answer.status).toBe(303);
		expect(await studios(answer.headers.get("Set-Cookie")?.split(";")[0] ?? "")).toContain("Fine Line");
		expect(await studios(await signIn({ email, password }))).toContain("Fine Line");
		expect((await operate(200, `${usersOf(tenantId)}/${body.id}`)).body).toMatchObject({
			status: "ACTIVE",
			role: "STAFF",
		});
	});

	it("invited by two studios has one password, the first one chosen", async () => {
		const [one, two, email] = [await newTenant(), await newTenant(), newEmail()];
		const [{ body: a }, { body: b }] = [await add(one, { email }), await add(two, { email })];
		expect(a.id).toBe(b.id);
		const [first = "", second = ""] = await linksTo(email, "invitation");
		const racing = await Promise.all([post(first, { password }), post(second, { password: "another password" })]);
		expect(racing.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
	});

	it("takes no form from another origin", async () => {
		const [tenantId, email] = [await newTenant(), newEmail()];
		await add(tenantId, { email });
		const answer = await post(await linkTo(email), { password }, { headers: { Origin: "https://evil.example" } });
		expect(answer.status).toBe(403);
		expect((await operate(200, usersOf(tenantId))).body.data[0].status).toBe("INVITED");
	});
});

describe("an invitation", () => {
	it("is mailed, and nothing stored shows its link", async () => {
		const [tenantId, email] = [await newTenant({ name: "Black & White" }), newEmail()];
		await add(tenantId, { email });
		const token = (await linkTo(email)).split("/").at(-1) ?? "";
		expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(token);
		await scheduledWork();
		const mail = mailService.sent.find(({ to }) => to === email);
		expect(mail?.subject).toBe("You are invited to Black & White");
		expect(mail?.text).toContain(`https://api.test/invitations/${token}`);
		expect(await linksTo(email, "invitation")).toEqual([]);
	});

	it("works for 7 days, and can be sent again after that", async () => {
		const [tenantId, email] = [await newTenant(), newEmail()];
		await add(tenantId, { email });
		const old = await linkTo(email);
		expect((await add(tenantId, { email }, 409)).body.code).toBe("conflict");
		advance(7 * day - 120);
		await call(200, old);
		advance(180);
		expect((await send(old)).status).toBe(410);
		expect((await post(old, { password })).status).toBe(410);
		await add(tenantId, { email });
		expect((await post(await linkTo(email), { password })).status).toBe(303);
	});

	it("that was taken back is dead", async () => {
		const [tenantId, email] = [await newTenant(), newEmail()];
		const { body } = await add(tenantId, { email });
		const link = await linkTo(email);
		expect((await remove(200, tenantId, body.id)).body).toEqual({ object: "user", id: body.id, deleted: true });
		expect((await post(link, { password })).status).toBe(410);
		await remove(404, tenantId, body.id);
	});

	it.each(["x", "A".repeat(43)])("nobody sent is dead: %s", async (token) => {
		expect((await send(`/invitations/${token}`)).status).toBe(410);
		expect((await post(`/invitations/${token}`, { password })).status).toBe(410);
	});
});

describe("a studio's users", () => {
	it("are read where the answer to their creation says", async () => {
		const { headers, body } = await add(await newTenant(), { email: newEmail(), password });
		expect(body).toMatchObject({ status: "ACTIVE", role: "OWNER" });
		expect((await operate(200, headers.get("Location") ?? "")).body).toEqual(body);
	});

	it("are listed newest first, members and invited, in pages and by their change", async () => {
		const tenantId = await newTenant();
		const ids: string[] = [];
		for (const more of [{ password }, {}, { password, role: "STAFF" }])
			ids.unshift((await add(tenantId, { email: newEmail(), ...more })).body.id);
		const first = (await operate(200, `${usersOf(tenantId)}?limit=2`)).body;
		const second = (await operate(200, `${usersOf(tenantId)}?limit=2&cursor=${first.next_cursor}`)).body;
		expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
		expect(second.has_more).toBe(false);
		const since = advance(60);
		await patch(200, tenantId, ids[1] ?? "", { role: "STAFF" });
		const changed = (await operate(200, `${usersOf(tenantId)}?updated_since=${since}`)).body.data;
		expect(changed).toEqual([expect.objectContaining({ id: ids[1], status: "INVITED", role: "STAFF" })]);
	});

	it("of another studio are not found", async () => {
		const [mine, other] = [await newTenant(), await newTenant()];
		const { body } = await add(other, { email: newEmail(), password });
		for (const id of [body.id, newId("user", Date.now())]) {
			const path = `${usersOf(mine)}/${id}`;
			expectProblem(await operate(404, path), path, "resource_not_found");
			await patch(404, mine, id, { role: "STAFF" });
			await remove(404, mine, id);
		}
		await operate(404, usersOf(newId("tenant", Date.now())));
	});

	it("change their role, once a change", async () => {
		const tenantId = await newTenant();
		await add(tenantId, { email: newEmail(), password });
		const { body } = await add(tenantId, { email: newEmail(), password });
		const changed = (await patch(200, tenantId, body.id, { role: "STAFF" })).body;
		expect(changed).toMatchObject({ role: "STAFF" });
		expect(changed.updated_at > body.updated_at).toBe(true);
		expect((await patch(200, tenantId, body.id, { role: "STAFF" })).body).toEqual(changed);
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
		const updates = data.filter(({ action }: { action: string }) => action === "user.updated");
		// contract: Audit log 13
		expect(updates.map(({ changes }: { changes: object }) => changes)).toEqual([
			{ role: { old: "OWNER", new: "STAFF" } },
		]);
		expect((await patch(400, tenantId, body.id, { role: "ADMIN" })).body.code).toBe("validation_failed");
	});

	it("have an owner left: the last one is neither removed nor demoted, also when two go at once", async () => {
		const tenantId = await newTenant();
		const owner = (await add(tenantId, { email: newEmail(), password })).body;
		await add(tenantId, { email: newEmail(), password, role: "STAFF" });
		await add(tenantId, { email: newEmail() });
		expect((await remove(409, tenantId, owner.id)).body.code).toBe("conflict");
		expect((await patch(409, tenantId, owner.id, { role: "STAFF" })).body.code).toBe("conflict");
		for (const method of ["DELETE", "PATCH"]) {
			const other = (await add(tenantId, { email: newEmail(), password })).body;
			const left = (await operate(200, usersOf(tenantId))).body.data.filter(
				(user: { role: string; status: string }) => user.role === "OWNER" && user.status === "ACTIVE",
			);
			const answers = await Promise.all(
				left.map(({ id }: { id: string }) =>
					send(`${usersOf(tenantId)}/${id}`, {
						method,
						key: env.OPERATOR_TOKEN,
						...(method === "PATCH" ? { body: { role: "STAFF" } } : {}),
					}),
				),
			);
			expect(other.role).toBe("OWNER");
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		}
	});
});

describe("someone who is removed", () => {
	it("is signed out, and codes that no app has redeemed yet are dead; what was connected before stays", async () => {
		const connection = await newConnection({ app });
		const { tenantId, person, cookie } = connection;
		await newPerson(tenantId);
		const tokens = await newTokens(connection);
		const approval = await approve(connection);
		await remove(200, tenantId, person.id);
		expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
		expect(await isSignedIn(cookie)).toBe(false);
		await me(200, tokens.access_token);
		await expect(approve({ ...connection, cookie: await signIn(person) })).rejects.toThrow("not approved");
		expect(await actions(tenantId)).toContain("user.removed");
	});

	it("stays signed in for other studios, and sees nothing of this one", async () => {
		const [first, second] = [await newTenant({ name: "Stays" }), await newTenant({ name: "Ends" })];
		const person = await newPerson(first);
		await newPerson(second);
		await joinStudio(person, second);
		const cookie = await signIn(person);
		const approval = await approve({ app, cookie, tenantId: second });
		const kept = await approve({ app, cookie, tenantId: first });
		await remove(200, second, person.id);
		const text = await studios(cookie);
		expect(text).toContain("Stays");
		expect(text).not.toContain("Ends");
		expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
		expect((await exchange(app, kept)).status).toBe(200);
		expect(await rows("SELECT 1 FROM sessions WHERE user_id = ?", person.id)).not.toEqual([]);
	});
});
