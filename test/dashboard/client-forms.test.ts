import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formPatch } from "../../src/domain/studio/forms/schema.ts";
import { fieldTypes } from "../../src/platform/db/tables/data/forms.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Answer, call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { eventsAndAuditOf, noEventsOrAudit } from "../support/events-and-audit.ts";
import { newEventType, newStudio, type Studio } from "../support/studio.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let studio: Studio;
/** A member of staff, who may set up the studio like an owner. */
let staff: Member;
beforeAll(async () => {
	studio = await newStudio();
	staff = await newMember({ tenantId: studio.id, role: "STAFF" });
});
beforeEach(() => advance(60));

const read = async (path: string): Promise<Json> => (await call(200, `/v1${path}`, { key: studio.key })).body;
const idIn = ({ headers }: Answer): string => /frm_[0-9a-f]{32}/.exec(headers.get("Location") ?? "")?.[0] ?? "";
const fieldsOn = ({ text }: Answer, path: string): [string, string][] =>
	formsOn(text).find(({ method, action }) => method === "post" && action.includes(`${path}?`))?.fields ?? [];
const valuesOn = (answer: Answer, path: string) => Object.fromEntries(fieldsOn(answer, path));
async function fill(status: number, path: string, changes: Record<string, string> = {}): Promise<Answer> {
	const kept = fieldsOn(await staff.open(200, path), path).filter(([name]) => !(name in changes));
	return await staff.submit(status, path, [...kept, ...Object.entries(changes)]);
}

const everyType = fieldTypes.map((type) => ({
	key: `a_${type}`,
	label: `The ${type}`,
	type,
	required: type === "text",
	options: type === "select" || type === "multi_select" ? ["One, or so", "Two"] : [],
}));
const newForm = async (given: object = {}): Promise<Json> => {
	const body = { name: "Health", kind: "INTAKE", fields: everyType, ...given };
	return (await call(201, "/v1/forms", { key: studio.key, body })).body;
};
const submit = async (form: Json, body: object): Promise<Json> =>
	(await call(201, `/v1/forms/${form.id}/submissions`, { key: studio.key, body })).body;

