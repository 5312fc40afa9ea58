import { beforeEach, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { textOf } from "../support/dashboard.ts";
import { rows, wholeDatabase } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { newPerson, newSession, type Person, post, signIn } from "../support/oauth.ts";
import { joinStudio, linksTo, linkTo } from "../support/people.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant, operate } from "../support/world.ts";

const mailService = new MailService();
const path = "/dashboard/account";
const kind = "email_change";
const newEmail = () => `${crypto.randomUUID()}@example.com`;

// Beyond the window in which failures and mails count.
beforeEach(() => advance(3700));

interface Signed extends Person {
	cookie: string;
}

async function someone(): Promise<Signed> {
	const person = await newPerson(await newTenant());
	return { ...person, cookie: await newSession(person) };
}

const ask = ({ cookie, password }: Signed, email: string, given: Record<string, string> = {}) =>
	post(`${path}/email`, { email, email_password: password, ...given }, { headers: { Cookie: cookie } });
const confirm = ({ cookie }: Pick<Signed, "cookie">, link: string, headers: Record<string, string> = {}) =>
	post(link, {}, { headers: { Cookie: cookie, ...headers } });

async function linkAfterAsking(person: Signed, email: string): Promise<string> {
	expect((await ask(person, email)).status).toBe(303);
	return await linkTo(email, kind);
}

const emailOf = async ({ id }: Person) => (await rows("SELECT email FROM users WHERE id = ?", id))[0]?.email;
const mailsTo = async (email: string): Promise<string[]> =>
	(await rows("SELECT kind FROM mails WHERE json_extract(data, '$.to') = ? ORDER BY id", email)).map(({ kind }) =>
		String(kind),
	);

describe("a new email", () => {
	it("holds once its link is confirmed, and both addresses are told", async () => {
		mailService.reset();
		const person = await someone();
		const email = newEmail();
		const asked = await ask(person, email);
		expect([asked.status, asked.headers.get("Location")]).toEqual([303, `${path}?done=email_sent`]);
		const link = await linkTo(email, kind);
		await scheduledWork();
		expect(await emailOf(person)).toBe(person.email);
		for (let opened = 0; opened < 2; opened++)
			expect(textOf((await call(200, link, { headers: { Cookie: person.cookie } })).text)).toContain(email);
		expect(await emailOf(person)).toBe(person.email);
		const confirmed = await confirm(person, link);
		expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, `${path}?done=email`]);
		await signIn({ ...person, email });
		const { email: old, password } = person;
		expect((await post("/sign_in", { email: old, password })).status).toBe(422);
		await scheduledWork();
		const told = mailService.sent.map(({ to, subject, text }) => [to, subject, text.includes(email)]);
		expect(told).toEqual(
			expect.arrayContaining([
				[email, "Confirm your new email", false],
				[old, "Your email is about to change", true],
				[old, "Your email has changed", true],
			]),
		);
		const text = mailService.sent.find(({ subject }) => subject === "Confirm your new email")?.text;
		expect(text).toContain(`https://api.test${link}`);
	});

	it("may differ from the present one by upper case alone", async () => {
		const person = await someone();
		const email = person.email.toUpperCase();
		expect((await confirm(person, await linkAfterAsking(person, email))).status).toBe(303);
		expect(await emailOf(person)).toBe(email);
	});

	it("is audited in each studio of the person, without the addresses", async () => {
		const [one, other] = [await newTenant(), await newTenant()];
		const person = await newPerson(one);
		await joinStudio(person, other);
		const signed = { ...person, cookie: await newSession(person) };
		const email = newEmail();
		await confirm(signed, await linkAfterAsking(signed, email));
		for (const tenantId of [one, other]) {
			const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
			const actor = { type: "user", id: person.id };
			expect(data.slice(0, 2)).toEqual([
				expect.objectContaining({ action: "user.email_changed", resource_id: person.id, actor }),
				expect.objectContaining({ action: "user.email_change_requested", resource_id: person.id, actor }),
			]);
			expect(JSON.stringify(data)).not.toContain(email);
		}
	});
});

