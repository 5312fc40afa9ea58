import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import {
	auditOf,
	expectAudited,
	follow,
	formsOn,
	type Member,
	memberOf,
	newMember,
	textOf,
} from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { approve, exchange, newApp, newPerson, newSession, post, signIn } from "../support/oauth.ts";
import { joinStudio, linksTo, linkTo } from "../support/people.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant, operate } from "../support/world.ts";

const mailService = new MailService();
const password = "fern and dagger";
const day = 86_400;
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const team = async (visitor: Member) => textOf((await visitor.open(200, "/team")).text);
const invited = (visitor: Member, email: string, given: Record<string, string> = {}) =>
	visitor.submit(303, "/team/invite", { email, name: "", role: "STAFF", ...given });
const usersOf = async (tenantId: string) => (await operate(200, `/admin/tenants/${tenantId}/users`)).body.data;
const idOf = async ({ tenantId }: Member, email: string): Promise<string> =>
	(await usersOf(tenantId)).find((user: { email: string }) => user.email === email).id;
const isSignedIn = async ({ cookie }: Pick<Member, "cookie">) =>
	(await send("/dashboard/account", { headers: { Cookie: cookie } })).status === 200;

let owner: Member;
beforeEach(async () => {
	owner = await newMember();
});

describe("the team", () => {
	it("shows the members with their role, and the invitations with when they were sent and until when they are valid", async () => {
		const colleague = await newMember({ tenantId: owner.tenantId, role: "STAFF" });
		const email = newEmail();
		expect(await team(owner)).toContain("No open invitations");
		await invited(owner, email);
		const text = await team(owner);
		expect(text).toMatch(new RegExp(`${colleague.person.email} Staff`));
		expect(text).toMatch(new RegExp(`${owner.person.email} You ${owner.person.email} Owner`));
		expect(text).toMatch(
			new RegExp(`${email} Staff (\\d+ \\w+ \\d{4}, \\d\\d:\\d\\d) \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d`),
		);
		expect(text).not.toContain("Expired");
		advance(7 * day);
		const later = memberOf(owner.tenantId, owner.person, await newSession(owner.person));
		expect(await team(later)).toContain("Expired");
	});

	it("does not tell whether somebody who is invited has an account, or what it is called", async () => {
		const known = newEmail();
		await operate(201, `/admin/tenants/${await newTenant()}/users`, {
			body: { email: known, name: "Secret Name", password },
		});
		const unknown = newEmail();
		for (const email of [known, unknown]) await invited(owner, email, { name: "Given" });
		const { text } = await owner.open(200, "/team");
		expect(text).not.toContain("Secret Name");
		expect(text).not.toContain("Given");
	});

	it("of more people than a page shows goes on, and each is there once", async () => {
		const made = await Promise.all(Array.from({ length: 53 }, () => newPerson(owner.tenantId)));
		const first = (await owner.open(200, "/team")).text;
		const [, after = ""] = /after=(usr_\w+)"/.exec(first) ?? [];
		const both = first + (await owner.open(200, "/team", { after })).text;
		for (const { id } of made) expect(both.split(`/team/${id}/remove`)).toHaveLength(2);
	});
});

