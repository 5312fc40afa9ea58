import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { countStoredBytes } from "../../src/domain/access/databases/count-stored-bytes.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { eventsOf } from "../support/history.ts";
import { localInEach } from "../support/local.ts";
import { addPicture, newPicture, pictureRequest } from "../support/pictures.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newKey, newWorld, operate, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let studio: Tenant;
let other: Tenant;
beforeAll(async () => {
	[studio, other] = await Promise.all([newWorld({ plan: "empire" }), newWorld()]);
});
beforeEach(() => advance(60));
afterEach(() => {
	vi.restoreAllMocks();
});

const hourMs = 3_600_000;

const field = (key: string, more: object = {}) => ({ key, label: key, type: "picture", ...more });
const newForm = async (fields: object[] = [field("photos")], given: object = {}, key = studio.key): Promise<string> =>
	`/v1/forms/${(await call(201, "/v1/forms", { key, body: { name: "Intake", fields, ...given } })).body.id}`;

const upload = async (form: string, key = studio.key): Promise<string> => (await addPicture(key, form)).body.id;
const uploads = (form: string, count: number): Promise<string[]> =>
	Promise.all(Array.from({ length: count }, () => upload(form)));
const submit = (status: number, form: string, submission_data: object): Promise<Answer> =>
	call(status, `${form}/submissions`, { key: studio.key, body: { submission_data } });
const read = (path: string, status = 200) => call(status, path, { key: studio.key });
const picturesOf = async (submission: Json): Promise<Json[]> =>
	(await read(`/v1/form_submissions/${submission.id}/pictures`)).body.data;

describe("a picture of a form", () => {
	it("waits for a submission, has no address of its own, and needs the scope of submissions (contract: Submissions 14)", async () => {
		const form = await newForm();
		const answer = await call(201, `${form}/pictures?caption=My%20arm`, { key: studio.key, ...pictureRequest() });
		expect(answer.body).toMatchObject({
			object: "picture",
			owner: { type: "form", id: form.slice("/v1/forms/".length) },
			caption: "My arm",
			position: 1,
		});
		expect(answer.headers.get("Location")).toBeNull();
		const { key } = await newKey(studio.id, { scopes: ["read:form_submissions", "write:forms"] });
		expect((await send(`${form}/pictures`, { key, ...pictureRequest() })).status).toBe(403);
		const foreign = await send(`${form}/pictures`, { key: other.key, ...pictureRequest() });
		expect(foreign.status).toBe(404);
	});

	it("is for a form that takes pictures and submissions (contract: Submissions 14)", async () => {
		const [texts, inactive] = [
			await newForm([field("note", { type: "text" })]),
			await newForm([field("photos")], { is_active: false }),
		];
		for (const form of [texts, inactive]) await call(409, `${form}/pictures`, { key: studio.key, ...pictureRequest() });
	});

	it("counts to the storage of the studio once a submission has it, and not before (contract: Pictures 12)", async () => {
		const { id, key } = await newWorld({ plan: "solo" });
		const stored = async () => (await operate(200, `/admin/tenants/${id}`)).body.stored_bytes;
		const form = await newForm([field("photos")], {}, key);
		const empty = await stored();
		const photos = [0, 1].map(async () => (await addPicture(key, form, newPicture(1_000_000))).body.id);
		const [one, two] = await Promise.all(photos);
		expect((await stored()) - empty).toBeLessThan(10_000);
		const body = { submission_data: { photos: [one] } };
		const submission = (await call(201, `${form}/submissions`, { key, body })).body;
		const taken = await stored();
		expect(taken - empty).toBeGreaterThan(1_000_000);
		expect(taken - empty).toBeLessThan(1_020_000);
		advance(86_400);
		for (const { caller, writer } of localInEach()) await countStoredBytes(caller, writer);
		expect(Math.abs((await stored()) - taken)).toBeLessThan(20_000);
		await call(200, `/v1/form_submissions/${submission.id}`, { key, method: "DELETE" });
		expect(Math.abs((await stored()) - empty)).toBeLessThan(20_000);
		expect(await rows("SELECT id FROM pictures WHERE tenant_id = ?", id)).toEqual([{ id: two }]);
	});

	it("waits with at most 499 others and 512 MiB in all, and fills no other form (contract: Submissions 14)", async () => {
		const [form, elsewhere] = [await newForm(), await newForm()];
		const first = await upload(form);
		const fill = (bytes: number) =>
			rows("UPDATE pictures SET size_bytes = ? WHERE tenant_id = ? AND id = ? RETURNING id", bytes, studio.id, first);
		const limit = 512 * 1024 ** 2;
		const full = { code: "plan_limit_reached", detail: expect.stringContaining("512 MiB") };
		await fill(limit);
		const put = vi.spyOn(env.PICTURES, "put");
		const refused = await call(403, `${form}/pictures`, { key: studio.key, ...pictureRequest() });
		expect(refused.body).toMatchObject(full);
		expect(put).not.toHaveBeenCalled();
		await upload(elsewhere);
		const bytes = newPicture(10_000);
		await fill(limit - Math.round(1.5 * bytes.byteLength));
		const both = await Promise.all(
			[0, 1].map(() => send(`${form}/pictures`, { key: studio.key, ...pictureRequest(bytes) })),
		);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
		await submit(201, form, { photos: [first] });
		await upload(form);
	});

	it("is refused if the studio has no room for it, so that the form can be sent without it (contract: Pictures 12)", async () => {
		const { id, key } = await newWorld({ plan: "solo" });
		const form = await newForm([field("photos")], {}, key);
		await rows("UPDATE stored_bytes SET counted = ? WHERE tenant_id = ? RETURNING tenant_id", 1024 ** 3 - 600_000, id);
		await call(403, `${form}/pictures`, { key, ...pictureRequest(newPicture(1_000_000)) });
		await call(201, `${form}/submissions`, { key, body: { submission_data: {} } });
	});

	it("is gone within a day if no submission names it (contract: Submissions 14)", async () => {
		const form = await newForm();
		const [unused, used] = [await upload(form), await upload(form)];
		const { body } = await submit(201, form, { photos: [used] });
		advance((12 * hourMs) / 1000);
		await scheduledWork();
		const left = await rows("SELECT id FROM pictures WHERE tenant_id = ?", studio.id);
		expect(left.map(({ id }: Json) => id)).not.toContain(unused);
		expect(await picturesOf(body)).toMatchObject([{ id: used }]);
		await submit(400, form, { photos: [unused] });
	});
});