describe("forms", () => {
	it("are created with their questions, whose keys are made from the texts", async () => {
		const created = await fill(303, "/forms/new", {
			name: "Before we draw",
			description: "Take your time.",
			kind: "INTAKE",
			creates: "LEAD",
			links_client: "true",
			question_0_label: "Your e-mail",
			question_0_type: "email",
			question_0_required: "true",
			question_1_label: "Größe?",
			question_1_type: "select",
			question_1_options: " Small \r\n\r\nLarge",
			question_2_label: "Größe?",
			metadata_name_0: "crm",
			metadata_value_0: "7",
		});
		const form = await read(`/forms/${idIn(created)}`);
		expect(form).toMatchObject({
			name: "Before we draw",
			description: "Take your time.",
			kind: "INTAKE",
			is_active: true,
			creates: "LEAD",
			links_client: true,
			metadata: { crm: "7" },
		});
		expect(form.fields).toEqual([
			{ key: "your_e_mail", label: "Your e-mail", type: "email", required: true, options: [] },
			{ key: "grosse", label: "Größe?", type: "select", required: false, options: ["Small", "Large"] },
			{ key: "grosse_2", label: "Größe?", type: "text", required: false, options: [] },
		]);
		expect(textOf((await follow(staff, created)).text)).toContain("The form has been created.");
		expect(textOf((await staff.open(200, "/forms")).text)).toContain(
			"Before we draw Active Intake 3 A client and a lead",
		);
		const entries = (await auditOf(studio.id)).filter(({ resource_id }) => resource_id === form.id);
		expect(entries).toEqual([
			expect.objectContaining({ action: "form.created", actor: { type: "user", id: staff.person.id } }),
		]);
	});

	it("take every property and every type of question, and a form that is sent as it is changes nothing", async () => {
		const given = { description: "D", kind: "CONSENT", creates: "IDEA", links_client: true, metadata: { a: "b\nc" } };
		const form = await newForm({ ...given, is_active: false });
		const page = await staff.open(200, `/forms/${form.id}/edit`);
		const names = Object.keys(valuesOn(page, "/edit"));
		const fieldOf: Record<string, string> = { fields: "question_0_label", metadata: "metadata_name_0" };
		for (const name of Object.keys(formPatch.shape))
			expect([...names, /name="is_active"/.test(page.text) && "is_active"]).toContain(fieldOf[name] ?? name);
		await fill(303, `/forms/${form.id}/edit`);
		expect(await read(`/forms/${form.id}`)).toEqual(form);
		const text = textOf((await staff.open(200, `/forms/${form.id}`)).text);
		for (const words of ["Not active", "Consent", "A client and an idea", "The multi_select", "One, or so, Two"])
			expect(text).toContain(words);
		await fill(303, `/forms/${form.id}/edit`, { question_3_label: "Changed", creates: "" });
		const fields = form.fields.with(3, { ...form.fields[3], label: "Changed" });
		expect(await read(`/forms/${form.id}`)).toMatchObject({ ...given, creates: null, fields });
	});

	it("get, move and lose questions by buttons, which change nothing until the form is saved", async () => {
		const form = await newForm();
		const path = `/forms/${form.id}/edit`;
		const labels = (answer: Answer) =>
			fieldsOn(answer, "/edit")
				.filter(([name, value]) => name.endsWith("_label") && value !== "")
				.map(([, value]) => value.replace("The ", ""));
		let page = await staff.open(200, path);
		const press = async (step: string, changes: Record<string, string> = {}) => {
			const kept = fieldsOn(page, "/edit").filter(([name]) => !(name in changes));
			const pressed = async () => {
				page = await staff.submit(200, path, [...kept, ...Object.entries(changes), ["step", step]]);
			};
			expect(await eventsAndAuditOf(studio.id, pressed)).toEqual(noEventsOrAudit);
			return labels(page);
		};
		expect((await press("down_0")).slice(0, 3)).toEqual(["textarea", "text", "number"]);
		expect((await press("up_2")).slice(0, 3)).toEqual(["textarea", "number", "text"]);
		expect((await press("remove_0")).slice(0, 2)).toEqual(["number", "text"]);
		const count = everyType.length - 1;
		await press("add", { name: "Typed" });
		expect(page.text).toContain(`id="question_${count + 2}"`);
		expect(page.text).not.toContain(`id="question_${count + 3}"`);
		expect(valuesOn(page, "/edit")).toMatchObject({ name: "Typed", question_1_required: "true" });
		for (const step of ["up_0", `down_${count + 2}`, "up_99", "remove_999", "nonsense", "add_1x"]) await press(step);
		expect(labels(page)).toHaveLength(count);
		expect(await read(`/forms/${form.id}`)).toEqual(form);
		await staff.submit(303, path, fieldsOn(page, "/edit"));
		const saved = await read(`/forms/${form.id}`);
		expect(saved.name).toBe("Typed");
		expect(saved.fields.map(({ type }: Json) => type)).toEqual(["number", "text", ...fieldTypes.slice(3)]);
	});

	it("make nothing when a button of a new form adds questions, and one when the form is sent twice", async () => {
		const count = async () => (await read("/forms?limit=100")).data.length;
		const before = await count();
		const fields = fieldsOn(await staff.open(200, "/forms/new"), "/new").filter(([name]) => name !== "name");
		const typed: [string, string][] = [...fields, ["name", "Twice"]];
		await staff.submit(200, "/forms/new", [...typed, ["step", "add"]]);
		expect(await count()).toBe(before);
		const sent = typed.map(([name, value]): [string, string] => [name, name === "question_0_label" ? "Q" : value]);
		for (let n = 0; n < 2; n++) await staff.submit(303, "/forms/new", sent);
		expect(await count()).toBe(before + 1);
	});

	it.each([
		[{ name: "" }, "Name must not be empty."],
		[{ question_0_label: "" }, "Question 1: “Text” must not be empty."],
		[{ question_0_label: "Q", question_0_key: "No Key" }, "Question 1: “Key” must be up to 64 lower-case letters"],
		[
			{ question_0_label: "Q", question_2_label: "Q", question_0_key: "q", question_2_key: "q" },
			"Question 3: “Key” is already the key",
		],
		[{ question_1_label: "Q", question_1_type: "select" }, "Question 2: “Options” must be 1 to 100 options."],
		[
			{ question_1_label: "Q", question_1_type: "multi_select", question_1_options: "a\r\na" },
			"Question 2: “Options” must hold each option once.",
		],
		[{ question_1_options: "orphan" }, "Question 2: “Text” must not be empty."],
		[{ question_0_label: "Q", question_0_type: "secret" }, "Question 1: “Answer” must be one of the choices."],
		[{ question_0_label: "Q", links_client: "true" }, "The first email names the client needs a field of type email."],
	])("say at the field what is wrong and keep what was typed: %j", async (typed, words) => {
		const refused = await fill(422, "/forms/new", { name: "Wrong", ...typed });
		expect(textOf(refused.text)).toContain(words);
		expect(refused.text).toMatch(/aria-invalid="true"|id="fields"/);
		expect(valuesOn(refused, "/new")).toMatchObject(typed);
	});

	it("that somebody else changed meanwhile are not changed", async () => {
		const form = await newForm();
		const fields = fieldsOn(await staff.open(200, `/forms/${form.id}/edit`), "/edit");
		advance(1);
		await call(200, `/v1/forms/${form.id}`, { key: studio.key, method: "PATCH", body: { name: "Theirs" } });
		const refused = await staff.submit(409, `/forms/${form.id}/edit`, fields);
		expect(textOf(refused.text)).toContain("Somebody else changed the form meanwhile.");
		expect((await read(`/forms/${form.id}`)).name).toBe("Theirs");
	});

	it("are deactivated, activated and deleted, unless something refers to them", async () => {
		const form = await newForm();
		const page = await follow(staff, await staff.submit(303, `/forms/${form.id}/deactivate`));
		expect(textOf(page.text)).toContain("The form takes no more submissions.");
		expect((await read(`/forms/${form.id}`)).is_active).toBe(false);
		await staff.submit(303, `/forms/${form.id}/activate`);
		const type = await newEventType(studio.id, studio.artistId, { intake_form_id: form.id });
		const used = await fill(409, `/forms/${form.id}/delete`);
		expect(textOf(used.text)).toContain("The form is still in use");
		expect(linksOn(used.text)).toContain(`/dashboard/event_types/${type}?studio=${studio.id}`);
		const answered = await newForm();
		await submit(answered, { submission_data: { a_text: "x" } });
		expect(textOf((await fill(409, `/forms/${answered.id}/delete`)).text)).toContain("The form is still in use");
		const free = await newForm();
		const gone = await fill(303, `/forms/${free.id}/delete`);
		expect(textOf((await follow(staff, gone)).text)).toContain("The form has been deleted.");
		await call(404, `/v1/forms/${free.id}`, { key: studio.key });
	});

	it("are filtered by their kind, and a new studio reads what they are for", async () => {
		await newForm({ name: "Only consent", kind: "CONSENT" });
		const consents = textOf((await staff.open(200, "/forms", { kind: "CONSENT" })).text);
		expect(consents).toContain("Only consent");
		expect(consents).not.toContain("Active Intake");
		expect(textOf((await (await newMember()).open(200, "/forms")).text)).toContain("No forms yet");
	});
});

