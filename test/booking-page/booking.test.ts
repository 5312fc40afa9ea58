import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	hiddenFields,
	holdsOf,
	mailsTo,
	newBookableStudio,
	offered,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { costOf } from "../support/cost.ts";
import { database, rows, settledDatabase } from "../support/database.ts";
import { entriesOn, eventsOf, typesOf } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient } from "../support/studio.ts";

const mailService = new MailService();
let place: BookableStudio;
beforeEach(async () => {
	place = await newBookableStudio();
});

const newForm = async (body: object): Promise<string> =>
	(await call(201, "/v1/forms", { key: place.key, body: { name: "Form", ...body } })).body.id;

const clientWith = async (email: string) =>
	(await call(200, `/v1/clients?email=${encodeURIComponent(email)}`, { key: place.key })).body.data[0];

const everyType = [
	{ key: "text", label: "A text", type: "text", required: true },
	{ key: "textarea", label: "A story", type: "textarea", required: true },
	{ key: "number", label: "A number", type: "number", required: true },
	{ key: "email", label: "An email", type: "email", required: true },
	{ key: "phone", label: "A phone", type: "phone", required: true },
	{ key: "date", label: "A date", type: "date", required: true },
	{ key: "select", label: "A choice", type: "select", required: true, options: ["red", "blue"] },
	{ key: "multi", label: "Some choices", type: "multi_select", required: true, options: ["arm", "leg", "back"] },
	{ key: "agree", label: "Agreed", type: "checkbox", required: true },
	{ key: "file", label: "A picture", type: "file_url", required: true },
	{ key: "sign", label: "Signed", type: "signature", required: true },
	{ key: "more", label: "Anything else", type: "text", required: false },
];
const answers: [string, string][] = [
	["intake.text", "a <b> text"],
	["intake.textarea", "two\nlines"],
	["intake.number", "0"],
	["intake.email", "Other@example.com"],
	["intake.phone", "+49 30 1"],
	["intake.date", "1990-02-28"],
	["intake.select", "blue"],
	["intake.multi", "arm"],
	["intake.multi", "back"],
	["intake.agree", "true"],
	["intake.file", "https://files.example/a.png"],
	["intake.sign", "Ana Lima"],
	["intake.more", ""],
];