describe("a submission with pictures", () => {
	it("owns them in the order of the fields and answers, and its deletion takes them (contract: Submissions 15)", async () => {
		const form = await newForm([field("arm"), field("note", { type: "text" }), field("leg")], { creates: "LEAD" });
		const [one, two, three] = await uploads(form, 3);
		const answers = { leg: [one], note: "Fern", arm: [three, two] };
		const { body } = await submit(201, form, answers);
		expect(body).toMatchObject({ picture_count: 3, submission_data: answers });
		const shown = await picturesOf(body);
		expect(shown.map(({ id, position }) => [id, position])).toEqual([
			[three, 1],
			[two, 2],
			[one, 3],
		]);
		for (const picture of shown) expect(picture.owner).toEqual({ type: "form_submission", id: body.id });
		const lead = (await read(`/v1/leads/${body.lead_id}`)).body;
		expect(lead).toMatchObject({ picture_count: 0, form_submission_id: body.id });
		const [event] = (await eventsOf(studio.key)).filter(({ type, data }: Json) => {
			return type === "form_submission.created" && data.formSubmissionId === body.id;
		}) as Json[];
		expect(event.data).toMatchObject({ pictureCount: 3, submissionData: answers });
		await call(200, `/v1/form_submissions/${body.id}`, { key: studio.key, method: "DELETE" });
		expect(await rows("SELECT id FROM pictures WHERE tenant_id = ? AND owner_id = ?", studio.id, body.id)).toEqual([]);
	});

	it("has 1 to 6 for each field that requires some, and at most 30 in all (contract: Submissions 14)", async () => {
		const form = await newForm([field("photos", { required: true })]);
		const seven = await uploads(form, 7);
		for (const photos of [undefined, null, "", []])
			expect((await submit(400, form, { photos })).body).toMatchObject({
				code: "validation_failed",
				errors: [{ path: "submission_data.photos", message: "is required" }],
			});
		for (const photos of [seven, seven[0], [1], [null], [[seven[0]]], { 0: seven[0] }, true])
			expect((await submit(400, form, { photos })).body).toMatchObject({
				code: "validation_failed",
				errors: [{ path: "submission_data.photos", message: "must be a list of 1 to 6 picture ids" }],
			});
		expect((await submit(201, form, { photos: seven.slice(1) })).body.picture_count).toBe(6);

		const large = await newForm(Array.from({ length: 6 }, (_, index) => field(`photos_${index}`)));
		const many = await uploads(large, 31);
		const answers = (ids: string[]) =>
			Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`photos_${at}`, ids.slice(at * 6, at * 6 + 6)]));
		expect((await submit(400, large, answers(many))).body).toMatchObject({ code: "validation_error" });
		expect((await submit(201, large, answers(many.slice(0, 30)))).body.picture_count).toBe(30);
	});

	it("has only unused pictures of its own form, each once (contract: Submissions 14)", async () => {
		const [form, elsewhere] = [await newForm(), await newForm()];
		const foreign = await newForm(undefined, {}, other.key);
		const lead = (await call(201, "/v1/leads", { key: studio.key, body: { first_name: "Ana" } })).body.id;
		const [used, free] = await uploads(form, 2);
		await submit(201, form, { photos: [used] });
		const wrong = [
			used,
			newId("picture", Date.now()),
			"text",
			"",
			"pic_' OR 1=1 --",
			await upload(elsewhere),
			await upload(foreign, other.key),
			(await addPicture(studio.key, `/v1/leads/${lead}`)).body.id,
		];
		for (const id of wrong)
			expect((await submit(400, form, { photos: [free, id] })).body).toMatchObject({
				code: "validation_error",
				errors: [
					{ location: "body", path: "submission_data.photos.1", message: "names no unused picture of the form" },
				],
			});
		expect((await submit(400, form, { photos: [free, free] })).body).toMatchObject({
			code: "validation_error",
			errors: [{ path: "submission_data.photos.1", message: "names a picture again" }],
		});
		expect((await submit(201, form, { photos: [free] })).body.picture_count).toBe(1);
	});

	it("gets a picture alone, of any number that name it at once (contract: Submissions 14)", async () => {
		const form = await newForm();
		const [shared, ...own] = await uploads(form, 6);
		const answers = await Promise.all(
			own.map((id) =>
				send(`${form}/submissions`, { key: studio.key, body: { submission_data: { photos: [id, shared] } } }),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
		const winner = answers.find(({ status }) => status === 201)?.body as Json;
		expect((await picturesOf(winner)).map(({ id }) => id)).toContain(shared);
		// The others kept their pictures, and can still use them.
		const free = "SELECT id FROM pictures WHERE tenant_id = ? AND owner_type = 'form' AND owner_id = ?";
		expect(await rows(free, studio.id, form.slice("/v1/forms/".length))).toHaveLength(4);
	});

	it("keeps its pictures and answers when the form has lost the field (contract: Forms 9)", async () => {
		const form = await newForm([field("photos"), field("note", { type: "text" })]);
		const [used, late] = await uploads(form, 2);
		const { body } = await submit(201, form, { photos: [used] });
		const fields = [field("note", { type: "text" })];
		await call(200, form, { key: studio.key, method: "PATCH", body: { fields } });
		expect((await read(`/v1/form_submissions/${body.id}`)).body).toEqual(body);
		expect(await picturesOf(body)).toMatchObject([{ id: used }]);
		const answer = await submit(201, form, { note: "Fern", photos: [late] });
		expect(answer.headers.get("Service-Ignored-Fields")).toBe("submission_data.photos");
		expect(answer.body).toMatchObject({ picture_count: 0, submission_data: { note: "Fern" } });
	});

	it("is the same with its Idempotency-Key, and takes nothing in a dry run (contract: Submissions 14)", async () => {
		const form = await newForm();
		const [picture] = await uploads(form, 1);
		const body = { submission_data: { photos: [picture] } };
		const dry = { key: studio.key, body, headers: { "Service-Dry-Run": "true" } };
		expect((await send(`${form}/submissions`, dry)).status).toBeLessThan(300);
		const keyed = { key: studio.key, body, headers: { "Idempotency-Key": crypto.randomUUID() } };
		const first = await call(201, `${form}/submissions`, keyed);
		expect((await call(201, `${form}/submissions`, keyed)).body).toEqual(first.body);
		expect(await picturesOf(first.body)).toHaveLength(1);
	});

	it("loses a picture that is deleted later, and its answers still name it (contract: Submissions 15)", async () => {
		const form = await newForm();
		const [one, two] = await uploads(form, 2);
		const { body } = await submit(201, form, { photos: [one, two] });
		const path = `/v1/form_submissions/${body.id}`;
		await call(200, `${path}/pictures/${one}`, { key: studio.key, method: "DELETE" });
		const after = (await read(path)).body;
		expect(after).toMatchObject({ picture_count: 1, submission_data: body.submission_data });
		expect(await picturesOf(body)).toMatchObject([{ id: two, position: 1 }]);
	});
});