describe("inviting", () => {
	it("mails a link, makes nobody a member, and leads to an account once its person chooses a password", async () => {
		const email = newEmail();
		const told = await follow(owner, await invited(owner, email, { name: "Noa" }));
		expect(textOf(told.text)).toContain("The invitation has been sent by mail.");
		await expectAudited(owner, "user.invited", await idOf(owner, email));
		expect((await usersOf(owner.tenantId)).find((user: { email: string }) => user.email === email)).toMatchObject({
			status: "INVITED",
			role: "STAFF",
			name: "Noa",
		});
		expect((await post("/sign_in", { email, password })).status).toBe(422);
		const link = await linkTo(email);
		await scheduledWork();
		expect(mailService.sent.filter(({ to }) => to === email)).toHaveLength(1);
		expect((await post(link, { password })).status).toBe(303);
		const joined = memberOf(owner.tenantId, owner.person, await signIn({ email, password }));
		expect((await joined.open(200, "")).text).toContain("Sign out");
		await joined.open(403, "/team");
		expect(await team(owner)).toContain("Noa");
	});

	it("makes no member of an account that exists, until it accepts", async () => {
		const stranger = await newMember();
		await invited(owner, stranger.person.email, { role: "OWNER" });
		const there = memberOf(owner.tenantId, stranger.person, stranger.cookie);
		await there.open(404, "");
		await post(await linkTo(stranger.person.email), {}, { headers: { Cookie: stranger.cookie } });
		await there.open(200, "/team");
	});

	it("offers the smaller role, and takes no password from the form", async () => {
		const [form] = formsOn((await owner.open(200, "/team/invite")).text).filter(({ action }) =>
			action.includes("/invite"),
		);
		expect(form?.fields).toContainEqual(["role", "STAFF"]);
		const email = newEmail();
		await invited(owner, email, { password });
		expect((await post("/sign_in", { email, password })).status).toBe(422);
	});

	it("twice with one form invites once", async () => {
		const email = newEmail();
		const fields = { form_id: "b".repeat(22) };
		await Promise.all([invited(owner, email, fields), invited(owner, email, fields)]);
		expect(await linksTo(email, "invitation")).toHaveLength(1);
	});

	it.each([
		["no email", { email: "" }, 422, "email-fault"],
		["something that is no email", { email: "nobody" }, 422, "email-fault"],
		["no role", { role: "" }, 422, "role-fault"],
		["a role that is none", { role: "ADMIN" }, 422, "role-fault"],
	])("with %s is refused, with what was typed", async (_, wrong, status, fault) => {
		const { text } = await owner.submit(status, "/team/invite", {
			email: "typed@example.com",
			name: "Typed <i>",
			role: "OWNER",
			...wrong,
		});
		expect(text).toContain(`id="${fault}"`);
		expect(text).toContain('value="Typed &lt;i&gt;"');
		expect(await rows("SELECT * FROM users WHERE email_key = 'typed@example.com'")).toEqual([]);
	});

	it("somebody who is there already is refused at the email", async () => {
		const email = newEmail();
		await invited(owner, email);
		for (const taken of [email, email.toUpperCase(), owner.person.email]) {
			const { text } = await owner.submit(409, "/team/invite", { email: taken, name: "", role: "OWNER" });
			expect(text).toContain('id="email-fault"');
		}
		expect(await linksTo(email, "invitation")).toHaveLength(1);
	});

	it("cannot fill a mailbox: five mails an hour, from all studios together", async () => {
		const [email, other] = [newEmail(), await newMember()];
		await invited(owner, email);
		const id = await idOf(owner, email);
		for (let n = 0; n < 4; n++) await owner.submit(303, `/team/${id}/resend`);
		const refused = await owner.submit(429, `/team/${id}/resend`);
		expect(textOf(refused.text)).toContain("Too many mails were sent to this address within an hour.");
		await other.submit(429, "/team/invite", { email, name: "", role: "STAFF" });
		expect(await linksTo(email, "invitation")).toHaveLength(5);
		advance(3601);
		await owner.submit(303, `/team/${id}/resend`);
	});
});

describe("an invitation", () => {
	it("can be sent again: the new link is valid for 7 days from then, and the earlier one is dead", async () => {
		const email = newEmail();
		await invited(owner, email, { role: "OWNER" });
		const [id, old] = [await idOf(owner, email), await linkTo(email)];
		advance(day / 2);
		const told = await follow(owner, await owner.submit(303, `/team/${id}/resend`));
		expect(textOf(told.text)).toContain("sent again");
		const link = await linkTo(email);
		expect(link).not.toBe(old);
		expect((await post(old, { password })).status).toBe(410);
		advance(7 * day - 60);
		expect((await post(link, { password })).status).toBe(303);
		expect((await usersOf(owner.tenantId)).find((user: { id: string }) => user.id === id)).toMatchObject({
			role: "OWNER",
			status: "ACTIVE",
		});
		expect((await auditOf(owner.tenantId)).filter(({ action }) => action === "user.invited")).toHaveLength(2);
	});

	it("that has expired is valid again when it is sent again", async () => {
		const email = newEmail();
		await invited(owner, email);
		const id = await idOf(owner, email);
		advance(8 * day);
		const later = memberOf(owner.tenantId, owner.person, await newSession(owner.person));
		await later.submit(303, `/team/${id}/resend`);
		expect(await team(later)).not.toContain("Expired");
		expect((await post(await linkTo(email), { password })).status).toBe(303);
	});

	it("of a member is not sent again", async () => {
		const member = await newPerson(owner.tenantId);
		await owner.submit(409, `/team/${member.id}/resend`);
		expect(await linksTo(member.email, "invitation")).toEqual([]);
	});

	it("is withdrawn after a confirmation, and its link is dead", async () => {
		const email = newEmail();
		await invited(owner, email);
		const id = await idOf(owner, email);
		expect(textOf((await owner.open(200, `/team/${id}/remove`)).text)).toContain(
			`Withdraw the invitation of ${email}?`,
		);
		expect((await send(await linkTo(email))).status).toBe(200);
		const told = await follow(owner, await owner.submit(303, `/team/${id}/remove`));
		expect(textOf(told.text)).toContain("The invitation has been withdrawn.");
		expect((await post(await linkTo(email), { password })).status).toBe(410);
		await expectAudited(owner, "user.removed", id);
		await owner.submit(404, `/team/${id}/remove`);
	});
});