describe("a booking", () => {
	it("makes a client, the appointment, its link and the mail, and says so", async () => {
		const visitor = new Visitor();
		const form = contact({ name: "  Ana  Maria Lima ", email: " New.Client@Example.com ", phone: "+49 1" });
		const answer = await visitor.book(place, at("10:00"), form);
		expect(answer.status).toBe(303);
		const to = answer.headers.get("Location") ?? "";
		const booked = await visitor.get(to);
		expect(booked.text).toContain("You are booked");
		expect(booked.text).toContain(`datetime="${at("10:00")}"`);
		const client = await clientWith("new.client@example.com");
		expect(client).toMatchObject({
			first_name: "Ana",
			last_name: "Maria Lima",
			phone: "+49 1",
			source: "BOOKING_PAGE",
		});
		const [appointment] = (await call(200, "/v1/appointments", { key: place.key })).body.data;
		expect(appointment).toMatchObject({
			client_id: client.id,
			artist_id: place.artistId,
			event_type_id: place.typeId,
			status: "SCHEDULED",
			start_at: at("10:00"),
			end_at: at("11:00"),
			timezone: "Europe/Berlin",
		});
		expect(await mailsTo(mailService, place.id, "New.Client@Example.com")).toHaveLength(1);
		const [link] = await rows("SELECT * FROM booking_links WHERE tenant_id = ?", place.id);
		expect(link).toMatchObject({ appointment_id: appointment.id, moves: 0 });
	});

	it("is shown for a day, at the address of its event type alone", async () => {
		const unlisted = await withEventType(place, { visibility: "UNLISTED", instructions: "Ring at the back door." });
		const visitor = new Visitor();
		const to = (await visitor.book(place, at("10:00"))).headers.get("Location") ?? "";
		const elsewhere = await visitor.get(to.replace(place.path, unlisted.path));
		expect(elsewhere.headers.get("Location")).toBe(unlisted.path);
		expect(elsewhere.text).not.toContain("back door");
		advance(86_390);
		expect((await visitor.get(to)).text).toContain("You are booked");
		advance(20);
		expect((await visitor.get(to)).headers.get("Location")).toBe(place.path);
	});

	it("has the booking page as the actor of its events and audit entries", async () => {
		const visitor = new Visitor();
		await visitor.book(place, at("10:00"));
		const events = (await eventsOf(place.key)).filter(({ actor }) => actor.type === "booking_page");
		expect(typesOf(events)).toEqual(["client.created", "appointment.created"]);
		for (const { actor } of events) expect(actor).toEqual({ type: "booking_page", id: null });
		const [{ id }] = (await appointmentsOf(place.id)) as [{ id: string }];
		expect(await entriesOn(place.key, id)).toMatchObject([
			{
				action: "appointment.created",
				actor: { type: "booking_page", id: null },
				ip_address: visitor.address,
				test_mode: false,
			},
		]);
	});

	it("finds the client by the email, and fills what is empty alone", async () => {
		const id = await newClient(place.key, { email: "known@example.com", first_name: "Maria", phone: "1" });
		const form = contact({ name: "Ana Lima", email: "  KNOWN@Example.COM", phone: "2" });
		expect((await new Visitor().book(place, at("10:00"), form)).status).toBe(303);
		const { body } = await call(200, `/v1/clients/${id}`, { key: place.key });
		expect(body).toMatchObject({ first_name: "Maria", last_name: "Lima", phone: "1", email: "known@example.com" });
		expect((await appointmentsOf(place.id))[0]).toMatchObject({ client_id: id });
		const [updated] = (await eventsOf(place.key)).filter(({ type }) => type === "client.updated");
		expect(updated.data.changes).toEqual({
			lastName: { old: null, new: "Lima" },
			language: { old: null, new: "en" },
		});
	});

	it("takes every field of the intake form, and the signature of the consent form", async () => {
		const intake = await newForm({ kind: "INTAKE", name: "Before we begin", fields: everyType });
		const fields = [{ key: "adult", label: "I am 18", type: "checkbox", required: true }];
		const consent = await newForm({ kind: "CONSENT", name: "Consent", fields });
		await patchType(place, { intake_form_id: intake, consent_form_id: consent });
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const { text } = await visitor.get(`${place.path}/details`);
		for (const { key } of everyType) expect(text).toContain(`name="intake.${key}"`);
		for (const label of ["Before we begin", "Consent", "I am 18", "Signature"]) expect(text).toContain(label);
		const form: [string, string][] = [...Object.entries(contact()), ...answers, ["consent.adult", "true"]];
		expect((await visitor.details(place, at("10:00"), [...form, ["signature", "Ana Lima"]])).status).toBe(303);
		const [made] = (await call(200, `/v1/forms/${intake}/submissions`, { key: place.key })).body.data;
		const [appointment] = await appointmentsOf(place.id);
		expect(made.client_id).toBe(appointment?.client_id);
		expect(made.submission_data).toEqual({
			text: "a <b> text",
			textarea: "two\nlines",
			number: 0,
			email: "Other@example.com",
			phone: "+49 30 1",
			date: "1990-02-28",
			select: "blue",
			multi: ["arm", "back"],
			agree: true,
			file: "https://files.example/a.png",
			sign: "Ana Lima",
		});
		const [signed] = (await call(200, `/v1/forms/${consent}/submissions`, { key: place.key })).body.data;
		expect(signed).toMatchObject({ signature: "Ana Lima", signer_name: "Ana Lima", submission_data: { adult: true } });
		expect(typesOf(await eventsOf(place.key))).toContain("consent_submission.signed");
	});

	it.each([
		["in the place for intake", "intake", ["intake_form_id"]],
		["in both places", "consent", ["intake_form_id", "consent_form_id"]],
	])("takes the signature of a form of the kind CONSENT %s, and sends it once", async (_, prefix, places) => {
		const fields = [{ key: "adult", label: "I am 18", type: "checkbox", required: true }];
		const form = await newForm({ kind: "CONSENT", fields });
		await patchType(place, Object.fromEntries(places.map((name) => [name, form])));
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const { text } = await visitor.get(`${place.path}/details`);
		expect([...text.matchAll(/name="((?:intake|consent)\.adult|signature)"/g)].map(([, name]) => name)).toEqual([
			`${prefix}.adult`,
			"signature",
		]);
		const typed = contact({ [`${prefix}.adult`]: "true" });
		const refused = await visitor.details(place, at("10:00"), typed);
		expect(refused.status).toBe(422);
		expect(refused.text).toContain('id="signature-fault"');
		expect(refused.text).toContain(`value="${typed.email}"`);
		const signed = { ...typed, signature: "Ana Lima" };
		expect((await visitor.details(place, at("10:00"), signed)).status).toBe(303);
		const { data } = (await call(200, `/v1/forms/${form}/submissions`, { key: place.key })).body;
		expect(data).toMatchObject([{ signature: "Ana Lima", signer_name: "Ana Lima", submission_data: { adult: true } }]);
	});

	it("keeps what was typed, too, when the form as a whole is refused", async () => {
		const consent = await newForm({ kind: "CONSENT", fields: [{ key: "c", label: "C", type: "text" }] });
		await patchType(place, { consent_form_id: consent });
		const form = contact({ signature: "y".repeat(70_000) });
		const refused = await new Visitor().book(place, at("10:00"), form);
		expect(refused.status).toBe(413);
		expect(refused.text).toContain("Your answers are too long. Shorten them. Nothing is booked yet.");
		expect(refused.text).toContain(`value="${form.email}"`);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("asks nobody twice for the name, the email and the phone that a form that links the client asks for", async () => {
		const asked = ["first_name", "last_name", "subject"].map((key) => ({ key, label: key, type: "text" }));
		const fields = [
			...asked,
			{ key: "email", label: "Email", type: "email" },
			{ key: "phone", label: "P", type: "phone" },
		];
		const required = fields.map((field) => ({ ...field, required: true }));
		const intake = await newForm({ kind: "INTAKE", links_client: true, fields: required });
		await patchType(place, { intake_form_id: intake });
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const { text } = await visitor.get(`${place.path}/details`);
		expect([...text.matchAll(/name="(intake\.\w+)"/g)].map(([, name]) => name)).toEqual(["intake.subject"]);
		const form = { ...contact(), "intake.subject": "Fern" };
		const refused = await visitor.details(place, at("10:00"), { ...form, name: "Ana" });
		expect(refused.status).toBe(422);
		for (const name of ["name", "phone"]) expect(refused.text).toContain(`id="${name}-fault"`);
		expect((await visitor.details(place, at("10:00"), { ...form, phone: "+49 30 1" })).status).toBe(303);
		const [made] = (await call(200, `/v1/forms/${intake}/submissions`, { key: place.key })).body.data;
		const { email } = form;
		expect(made.submission_data).toEqual({
			first_name: "Ana",
			last_name: "Lima",
			email,
			phone: "+49 30 1",
			subject: "Fern",
		});
	});

	it("makes what its form makes, and the idea says that it came from the booking page", async () => {
		const fields = [{ key: "subject", label: "Subject", type: "text" }];
		const form = await newForm({ kind: "INTAKE", creates: "IDEA", fields });
		await patchType(place, { intake_form_id: form });
		const typed = { ...contact(), "intake.subject": "Fern" };
		expect((await new Visitor().book(place, at("10:00"), typed)).status).toBe(303);
		const [idea] = (await call(200, "/v1/ideas", { key: place.key })).body.data;
		expect(idea).toMatchObject({
			client_id: (await appointmentsOf(place.id))[0]?.client_id,
			source_type: "BOOKING_PAGE",
			subject: "Fern",
		});
		await call(201, `/v1/forms/${form}/submissions`, {
			key: place.key,
			body: { submission_data: { subject: "Moth" }, client_id: idea.client_id },
		});
		const sources = (await call(200, "/v1/ideas", { key: place.key })).body.data;
		expect(sources.map((one: { source_type: string }) => one.source_type)).toEqual(["FORM", "BOOKING_PAGE"]);
	});

	it("is refused with what is missing at the top and at each field, and keeps what was typed", async () => {
		const intake = await newForm({ kind: "INTAKE", fields: everyType });
		const consent = await newForm({ kind: "CONSENT", fields: [{ key: "c", label: "C", type: "text" }] });
		await patchType(place, { intake_form_id: intake, consent_form_id: consent });
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const before = await settledDatabase();
		const wrong: [string, string][] = [
			...Object.entries({ name: " ", email: "no@", phone: "+1 <2>" }),
			...Object.entries({ "intake.text": "kept <text>", "intake.number": "many", "intake.email": "x" }),
			...Object.entries({ "intake.date": "31.12.", "intake.select": "green", "intake.file": "ftp://x" }),
			["intake.more", "y".repeat(501)],
		];
		const { status, text } = await visitor.details(place, at("10:00"), wrong);
		expect(status).toBe(422);
		expect(text).toContain('role="alert"');
		const faulty = ["name", "email", "signature", ...everyType.map(({ key }) => `intake.${key}`)].filter(
			(name) => name !== "intake.text",
		);
		for (const name of faulty) {
			expect(text, name).toContain(`<a href="#${name}">`);
			expect(text, name).toContain(`id="${name}"`);
			expect(text, name).toContain(`id="${name}-fault"`);
		}
		expect(text).not.toContain('id="intake.text-fault"');
		for (const kept of ["no@", "+1 &lt;2&gt;", "kept &lt;text&gt;", "many", "31.12.", "ftp://x"])
			expect(text).toContain(`value="${kept}"`);
		expect(await settledDatabase()).toEqual(before);
	});

	it("answers the same for a known and an unknown address, in words and in round trips", async () => {
		await newClient(place.key, { email: "full@example.com", last_name: "L", phone: "1" });
		await newClient(place.key, { email: "empty@example.com" });
		const emails = ["unknown@example.com", "full@example.com", "empty@example.com"];
		const told = [];
		for (const [n, email] of emails.entries()) {
			const body = new URLSearchParams({
				...contact({ email, phone: "2" }),
				start_at: at("10:00", `2027-03-0${n + 1}`),
			});
			const headers = { "Content-Type": "application/x-www-form-urlencoded" };
			const path = `${place.path}/details`;
			const { status, db } = await costOf(path, "", { method: "POST", body: body.toString(), headers });
			told.push({ status, db });
		}
		expect(told[0]?.status).toBe(303);
		expect(told[1]).toEqual(told[0]);
		expect(told[2]).toEqual(told[0]);
		const pages = await Promise.all(
			emails.map(async (email, n) => {
				const visitor = new Visitor();
				const answer = await visitor.book(place, at("12:00", `2027-03-0${n + 1}`), contact({ email }));
				const { text } = await visitor.get(answer.headers.get("Location") ?? "");
				return text.replaceAll(/nonce="\w+"|<a class="button" href="https:[^>]*>|<time.*?<\/time>|\?b=[^"&]+/g, "");
			}),
		);
		expect(new Set(pages).size).toBe(1);
	});

	it("books once when the form is sent twice, at once or later", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const page = await visitor.get(`${place.path}/details`);
		const form = { ...contact(), ...hiddenFields(page.text) };
		const send = () => visitor.post(`${place.path}/details`, form);
		const both = [...(await Promise.all([send(), send()])), await send()];
		expect(both.map(({ status }) => status)).toEqual([303, 303, 303]);
		expect(await appointmentsOf(place.id)).toHaveLength(1);
		expect(typesOf(await eventsOf(place.key)).filter((type) => type === "appointment.created")).toHaveLength(1);
		expect(await mailsTo(mailService, place.id, form.email)).toHaveLength(1);
	});

	it("leaves nothing behind when its transaction fails", async () => {
		const fields = [{ key: "subject", label: "Subject", type: "text" }];
		await patchType(place, { intake_form_id: await newForm({ kind: "INTAKE", creates: "IDEA", fields }) });
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const before = await settledDatabase();
		const d1 = env as unknown as Record<string, D1Database>;
		const [{ home }] = (await rows('SELECT "database" AS home FROM tenants WHERE id = ?', place.id)) as [
			{ home: string },
		];
		const refuse = `CREATE TRIGGER no_link BEFORE INSERT ON booking_links BEGIN SELECT RAISE(ABORT, 'no link'); END`;
		await d1[home]?.prepare(refuse).run();
		try {
			const { status } = await visitor.details(place, at("10:00"), { ...contact(), "intake.subject": "Fern" });
			expect(status).toBe(500);
		} finally {
			await d1[home]?.prepare("DROP TRIGGER no_link").run();
		}
		expect(await settledDatabase()).toEqual(before);
		expect((await visitor.details(place, at("10:00"), { ...contact(), "intake.subject": "Fern" })).status).toBe(303);
	});

	it.each([
		["booked", {}],
		["asked for", { requires_approval: true }],
	])("at a time that the page does not offer cannot be %s", async (_, type) => {
		await patchType(place, type);
		for (const time of [
			at("10:07"),
			at("10:00").replace("00.000Z", "23.123Z"),
			at("10:00").replace(".000Z", ".001Z"),
		]) {
			const form = contact();
			const refused = await new Visitor().details(place, time, form);
			expect(refused.status, time).toBe(409);
			expect(refused.text).toContain("This time cannot be chosen. Choose another one.");
			expect(refused.text).toContain(`value="${form.email}"`);
		}
		expect(await appointmentsOf(place.id)).toEqual([]);
		expect((await call(200, "/v1/leads", { key: place.key })).body.data).toEqual([]);
		expect((await new Visitor().details(place, at("10:15"), contact())).status).toBe(303);
	});

	it("is refused for a time that has passed, and of an artist who went, of a type that was closed", async () => {
		const visitor = new Visitor();
		expect((await visitor.details(place, at("10:00", "2020-03-03"), contact())).status).toBe(409);
		await patchType(place, { is_active: false });
		expect((await visitor.details(place, at("10:00"), contact())).status).toBe(404);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});

	it("leaves nothing stored when it is refused", async () => {
		const stored = () => rows("SELECT key FROM idempotency_records WHERE tenant_id = ?", place.id);
		const before = await stored();
		for (let n = 0; n < 3; n++)
			expect((await new Visitor().details(place, at("10:00", "2020-03-03"), contact())).status).toBe(409);
		expect(await stored()).toEqual(before);
	});
});

