import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { eventsAndAuditOf, noEventsOrAudit } from "../support/events-and-audit.ts";
import { addAppointments, newClient, newStudio, type Studio } from "../support/studio.ts";

beforeEach(() => advance(60));

const markup = '<img src=x onerror="alert(1)">';
const formula = '=HYPERLINK("https://evil.example")';
const where = ({ headers }: Answer): string => headers.get("Location") ?? "";
const idIn = (answer: Answer, prefix = "cli"): string =>
	new RegExp(`${prefix}_[0-9a-f]{32}`).exec(where(answer))?.[0] ?? "";
const get = async ({ key }: Studio, path: string) => (await call(200, `/v1/${path}`, { key })).body;
const by = ({ person }: Member) => `by user ${person.id}`;

async function newPlace() {
	const studio = await newStudio();
	const [owner, staff] = [
		await newMember({ tenantId: studio.id }),
		await newMember({ tenantId: studio.id, role: "STAFF" }),
	];
	return { studio, owner, staff, path: `/clients/${studio.clientId}` };
}

describe("the list of clients", () => {
	it("says to a new studio how clients come", async () => {
		expect(textOf((await (await newMember()).open(200, "/clients")).text)).toContain("No clients yet");
	});

	it("finds clients by the beginning of each word, as the API does, and keeps what was asked for", async () => {
		const { studio, staff } = await newPlace();
		await newClient(studio.key, { first_name: "Zoë", last_name: "Quint", email: "zoe@example.com" });
		const { text } = await staff.open(200, "/clients", { q: "zoe qui" });
		expect(textOf(text)).toContain("Zoë Quint");
		expect(text.match(/<tr role="row">/g)).toHaveLength(2);
		expect(text).toContain('value="zoe qui"');
		expect(textOf((await staff.open(200, "/clients", { q: "nobody" })).text)).toContain("No client found");
		const refused = textOf((await staff.open(200, "/clients", { q: "???" })).text);
		expect(refused).toContain("Your search must hold a letter or a digit.");
	});

	it.each([{}, { q: "Walker" }])("has pages of 50 that leave nobody out: %j", async (query) => {
		const { studio, staff } = await newPlace();
		await rows(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
			INSERT INTO clients (id, tenant_id, email, email_key, first_name, search_words, created_at, updated_at)
			SELECT 'cli_' || printf('%032x', i), ?1, i || '@walk.example', i || '@walk.example', 'Walker', '["walker"]', i, i FROM n`,
			studio.id,
		);
		const seen: string[] = [];
		let answer = await staff.open(200, "/clients", query);
		for (let page = 0; page < 3; page++) {
			const { text } = answer;
			seen.push(...[...text.matchAll(/(\d+)<wbr>@walk\.example</g)].map(([, email = ""]) => email));
			const next = /<a href="([^"]+)">Older/.exec(text)?.[1]?.replaceAll("&amp;", "&");
			if (page === 2) expect(next).toBeUndefined();
			else answer = await call(200, next ?? "", { headers: { Cookie: staff.cookie } });
		}
		expect(new Set(seen).size).toBe(120);
	});
});

describe("a client's page", () => {
	it("shows all that is theirs: contact, flags, appointments, ideas, leads, answers and signature", async () => {
		const { studio, staff, path } = await newPlace();
		const { key, clientId: client_id, id } = studio;
		await call(200, `/v1/clients/${client_id}`, {
			key,
			method: "PATCH",
			body: {
				last_name: markup,
				phone: "+49 30 1234",
				notes: formula,
				tags: ["regular", markup],
				is_blocked: true,
				do_not_contact: true,
				address: { line1: "Torstr. 1", city: "Berlin" },
				metadata: { shoe_size: markup },
			},
		});
		await addAppointments(studio, 2);
		const idea = { client_id, subject: `Fern ${markup}`, body_part: "Forearm" };
		await call(201, "/v1/ideas", { key, body: idea });
		const fields = [{ key: "wish", label: `Wish ${markup}`, type: "text" }];
		const form = (await call(201, "/v1/forms", { key, body: { name: "Consent", kind: "CONSENT", fields } })).body;
		await call(201, `/v1/forms/${form.id}/submissions`, {
			key,
			body: { client_id, submission_data: { wish: formula }, signature: `Ana ${markup}`, signer_name: "Ana" },
		});
		const lead = (await call(201, "/v1/leads", { key, body: { first_name: "Ana", email: "a@example.com" } })).body;
		await rows("UPDATE leads SET client_id = ?, message = ? WHERE id = ?", client_id, `Hello ${markup}`, lead.id);
		const { text } = await staff.open(200, path);
		const shown = textOf(text);
		for (const words of [
			`Ana ${markup}`,
			"Blocked",
			"Do not contact",
			"+49 30 1234",
			formula,
			`regular, ${markup}`,
			"Torstr. 1 Berlin",
			`shoe_size ${markup}`,
			"1 Jun 2027, 02:00",
			`Fern ${markup}`,
			"Forearm",
			"Consent",
			`Wish ${markup} ${formula}`,
			`Signature Ana ${markup}`,
			`Hello ${markup}`,
		])
			expect(shown).toContain(words);
		expect(text).not.toContain("<img");
		expect(id).toBe(staff.tenantId);
	});

	it("shows a drawn signature as an image, and only under a policy that allows that one kind", async () => {
		const { studio, staff, path } = await newPlace();
		const { key, clientId: client_id } = studio;
		const fields = [{ key: "wish", label: "Wish", type: "text" }];
		const plain = await staff.open(200, path);
		expect(plain.headers.get("Content-Security-Policy")).toContain("img-src 'self';");
		const form = (await call(201, "/v1/forms", { key, body: { name: "Consent", kind: "CONSENT", fields } })).body;
		const sign = (signature: string) =>
			call(201, `/v1/forms/${form.id}/submissions`, { key, body: { client_id, submission_data: {}, signature } });
		await sign("data:image/png;base64,iVBORw0KGgo=");
		await sign("data:image/svg+xml;base64,PHN2Zy8+");
		const { text, headers } = await staff.open(200, path);
		expect(text.match(/<img/g)).toHaveLength(1);
		expect(text).toContain('<img class="signature" src="data:image/png;base64,iVBORw0KGgo=" alt="Drawn signature"');
		expect(headers.get("Content-Security-Policy")).toContain("img-src 'self' data:;");
	});

	it("leads to a booking for the client", async () => {
		const { studio, staff, path } = await newPlace();
		const { text } = await staff.open(200, path);
		expect(linksOn(text)).toContain(staff.at("/calendar/new", { client_id: studio.clientId }));
	});

	it("shows the events about the client to owners alone, and merges to everybody", async () => {
		const { studio, owner, staff, path } = await newPlace();
		const other = await newClient(studio.key, { email: "other@example.com" });
		await owner.submit(303, `${path}/merge`, { source_id: other });
		const event = (await get(studio, "events?type=client.merged")).data[0];
		const seen = (await owner.open(200, path)).text;
		expect(seen).toContain(`/dashboard/events/${event.id}?`);
		expect(textOf(seen)).toContain("other@example.com");
		const ofStaff = (await staff.open(200, path)).text;
		expect(ofStaff).not.toContain("/dashboard/events/");
		expect(textOf(ofStaff)).toContain("Merged into this client Client When other@example.com");
	});
});

describe("a client is", () => {
	it("created with one event and one audit entry by the person", async () => {
		const { studio, staff } = await newPlace();
		let made = "";
		const left = await eventsAndAuditOf(studio.id, async () => {
			const fields = {
				first_name: " Ana ",
				email: "ana@example.com",
				last_name: "",
				tags: "one\r\ntwo\r\n",
				source: "",
			};
			made = idIn(await staff.submit(303, "/clients/new", fields));
		});
		expect(left).toEqual({ events: [`client.created ${by(staff)}`], audit: [`client.created ${by(staff)}`] });
		expect(await get(studio, `clients/${made}`)).toMatchObject({
			first_name: "Ana",
			last_name: null,
			tags: ["one", "two"],
			source: null,
			address: null,
			do_not_contact: false,
		});
	});

	it("changed in what was typed, emptied where it was emptied, and left as it is where nothing was typed", async () => {
		const { studio, staff, path } = await newPlace();
		await call(200, `/v1/clients/${studio.clientId}`, {
			key: studio.key,
			method: "PATCH",
			body: {
				notes: "old",
				phone: "1",
				metadata: { kept: "yes" },
				address: { city: "Berlin" },
				assigned_artist_id: studio.artistId,
			},
		});
		const before = await get(studio, `clients/${studio.clientId}`);
		const [form] = formsOn((await staff.open(200, `${path}/edit`)).text.replace(/^.*<main/s, ""));
		const unchanged = await eventsAndAuditOf(studio.id, () => staff.submit(303, `${path}/edit`, form?.fields));
		expect(unchanged).toEqual(noEventsOrAudit);
		const fields = (form?.fields ?? []).map(([name, value]): [string, string] => [
			name,
			name === "notes" ? "" : name === "phone" ? "2" : value,
		]);
		const left = await eventsAndAuditOf(studio.id, () => staff.submit(303, `${path}/edit`, fields));
		expect(left).toEqual({ events: [`client.updated ${by(staff)}`], audit: [`client.updated ${by(staff)}`] });
		const { updated_at: _, ...after } = await get(studio, `clients/${studio.clientId}`);
		expect(after).toEqual({ ...before, notes: null, phone: "2", updated_at: undefined });
	});

	it.each([
		["no email", { email: "" }, 422, "email"],
		["a word as email", { email: "ana" }, 422, "email"],
		["somebody else's email", { email: "taken@example.com" }, 409, "email"],
		["a day that is none", { date_of_birth: "2026-02-31" }, 422, "date_of_birth"],
		[
			"an artist of another studio",
			{ assigned_artist_id: "art_01a2027577b0782fb81b2caa9fd06361" },
			422,
			"assigned_artist_id",
		],
	])("not changed with %s, and the form keeps what was typed", async (_, given, status, field) => {
		const { studio, staff, path } = await newPlace();
		await newClient(studio.key, { email: "taken@example.com" });
		const form = { first_name: "Typed", email: "ana@example.com", notes: `kept ${markup}`, ...given };
		for (const at of [`${path}/edit`, "/clients/new"]) {
			let text = "";
			expect(
				await eventsAndAuditOf(studio.id, async () => {
					({ text } = await staff.submit(status, at, form));
				}),
			).toEqual(noEventsOrAudit);
			expect(text).toContain('value="Typed"');
			expect(text).toContain("kept &lt;img");
			expect(text).toContain(`id="${field}-fault"`);
			expect(text).toContain(`href="#${field}"`);
			expect(text).toContain('role="alert"');
		}
	});

	it("blocked and unblocked", async () => {
		const { studio, staff, path } = await newPlace();
		const left = await eventsAndAuditOf(studio.id, () => staff.submit(303, `${path}/block`));
		expect(left).toEqual({ events: [`client.updated ${by(staff)}`], audit: [`client.updated ${by(staff)}`] });
		expect((await get(studio, `clients/${studio.clientId}`)).is_blocked).toBe(true);
		const answer = await staff.submit(303, `${path}/unblock`);
		expect(textOf((await follow(staff, answer)).text)).toContain("no longer blocked");
		expect((await get(studio, `clients/${studio.clientId}`)).is_blocked).toBe(false);
	});

	it("deleted with the appointments ahead, after a page has said so", async () => {
		const { studio, staff, path } = await newPlace();
		await addAppointments(studio, 2);
		expect(textOf((await staff.open(200, `${path}/delete`)).text)).toContain("Their future appointments are cancelled");
		const left = await eventsAndAuditOf(studio.id, () => staff.submit(303, `${path}/delete`));
		expect(left.events.sort()).toEqual(
			["appointment.cancelled", "appointment.cancelled", "client.deleted"].map((type) => `${type} ${by(staff)}`),
		);
		expect(left.audit.filter((entry) => entry.startsWith("client."))).toEqual([`client.deleted ${by(staff)}`]);
		await staff.open(404, path);
	});

	it("merged into after the other was chosen by search, and a page has said what moves", async () => {
		const { studio, staff, path } = await newPlace();
		const source = await newClient(studio.key, { first_name: `Twin ${markup}`, email: "twin@example.com" });
		await addAppointments({ ...studio, clientId: source }, 1);
		const found = await staff.open(200, `${path}/merge`, { q: "twin" });
		const choose = /<a href="([^"]*source=[^"]*)"/.exec(found.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
		expect(choose).toContain(`source=${source}`);
		const asked = await call(200, choose, { headers: { Cookie: staff.cookie } });
		expect(textOf(asked.text)).toContain(`Merge Twin ${markup} into Ana?`);
		expect(textOf(asked.text)).toContain("All appointments, ideas, leads and form submissions");
		expect(asked.text).not.toContain("<img");
		const left = await eventsAndAuditOf(studio.id, () => staff.submit(303, `${path}/merge`, { source_id: source }));
		expect(left).toEqual({ events: [`client.merged ${by(staff)}`], audit: [`client.merged ${by(staff)}`] });
		await staff.open(404, `/clients/${source}`);
		expect(textOf((await staff.open(200, path)).text)).toContain("1 Jun 2027");
	});

	it.each([
		["with themselves", ({ studio }: { studio: Studio }) => studio.clientId],
		["with a client of another studio", async () => (await newStudio()).clientId],
		["with nobody", () => ""],
	])("not merged %s", async (_, sourceOf) => {
		const place = await newPlace();
		const source_id = await sourceOf(place);
		const left = await eventsAndAuditOf(place.studio.id, () =>
			place.staff.submit(422, `${place.path}/merge`, { source_id }),
		);
		expect(left).toEqual(noEventsOrAudit);
	});
});

describe("an idea is", () => {
	const idea = { subject: "Fern", stage: "NEW", budget_min: "120", budget_max: "300,50", currency: "eur" };

	it("shown with its fields in words", async () => {
		const { studio, staff, path } = await newPlace();
		const given = {
			size_cm: 12,
			color_preference: "COLOR",
			btt_status: "SENT",
			is_cover_up: true,
			deadline: "2030-05-01",
		};
		const { body } = await call(201, "/v1/ideas", {
			key: studio.key,
			body: { client_id: studio.clientId, subject: "Fern", ...given, reference_urls: ["https://a.example"] },
		});
		const text = textOf((await staff.open(200, `${path}/ideas/${body.id}`)).text);
		for (const fact of ["Size in cm 12", "Color Color", "Status Sent", "Cover-up Yes", "Deadline 2030-05-01"])
			expect(text).toContain(fact);
		expect(text).toContain("Links to references https://a.example");
		const form = textOf((await staff.open(200, `${path}/ideas/${body.id}/edit`)).text);
		for (const label of ["Size in cm The longer side.", "Color Not known", "Links to references One a line."])
			expect(form).toContain(label);
	});

	it("created, changed, archived, taken back and deleted inside its client's page", async () => {
		const { studio, staff, path } = await newPlace();
		const { artistId: artist_id, clientId: client_id } = studio;
		const made = await staff.submit(303, `${path}/ideas/new`, { ...idea, artist_id, tags: "leaf\nline" });
		const at = `${path}/ideas/${idIn(made, "ide")}`;
		const stored = () => get(studio, `ideas/${idIn(made, "ide")}`);
		expect(await stored()).toMatchObject({
			client_id,
			artist_id,
			source_type: "MANUAL",
			budget_min: 12_000,
			budget_max: 30_050,
			currency: "EUR",
			tags: ["leaf", "line"],
		});
		expect(textOf((await staff.open(200, at)).text)).toMatch(/Budget from 120\.00 EUR.*Tags leaf, line/);
		const [form] = formsOn((await staff.open(200, `${at}/edit`)).text.replace(/^.*<main/s, ""));
		expect(await eventsAndAuditOf(studio.id, () => staff.submit(303, `${at}/edit`, form?.fields))).toEqual(
			noEventsOrAudit,
		);
		const next = form?.fields.map(([name, value]): [string, string] => [name, name === "stage" ? "QUOTED" : value]);
		expect(await eventsAndAuditOf(studio.id, () => staff.submit(303, `${at}/edit`, next))).toEqual({
			events: [`idea.stage_changed ${by(staff)}`],
			audit: [`idea.updated ${by(staff)}`],
		});
		await staff.submit(303, `${at}/archive`);
		expect((await stored()).archived).toBe(true);
		await staff.submit(303, `${at}/unarchive`);
		expect((await stored()).archived).toBe(false);
		expect(textOf((await staff.open(200, `${at}/delete`)).text)).toContain("Delete Fern?");
		await staff.submit(303, `${at}/delete`);
		await staff.open(404, at);
	});

	it("not made of what the API refuses, and the form keeps what was typed", async () => {
		const { studio, staff, path } = await newPlace();
		for (const [given, field] of [
			[{ subject: "" }, "subject"],
			[{ budget_min: "500", budget_max: "100" }, "budget_max"],
			[{ currency: "EURO" }, "currency"],
			[{ reference_urls: "javascript:alert(1)" }, "reference_urls"],
		] as const) {
			const { text } = await staff.submit(422, `${path}/ideas/new`, { ...idea, description: "kept", ...given });
			expect(text).toContain(`href="#${field}"`);
			expect(text).toContain("kept");
		}
		expect((await get(studio, "ideas")).data).toEqual([]);
	});

	it("not there under the address of another client", async () => {
		const { studio, staff, path } = await newPlace();
		const other = await newClient(studio.key);
		const made = (await call(201, "/v1/ideas", { key: studio.key, body: { client_id: other, subject: "Fern" } })).body;
		for (const step of ["", "/edit", "/delete"]) await staff.open(404, `${path}/ideas/${made.id}${step}`);
		for (const step of ["edit", "archive", "delete"])
			await staff.submit(404, `${path}/ideas/${made.id}/${step}`, { subject: "Mine", stage: "NEW" });
	});
});

describe("of another studio", () => {
	it("no page of a client or an idea is there, and no form changes anything", async () => {
		const { studio, path } = await newPlace();
		const { key, clientId: client_id } = studio;
		const idea = (await call(201, "/v1/ideas", { key, body: { client_id, subject: "Fern" } })).body;
		const stranger = await newPlace();
		const mine = `/clients/${stranger.studio.clientId}`;
		const typed = {
			first_name: "Mine",
			email: "mine@example.com",
			subject: "Mine",
			stage: "NEW",
			source_id: client_id,
		};
		const left = await eventsAndAuditOf(studio.id, async () => {
			for (const step of [
				"",
				"/edit",
				"/delete",
				"/merge",
				"/ideas/new",
				`/ideas/${idea.id}`,
				`/ideas/${idea.id}/edit`,
			])
				await stranger.owner.open(404, `${path}${step}`);
			for (const step of ["edit", "delete", "block", "unblock", "merge", "ideas/new", `ideas/${idea.id}/archive`])
				await stranger.owner.submit(404, `${path}/${step}`, typed);
			await stranger.owner.open(404, `${mine}/merge`, { source: client_id });
			await stranger.owner.submit(404, `${mine}/ideas/${idea.id}/archive`);
		});
		expect(left).toEqual(noEventsOrAudit);
	});
});