describe("the preview", () => {
	it("shows every question as clients see it, checks the answers and stores nothing", async () => {
		const form = await newForm({ kind: "CONSENT", description: "Read this first." });
		const path = `/forms/${form.id}/preview`;
		const page = await staff.open(200, path);
		const shown = textOf(page.text);
		expect(shown).toContain("Read this first.");
		for (const { label, required, type } of everyType)
			expect(shown).toContain(required || type === "checkbox" ? label : `${label} (optional)`);
		const refused = await staff.submit(422, path, { "answer.a_number": "many", "answer.a_textarea": "Kept" });
		for (const words of ["“The text” is required.", "“The number”: enter a number", "Type your full name as your"])
			expect(textOf(refused.text)).toContain(words);
		expect(refused.text).toContain("Kept</textarea>");
		const send = async () => {
			const accepted = await staff.submit(200, path, { "answer.a_text": "Fern", signature: "Ana" });
			expect(textOf(accepted.text)).toContain("The form takes these answers. Nothing has been stored.");
		};
		expect(await eventsAndAuditOf(studio.id, send)).toEqual(noEventsOrAudit);
		expect(await rows("SELECT id FROM form_submissions WHERE form_id = ?", form.id)).toEqual([]);
	});
});

describe("submissions", () => {
	it("are listed with their sender and what they made, 50 at a time, and none is left out", async () => {
		const form = await newForm({ kind: "CONSENT", creates: "LEAD" });
		const signature = "Signed";
		const known = await submit(form, { submission_data: { a_text: "x" }, client_id: studio.clientId, signature });
		await submit(form, { submission_data: { a_text: "x", a_email: "zoe@example.com" }, signature: "Zoë" });
		for (let n = 0; n < 50; n++) {
			advance(2);
			await submit(form, { submission_data: { a_text: String(n) }, signature });
		}
		const first = await staff.open(200, `/forms/${form.id}/submissions`);
		const next = linksOn(first.text).find((href) => href.includes("after=")) ?? "";
		const second = await call(200, next, { headers: { Cookie: staff.cookie } });
		const ids = [first, second].flatMap(({ text }) =>
			[...text.matchAll(/submissions\/(fsb_\w+)\?/g)].map(([, id]) => id),
		);
		expect(new Set(ids).size).toBe(52);
		expect(ids).toHaveLength(52);
		const text = textOf(second.text);
		expect(text).toContain("zoe Lead: zoe Signed");
		expect(linksOn(second.text)).toContain(`/dashboard/clients/${studio.clientId}?studio=${studio.id}`);
		expect(ids).toContain(known.id);
		const none = await newForm();
		expect(textOf((await staff.open(200, `/forms/${none.id}/submissions`)).text)).toContain("No submissions yet");
	});

	it("show every answer under its question, the signature and what they made", async () => {
		const form = await newForm({ creates: "IDEA" });
		const submission_data = {
			a_textarea: "A fern",
			a_text: "first",
			a_multi_select: ["One, or so", "Two"],
			a_checkbox: false,
			a_file_url: "https://example.com/<b>.jpg",
		};
		const drawn = "data:image/png;base64,iVBORw0KGgo=";
		const body = { submission_data, client_id: studio.clientId, signature: drawn, signer_name: "Ana Lima" };
		const made = await submit(form, body);
		await fill(303, `/forms/${form.id}/edit`, { question_1_label: "", question_1_key: "", question_0_label: "Now" });
		const page = await staff.open(200, `/forms/${form.id}/submissions/${made.id}`);
		const text = textOf(page.text);
		expect(text).toMatch(/Now first .*The multi_select One, or so, Two The checkbox No .*a_textarea A fern/);
		for (const words of ["https://example.com/<b>.jpg", "Signed by Ana Lima", "Idea: Health"])
			expect(text).toContain(words);
		expect(page.text).toContain(`<img class="signature" src="${drawn}"`);
		expect(page.headers.get("Content-Security-Policy")).toContain("data:");
		const client = await staff.open(200, `/clients/${studio.clientId}`);
		expect(linksOn(client.text)).toContain(`/dashboard/forms/${form.id}/submissions/${made.id}?studio=${studio.id}`);
	});

	it("are deleted, and what they made stays", async () => {
		const [form, other] = [await newForm({ creates: "LEAD" }), await newForm()];
		const made = await submit(form, { submission_data: { a_text: "x" } });
		const path = `/forms/${form.id}/submissions/${made.id}/delete`;
		await staff.submit(404, path.replace(form.id, other.id));
		const gone = await follow(staff, await fill(303, path));
		expect(textOf(gone.text)).toContain("The submission has been deleted. No submissions yet");
		await call(404, `/v1/forms/${form.id}/submissions/${made.id}`, { key: studio.key });
		await read(`/leads/${made.lead_id}`);
		await staff.open(404, path);
		await fill(303, `/forms/${form.id}/delete`);
	});

	it("of another form, another studio or none are not found", async () => {
		const [form, other] = [await newForm(), await newForm()];
		const made = await submit(form, { submission_data: { a_text: "x" } });
		await staff.open(404, `/forms/${other.id}/submissions/${made.id}`);
		await staff.open(404, `/forms/${form.id}/submissions/${newId("form_submission", Date.now())}`);
		const stranger = await newMember();
		await stranger.open(404, `/forms/${form.id}`);
		await stranger.open(404, `/forms/${form.id}/submissions`);
		await stranger.open(404, `/forms/${form.id}/submissions/${made.id}`);
	});
});