describe("the form", () => {
	it.each([
		["no email", { email: "" }, "Enter an email address, such as ana@example.com."],
		["no email at all", { email: "ana" }, "Enter an email address, such as ana@example.com."],
		["no password", { email_password: "" }, "Enter your current password."],
		["a wrong password", { email_password: "wrong password" }, "The current password is wrong."],
		["a password that nobody can have", { email_password: "x\0" }, "The current password is wrong."],
	])("with %s sends nothing, says why and keeps what was typed", async (_, given, words) => {
		const person = await someone();
		const email = newEmail();
		const answer = await ask(person, email, given);
		expect(answer.status).toBe(422);
		expect(answer.text).toContain(words);
		expect(answer.text).toContain(`name="email" type="email" value="${"email" in given ? given.email : email}"`);
		expect([...(await mailsTo(email)), ...(await mailsTo(person.email))]).toEqual([]);
	});

	it("refuses the present email", async () => {
		const person = await someone();
		const answer = await ask(person, ` ${person.email} `);
		expect([answer.status, answer.text.includes("This is the email of your account already.")]).toEqual([422, true]);
	});

	it("counts a wrong password like a failed sign-in", async () => {
		const person = await someone();
		for (let n = 0; n < 10; n++)
			expect((await ask(person, newEmail(), { email_password: `wrong ${n}` })).status).toBe(422);
		expect((await ask(person, newEmail())).status).toBe(429);
		const { email, password } = person;
		expect((await post("/sign_in", { email, password })).status).toBe(429);
	});

	it("takes no form from another origin", async () => {
		const person = await someone();
		const email = newEmail();
		const headers = { Cookie: person.cookie, Origin: "https://evil.example" };
		expect((await post(`${path}/email`, { email, email_password: person.password }, { headers })).status).toBe(403);
		const link = await linkAfterAsking(person, email);
		expect((await confirm(person, link, { Origin: "https://evil.example" })).status).toBe(403);
		expect(await emailOf(person)).toBe(person.email);
	});
});

describe("an address that another account has", () => {
	it("gets the same answer, the same writes and no link, and its holder is told", async () => {
		const [person, other, free] = [await someone(), await someone(), newEmail()];
		const linksOf = () => rows("SELECT user_id, expires_at FROM email_changes WHERE user_id = ?", person.id);
		const [taken, untaken] = [await ask(person, other.email.toUpperCase()), await ask(person, free)];
		const facts = ({ status, text, headers }: typeof taken) => [status, text, headers.get("Location")];
		expect(facts(taken)).toEqual(facts(untaken));
		expect(await linksOf()).toHaveLength(2);
		expect(await linksTo(other.email.toUpperCase(), kind)).toEqual([]);
		expect(await linksTo(other.email.toUpperCase(), "email_change_taken")).toEqual(["/forgot_password"]);
		expect(await mailsTo(person.email)).toEqual(["email_change_requested", "email_change_requested"]);
	});

	it("meanwhile makes the link a dead one, and nothing of it is told", async () => {
		const person = await someone();
		const email = newEmail();
		const link = await linkAfterAsking(person, email);
		await operate(201, `/admin/tenants/${await newTenant()}/users`, { body: { email, password: "fern and dagger" } });
		const refused = await confirm(person, link);
		const dead = await confirm(person, `/confirm_email/${"A".repeat(43)}`);
		const wordsOf = ({ text }: typeof refused) => textOf(text).replace(/req_\w+/, "");
		expect([refused.status, wordsOf(refused)]).toEqual([410, wordsOf(dead)]);
		expect(await emailOf(person)).toBe(person.email);
	});

	it("goes to one of two accounts that confirm it at the same moment", async () => {
		const people = [await someone(), await someone()];
		const email = newEmail();
		const links: string[] = [];
		for (const person of people) links.push(await linkAfterAsking(person, email));
		const answers = await Promise.all(people.map((person, n) => confirm(person, links[n] ?? "")));
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
		expect(await rows("SELECT id FROM users WHERE email_key = ?", email)).toHaveLength(1);
	});
});