describe("a role", () => {
	it("is changed, of a member from the next page on", async () => {
		const colleague = await newMember({ tenantId: owner.tenantId });
		await colleague.open(200, "/team");
		await owner.submit(303, `/team/${colleague.person.id}/edit`, { role: "STAFF" });
		await colleague.open(403, "/team");
		await expectAudited(owner, "user.updated", colleague.person.id);
		await owner.submit(303, `/team/${colleague.person.id}/edit`, { role: "OWNER" });
		await colleague.open(200, "/team");
	});

	it("is changed of an invitation, too, and holds when it is accepted", async () => {
		const email = newEmail();
		await invited(owner, email);
		await owner.submit(303, `/team/${await idOf(owner, email)}/edit`, { role: "OWNER" });
		await post(await linkTo(email), { password });
		await memberOf(owner.tenantId, owner.person, await signIn({ email, password })).open(200, "/team");
	});

	it("that becomes STAFF ends the codes that no app has redeemed yet", async () => {
		const app = await newApp();
		const colleague = await newMember({ tenantId: owner.tenantId });
		const approval = await approve({ app, ...colleague });
		await owner.submit(303, `/team/${colleague.person.id}/edit`, { role: "STAFF" });
		expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
	});

	it("that is none is refused at the form, with the person still named", async () => {
		const colleague = await newPerson(owner.tenantId);
		for (const role of ["", "ADMIN"]) {
			const { text } = await owner.submit(422, `/team/${colleague.id}/edit`, { role });
			expect(text).toContain('id="role-fault"');
			expect(text).toContain(colleague.email);
		}
	});
});

describe("the last owner", () => {
	it.each([
		["removed", "remove", {}],
		["made STAFF", "edit", { role: "STAFF" }],
	])("is not %s, which the page explains", async (_, step, fields) => {
		await newMember({ tenantId: owner.tenantId, role: "STAFF" });
		await invited(owner, newEmail(), { role: "OWNER" });
		const { text } = await owner.submit(409, `/team/${owner.person.id}/${step}`, fields);
		expect(textOf(text)).toContain("A studio keeps an owner: its last one can neither be removed nor become STAFF.");
		await owner.open(200, "/team");
	});

	it("stays, also when the last two go at once", async () => {
		const other = await newMember({ tenantId: owner.tenantId });
		const leave = async ({ at, cookie, person }: Member) =>
			(await post(at(`/team/${person.id}/remove`), {}, { headers: { Cookie: cookie } })).status;
		expect((await Promise.all([leave(owner), leave(other)])).sort()).toEqual([303, 409]);
		expect(await usersOf(owner.tenantId)).toHaveLength(1);
	});
});

describe("removing", () => {
	it("asks first, and then ends sessions and undecided codes at once", async () => {
		const app = await newApp();
		const colleague = await newMember({ tenantId: owner.tenantId });
		const approval = await approve({ app, ...colleague });
		expect(textOf((await owner.open(200, `/team/${colleague.person.id}/remove`)).text)).toContain("loses access");
		expect(await isSignedIn(colleague)).toBe(true);
		const told = await follow(owner, await owner.submit(303, `/team/${colleague.person.id}/remove`));
		expect(textOf(told.text)).toContain("is no longer a member of the studio");
		expect(await isSignedIn(colleague)).toBe(false);
		expect((await exchange(app, approval)).body.error).toBe("invalid_grant");
		await expectAudited(owner, "user.removed", colleague.person.id);
	});

	it("leaves whoever has another studio signed in there", async () => {
		const colleague = await newMember();
		await joinStudio(colleague.person, owner.tenantId);
		await owner.submit(303, `/team/${colleague.person.id}/remove`);
		await colleague.open(200, "/team");
		await memberOf(owner.tenantId, colleague.person, colleague.cookie).open(404, "/team");
	});

	it("oneself or making oneself STAFF is possible while there is another owner, and leads to what is left", async () => {
		await newPerson(owner.tenantId);
		const second = await newMember({ tenantId: owner.tenantId });
		const demoted = await owner.submit(303, `/team/${owner.person.id}/edit`, { role: "STAFF" });
		expect((await follow(owner, demoted)).status).toBe(200);
		const asked = textOf((await second.open(200, `/team/${second.person.id}/remove`)).text);
		expect(asked).toMatch(/Leave .+\?.+ Leave Stay/s);
		const left = await follow(second, await second.submit(303, `/team/${second.person.id}/remove`));
		expect(left.headers.get("Location")).toContain("/sign_in");
	});
});

it("people of another studio are not found: their pages show nothing and their forms change nothing", async () => {
	const [other, email] = [await newMember(), newEmail()];
	await newPerson(other.tenantId);
	await invited(other, email);
	const before = await usersOf(other.tenantId);
	for (const id of [other.person.id, await idOf(other, email), newId("user", Date.now()), "x"]) {
		for (const step of ["edit", "remove"])
			expect((await owner.open(404, `/team/${id}/${step}`)).text).not.toContain(email);
		for (const step of ["edit", "remove", "resend"]) await owner.submit(404, `/team/${id}/${step}`, { role: "STAFF" });
	}
	expect(await usersOf(other.tenantId)).toEqual(before);
});

it("markup in a name or an email stays text", async () => {
	const name = `<img src=x onerror="alert(1)">`;
	const person = (
		await operate(201, `/admin/tenants/${owner.tenantId}/users`, { body: { email: newEmail(), name, password } })
	).body;
	for (const path of ["/team", `/team/${person.id}/edit`, `/team/${person.id}/remove`]) {
		const { text } = await owner.open(200, path);
		expect(text).toContain("&lt;img src=x");
		expect(text).not.toContain("<img");
	}
});