describe("twenty people who confirm one time at once", () => {
	const confirm = async (holder?: Visitor) => {
		const forms = Array.from({ length: 20 }, (_, n) => contact({ name: `Person ${n}`, phone: `+49 ${n}` }));
		return await Promise.all(
			forms.map(async (form, n) => ({
				form,
				answer: await (n === 7 && holder ? holder : new Visitor()).details(place, at("10:00"), form),
			})),
		);
	};

	it.each(["free", "held by one of them"])(
		"get one appointment where it is %s; the others keep what they typed",
		async (state) => {
			const holder = state === "free" ? undefined : new Visitor();
			await holder?.hold(place, at("10:00"));
			const all = await confirm(holder);
			const won = all.filter(({ answer }) => answer.status === 303);
			expect(won).toHaveLength(1);
			if (holder) expect(won[0]).toBe(all[7]);
			for (const { form, answer } of all.filter((one) => !won.includes(one))) {
				expect(answer.status).toBe(409);
				expect(answer.text).toContain("Somebody else has just taken this time");
				for (const typed of Object.values(form)) expect(answer.text).toContain(`value="${typed}"`);
				expect(offered(answer, "instead")).not.toEqual([]);
				expect(offered(answer, "instead")).not.toContain(at("10:00"));
			}
			expect(await appointmentsOf(place.id)).toHaveLength(1);
			expect(await holdsOf(place.id)).toEqual([]);
			expect((await call(200, "/v1/clients", { key: place.key })).body.data).toHaveLength(2);
		},
	);

	it("may look for any other time with what they typed, and keep or change theirs (contract: Booking page 33)", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const form = { ...contact({ email: "not yet one", phone: "+49 8" }), start_at: at("10:00") };
		const press = async (button: Record<string, string>) => {
			const page = await visitor.post(`${place.path}/details`, { ...form, ...button });
			expect(page.status).toBe(200);
			for (const typed of Object.values(form)) expect(page.text).toContain(`value="${typed}"`);
			return page;
		};
		const [date = ""] = at("10:00").split("T");
		const first = await press({ other_time: "yes" });
		expect(offered(first, "instead")).toContain(at("12:00"));
		expect(first.text).toMatch(
			new RegExp(`name="day" value="${date}" form="booking" formnovalidate[^>]* aria-current="true"`),
		);
		expect(first.text).not.toContain("is required");
		const [, later = ""] = /name="month" value="([\d-]+)"[^>]*>Later/.exec(first.text) ?? [];
		const month = await press({ month: later });
		expect(offered(month, "instead")).toEqual([]);
		const day = /name="day" value="([\d-]+)"/.exec(month.text)?.[1] ?? "";
		expect(day.startsWith(later)).toBe(true);
		const [instead = ""] = offered(await press({ day }), "instead");
		expect(instead.startsWith(day)).toBe(true);
		expect((await holdsOf(place.id)).map(({ start_at }) => start_at)).toEqual([Date.parse(at("10:00"))]);
		expect((await press({ keep: "yes" })).text).toContain("The time is held for you");
		form.start_at = instead;
		await press({ instead, start_at: at("10:00") });
		expect((await holdsOf(place.id)).map(({ start_at }) => start_at)).toEqual([Date.parse(instead)]);
		for (const nonsense of [
			{ month: "2026-13" },
			{ day: "2026-02-31" },
			{ month: "9999-01" },
			{ day: "x".repeat(5000) },
		])
			await press(nonsense);
		expect((await visitor.details(place, instead, { ...form, email: "ana@example.com" })).status).toBe(303);
	});

	it("press the button that books when they press Enter in a field", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const pages = [
			await visitor.get(`${place.path}/details`),
			await visitor.post(`${place.path}/details`, { ...contact(), start_at: at("10:00"), other_time: "yes" }),
		];
		for (const { text } of pages) {
			const [first = ""] = text.match(/<button[^>]* form="booking"[^>]*>/) ?? [];
			expect(first).not.toContain("name=");
		}
	});

	it("may take one of the others in its place, with what they typed", async () => {
		await new Visitor().book(place, at("10:00"));
		const visitor = new Visitor();
		const form = contact({ phone: "+49 7" });
		const refused = await visitor.details(place, at("10:00"), form);
		const [instead = ""] = offered(refused, "instead");
		const page = await visitor.post(`${place.path}/details`, { ...form, start_at: at("10:00"), instead });
		expect(page.status).toBe(200);
		for (const typed of Object.values(form)) expect(page.text).toContain(`value="${typed}"`);
		expect((await holdsOf(place.id)).map(({ start_at }) => start_at)).toEqual([Date.parse(instead)]);
		expect((await visitor.details(place, instead, form)).status).toBe(303);
		expect(
			await database.prepare("SELECT count(*) n FROM appointments WHERE tenant_id = ?").bind(place.id).first("n"),
		).toBe(2);
	});
});

it("a studio that stores as much as its plan allows takes no booking, and the visitor is told so", async () => {
	await database
		.prepare("INSERT INTO stored_bytes (tenant_id, counted) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET counted = ?2")
		.bind(place.id, 2 ** 50)
		.run();
	const answer = await new Visitor().book(place, at("10:00"), contact({ email: "full@example.com" }));
	expect(answer.status).toBe(403);
	expect(answer.text).toContain("takes no bookings online at the moment");
	expect(await appointmentsOf(place.id)).toEqual([]);
	expect(await clientWith("full@example.com")).toBeUndefined();
});