describe("a link", () => {
	it("works once, also when it is used twice at once, and ends the others", async () => {
		const person = await someone();
		const other = await linkAfterAsking(person, newEmail());
		const link = await linkAfterAsking(person, newEmail());
		const answers = await Promise.all([confirm(person, link), confirm(person, link)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
		for (const dead of [link, other]) {
			expect((await confirm(person, dead)).status).toBe(410);
			expect((await send(dead)).status).toBe(410);
		}
	});

	it("ends after an hour, and is then forgotten", async () => {
		const person = await someone();
		const link = await linkAfterAsking(person, newEmail());
		advance(3540);
		await call(200, link);
		advance(120);
		expect((await confirm(person, link)).status).toBe(410);
		await scheduledWork();
		expect(await rows("SELECT * FROM email_changes WHERE user_id = ?", person.id)).toEqual([]);
	});

	it("ends when the password is changed or replaced", async () => {
		const person = await someone();
		const link = await linkAfterAsking(person, newEmail());
		const form = { password: person.password, new_password: "another fern and dagger" };
		await post(`${path}/password`, form, { headers: { Cookie: person.cookie } });
		expect((await send(link)).status).toBe(410);
		const forgetful = await someone();
		const another = await linkAfterAsking(forgetful, newEmail());
		await post("/forgot_password", { email: forgetful.email });
		await expect.poll(() => linksTo(forgetful.email, "password_reset")).toHaveLength(1);
		await post(await linkTo(forgetful.email, "password_reset"), { password: "another fern and dagger" });
		expect((await send(another)).status).toBe(410);
	});

	it("ends the links for a new password, which went to the address before", async () => {
		const person = await someone();
		await post("/forgot_password", { email: person.email });
		await expect.poll(() => linksTo(person.email, "password_reset")).toHaveLength(1);
		await confirm(person, await linkAfterAsking(person, newEmail()));
		expect((await send(await linkTo(person.email, "password_reset"))).status).toBe(410);
	});

	it("confirms nothing for whoever holds only the mailbox, and leads to the sign-in and back", async () => {
		const [person, stranger] = [await someone(), await someone()];
		const link = await linkAfterAsking(person, newEmail());
		for (const cookie of ["", stranger.cookie]) {
			expect((await confirm({ cookie }, link)).status).toBe(403);
			const page = await call(200, link, { headers: { Cookie: cookie } });
			expect(page.text).not.toContain(person.email);
			expect(page.text).not.toContain(`<form method="post" action="${link}"`);
		}
		expect((await send(link)).text).toContain(`href="/sign_in?continue=${encodeURIComponent(link)}"`);
		const { email, password } = person;
		const signedIn = await post("/sign_in", { email, password, continue: link });
		expect(signedIn.headers.get("Location")).toBe(link);
		expect(await emailOf(person)).toBe(person.email);
	});

	it("opens no page for a new password", async () => {
		const person = await someone();
		const token = (await linkAfterAsking(person, newEmail())).split("/").at(-1);
		expect((await send(`/reset_password/${token}`)).status).toBe(410);
	});

	it("is stored nowhere", async () => {
		const token = (await linkAfterAsking(await someone(), newEmail())).split("/").at(-1) ?? "";
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(token);
	});
});

describe("nobody's mailbox is filled", () => {
	it("an account has three open links at most, also when eight are asked for at once", async () => {
		const person = await someone();
		const answers = await Promise.all(Array.from({ length: 8 }, () => ask(person, newEmail())));
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 303)).toHaveLength(3);
		expect(new Set(statuses)).toEqual(new Set([303, 429]));
		expect(await rows("SELECT * FROM email_changes WHERE user_id = ?", person.id)).toHaveLength(3);
		const refused = await ask(person, newEmail());
		expect(textOf(refused.text)).toContain("Three mails with a link are open.");
		advance(3700);
		expect((await ask(person, newEmail())).status).toBe(303);
	});

	it("an address gets five mails an hour, whoever asks", async () => {
		const email = newEmail();
		for (let n = 0; n < 5; n++) expect((await ask(await someone(), email)).status).toBe(303);
		const refused = await ask(await someone(), email);
		expect([refused.status, refused.text.includes("Too many mails were sent to this address")]).toEqual([429, true]);
		expect(await linksTo(email, kind)).toHaveLength(5);
	});
});

describe("the name", () => {
	const rename = ({ cookie }: Signed, name: string) => post(`${path}/name`, { name }, { headers: { Cookie: cookie } });
	const nameOf = async ({ id }: Person) => (await rows("SELECT name FROM users WHERE id = ?", id))[0]?.name;

	it("is set, shown, removed and audited, and one that stays is no change", async () => {
		const tenantId = await newTenant();
		const person = await newPerson(tenantId);
		const signed = { ...person, cookie: await newSession(person) };
		for (const name of [" Ana Lima ", "Ana Lima", ""]) expect((await rename(signed, name)).status).toBe(303);
		expect(await nameOf(person)).toBeNull();
		await rename(signed, "Zoë");
		const page = await call(200, `${path}?done=name`, { headers: { Cookie: signed.cookie } });
		expect(page.text).toContain('value="Zoë"');
		expect(textOf(page.text)).toContain("The name has been changed.");
		const { data } = (await operate(200, `/admin/audit_log?tenant_id=${tenantId}`)).body;
		const changes = data.filter(({ action }: { action: string }) => action === "user.name_changed");
		expect(changes).toHaveLength(3);
		expect(changes[0]).toMatchObject({ resource_id: person.id, actor: { type: "user", id: person.id } });
		// contract: Audit log 13
		expect(changes.map((entry: { changes: object }) => entry.changes)).toEqual([
			{ name: { old: null, new: "Zoë" } },
			{ name: { old: "Ana Lima", new: null } },
			{ name: { old: null, new: "Ana Lima" } },
		]);
	});

	it.each(["x".repeat(201), "a\0b"])("that cannot be one is refused", async (name) => {
		const person = await someone();
		const refused = await rename(person, name);
		expect(refused.status).toBe(422);
		expect(textOf(refused.text)).toContain("The name has not been changed.");
		expect(await nameOf(person)).toBeNull();
	});
});
