import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import {
	expectAudited,
	follow,
	formsOn,
	linksOn,
	type Member,
	memberOf,
	newMember,
	textOf,
} from "../support/dashboard.ts";
import { addRows, database, rows } from "../support/database.ts";
import { choose, chosen, fieldsOn, preview, sampleOf, start } from "../support/import-page.ts";
import { endOf, rowsOf } from "../support/imports.ts";
import { newSession } from "../support/oauth.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newClient } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

let owner: Member;
let key: string;
beforeEach(async () => {
	advance(60);
	owner = await newMember();
	({ key } = await newKey(owner.tenantId));
});

const clients = async () => (await readAllPages("/v1/clients?limit=100", key)).flat();

describe("the exports of other products are recognised (contract: Dashboard 73)", () => {
	const noor = { email: "noor@example.com", first_name: "Noor", last_name: "Haddad" };
	it.each([
		[
			"Square",
			2,
			1,
			{ ...noor, date_of_birth: "1994-06-03", marketing_consent: true, metadata: { former_id: "7X5KQ2M" } },
		],
		[
			"Fresha",
			2,
			0,
			{ ...noor, date_of_birth: "1994-06-03", notes: "Prefers mornings\nand black ink", source: "Instagram" },
		],
		["Vagaro", 2, 0, { ...noor, date_of_birth: "1994-06-23", tags: ["VIP", "fine line"] }],
		["Acuity", 2, 0, { ...noor, phone: "+15035550142", notes: "Wants a fern, left arm" }],
		[
			"Booksy",
			2,
			0,
			{
				email: "zoe@example.com",
				first_name: "Zoë",
				last_name: "van Dijk",
				date_of_birth: "1994-06-03",
				address: expect.objectContaining({ line1: "Blumenstraße 12", city: "München", postal_code: "80331" }),
			},
		],
		["Calendly", 2, 0, noor],
		["plain", 2, 0, { ...noor, pronouns: "she/her", tags: ["fine line", "color"], metadata: { former_id: "4711" } }],
	])("%s", async (product, created, failed, expected) => {
		const draft = await chosen(owner, sampleOf(product));
		const page = textOf((await owner.open(200, draft)).text);
		if (product !== "plain") expect(page).toContain(`as ${product} exports them`);
		expect(await preview(owner, draft)).toContain(`New clients ${created}`);
		const done = await endOf(key, await start(owner, draft));
		expect(done).toMatchObject({ status: "DONE", created, failed });
		expect(await clients()).toEqual(expect.arrayContaining([expect.objectContaining(expected)]));
	});
});

describe("a file", () => {
	it("is imported as its columns are chosen, and not before", async () => {
		const draft = await chosen(owner, "Who,Mail,Shoe size\nAna de Silva,ana@example.com,38\nBo,nobody,40\n");
		const again = await owner.submit(422, draft, await fieldsOn(owner, draft, { column_1: "", column_2: "" }));
		expect(textOf(again.text)).toContain("Columns need one with the email address");
		const twice = await owner.submit(422, draft, await fieldsOn(owner, draft, { column_3: "email" }));
		expect(textOf(twice.text)).toContain("same field as another column");
		const shown = await preview(owner, draft, { column_1: "full_name", column_3: "metadata.Shoe size" });
		expect(shown).toContain("New clients 1");
		expect(shown).toContain("Email must be an email address.");
		expect(await clients()).toEqual([]);
		const id = await start(owner, draft);
		expect(await endOf(key, id)).toMatchObject({ created: 1, failed: 1, ignored_columns: [] });
		expect(await clients()).toMatchObject([
			{ first_name: "Ana", last_name: "de Silva", metadata: { "Shoe size": "38" } },
		]);
		await expectAudited(owner, "import.created", id);
		await owner.open(404, draft);
	});

	it("has its dates read as they are written, unless the person says otherwise", async () => {
		const rows = Array.from({ length: 5 }, (_, n) => `c${n}@example.com,C,0${n + 1}.01.1960`);
		const draft = await chosen(owner, ["email,first_name,Born", ...rows].join("\n"));
		expect(await preview(owner, draft, { column_3: "date_of_birth" })).toContain("New clients 5");
		const wrong = await preview(owner, draft, { dates: "ymd" });
		expect(wrong).toContain("Rows with a fault 5");
		expect(wrong).toContain("The dates of birth are perhaps written in another order.");
		expect(await preview(owner, draft, { dates: "dmy" })).not.toContain("perhaps");
		await endOf(key, await start(owner, draft));
		expect(await clients()).toContainEqual(expect.objectContaining({ date_of_birth: "1960-01-05" }));
	});

	it("shows examples as they will be imported, without the apostrophe of spreadsheets", async () => {
		const draft = await chosen(owner, "email,first_name,phone\nana@example.com,Ana,'+49 30 5550142\n");
		const page = textOf((await owner.open(200, draft)).text);
		expect(page).toContain("phone +49 30 5550142");
	});

	it("updates clients where the person says so, and leaves them otherwise", async () => {
		await newClient(key, { email: "ana@example.com", first_name: "Ana" });
		const draft = await chosen(owner, "email,first_name,phone\nana@example.com,Anna,123\n");
		expect(await preview(owner, draft)).toContain("Skipped rows 1");
		expect(await preview(owner, draft, { on_duplicate: "update" })).toContain("Updated clients 1");
		await endOf(key, await start(owner, draft));
		expect(await clients()).toMatchObject([{ first_name: "Anna", phone: "123" }]);
	});

	it("is imported once, however often the form is sent", async () => {
		const draft = await chosen(owner, "email,first_name\nana@example.com,Ana\n");
		const { text } = await owner.open(200, `${draft}/preview`);
		const fields = formsOn(text).find(({ action }) => action.includes("/preview"))?.fields ?? [];
		const answers = await Promise.all([1, 2].map(() => owner.submit(303, `${draft}/preview`, fields)));
		const locations = answers.map(({ headers }) => headers.get("Location"));
		expect(locations[0]).toBe(locations[1]);
		expect((await call(200, "/v1/imports", { key })).body.data).toHaveLength(1);
	});

	it.each([
		["a workbook", "PK\u0003\u0004…", "clients.xlsx", "is a workbook"],
		["a picture", "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "clients.csv", "is no text"],
		["an empty file", " ", "clients.csv", "is empty"],
		["a file without rows", "email\n", "clients.csv", "has no rows"],
		[
			"a file with too many rows",
			`email\n${"a@example.com\n".repeat(20_001)}`,
			"clients.csv",
			"has more than 20000 rows",
		],
	])("is refused in words: %s", async (_, text, name, words) => {
		const page = textOf((await choose(owner, 422, text, name)).text);
		expect(page).toContain(`The file ${words}`);
		expect(page).not.toMatch(/body/i);
	});

	it("of JSON needs no columns", async () => {
		const draft = await chosen(owner, '{"email":"ana@example.com","first_name":"Ana"}\n', "clients.ndjson");
		expect(await preview(owner, draft)).toContain("New clients 1");
		await endOf(key, await start(owner, draft));
		expect(await clients()).toHaveLength(1);
	});

	it("is forgotten after a day, when it is discarded, and when the person chooses another", async () => {
		const text = "email,first_name\nana@example.com,Ana\n";
		const first = await chosen(owner, text);
		const second = await chosen(owner, text);
		await owner.open(404, first);
		await owner.submit(303, "/import/discard");
		await owner.open(404, second);
		const third = await chosen(owner, text);
		expect(textOf((await owner.open(200, "/import")).text)).toContain("Your file waits");
		await advance(86_400 + 1);
		await scheduledWork();
		const kept = () => rows("SELECT 1 FROM jobs WHERE tenant_id = ? AND object_key IS NOT NULL", owner.tenantId);
		await expect.poll(kept).toEqual([]);
		const later = memberOf(owner.tenantId, owner.person, await newSession(owner.person));
		await later.open(404, third);
		expect(await clients()).toEqual([]);
	});

	it("that is imported or discarded says so to a second tab, and leads to the imports", async () => {
		const text = "email,first_name\nana@example.com,Ana\n";
		const gone = async (draft: string) => {
			const fields = await fieldsOn(owner, draft);
			await owner.submit(303, draft, fields);
			const secondTab = formsOn((await owner.open(200, `${draft}/preview`)).text);
			return { fields, secondTab: secondTab.find(({ action }) => action.includes("/preview"))?.fields ?? [] };
		};
		const started = await chosen(owner, text);
		const ofStarted = await gone(started);
		await start(owner, started);
		const discarded = await chosen(owner, text);
		const ofDiscarded = await gone(discarded);
		await owner.submit(303, "/import/discard");
		for (const [draft, { fields, secondTab }] of [
			[started, ofStarted],
			[discarded, ofDiscarded],
		] as const)
			for (const answer of [
				await owner.open(404, draft),
				await owner.open(404, `${draft}/preview`),
				await owner.submit(404, draft, fields),
				await owner.submit(404, `${draft}/preview`, secondTab),
			]) {
				expect(textOf(answer.text)).toContain("It is imported already, was discarded or replaced, or its day is over.");
				expect(linksOn(answer.text)).toContain(owner.at("/import"));
			}
		expect((await call(200, "/v1/imports", { key })).body.data).toHaveLength(1);
	});

	it("of another studio is nobody's", async () => {
		const draft = await chosen(owner, "email,first_name\nana@example.com,Ana\n");
		const other = await newMember();
		await other.open(404, draft);
		await other.submit(404, `${draft}/preview`);
		await other.submit(303, "/import/discard");
		await owner.open(200, draft);
	});
});

describe("an import", () => {
	it("shows its failed rows, gives them as a file, and takes that file again", async () => {
		const draft = await chosen(owner, "E-Mail,Name\nana@example.com,Ana\nnobody,Bo\n");
		await preview(owner, draft);
		const id = await start(owner, draft);
		await endOf(key, id);
		const { text } = await owner.open(200, `/import/${id}`);
		expect(textOf(text)).toContain("Email must be an email address.");
		const { text: file, headers } = await owner.open(200, `/import/${id}/failed.csv`);
		expect(headers.get("Content-Disposition")).toContain("attachment");
		const mended = await chosen(owner, file.replace("nobody", "bo@example.com"));
		expect(await preview(owner, mended)).toContain("New clients 1");
		await endOf(key, await start(owner, mended));
		expect((await clients()).map(({ email }) => email).sort()).toEqual(["ana@example.com", "bo@example.com"]);
	});

	it("leaves its choices to its file of failed rows", async () => {
		const rows = ["Ana Silva,ana@example.com,06.05.1990,38", "Bo Berg,nobody,06.05.1990,40"];
		const draft = await chosen(owner, ["Who,+Mail,Born,Shoe", ...rows].join("\n"));
		const choices = { column_1: "full_name", column_2: "email", column_3: "date_of_birth", column_4: "metadata.Shoe" };
		await preview(owner, draft, { ...choices, dates: "mdy" });
		const id = await start(owner, draft);
		await endOf(key, id);
		const { text } = await owner.open(200, `/import/${id}/failed.csv`);
		const mended = await chosen(owner, text.replace("nobody", "bo@example.com"));
		expect(await preview(owner, mended)).toContain("New clients 1");
		await endOf(key, await start(owner, mended));
		const bo = { first_name: "Bo", last_name: "Berg", date_of_birth: "1990-06-05", metadata: { Shoe: "40" } };
		expect(await clients()).toContainEqual(expect.objectContaining(bo));
	});

	it("is told to have begun until it has ended, and then nothing updates by itself", async () => {
		const draft = await chosen(owner, "email,first_name\nana@example.com,Ana\n");
		await preview(owner, draft);
		const begun = await follow(owner, await owner.submit(303, `${draft}/preview`));
		expect(textOf(begun.text)).toContain("The import has begun.");
		expect(begun.text).toContain("<live-list");
		const [{ id }] = (await call(200, "/v1/imports", { key })).body.data;
		await endOf(key, id);
		const { text } = await owner.open(200, `/import/${id}`, { done: "started" });
		expect(textOf(text)).not.toContain("has begun");
		expect(text).not.toContain("<live-list");
		expect(textOf((await owner.submit(409, `/import/${id}/cancel`)).text)).toContain("The import has ended already.");
	});

	it("names the number of a failed row on every screen", async () => {
		const draft = await chosen(owner, "email,first_name\nana@example.com,Ana\nnobody,Bo\n");
		await owner.submit(303, draft, await fieldsOn(owner, draft));
		const tried = await owner.open(200, `${draft}/preview`);
		const id = await start(owner, draft);
		await endOf(key, id);
		// On a narrow screen CSS shows the head before the cell, but not of the title of a card.
		for (const { text } of [tried, await owner.open(200, `/import/${id}`)])
			expect(text).toContain('<td role="cell" data-head="Row"><div>2</div></td>');
	});

	it("says in a sentence with a subject why a row failed, in the preview and afterwards", async () => {
		const rows = [
			"ana@example.com,Ana,,,5",
			"bo@example.com,Bo,a;b,",
			`ed@example.com,Ed,${"x".repeat(101)},`,
			`flo@example.com,Flo,,${"x".repeat(600)}`,
			'"cy@example.com,Cy',
		];
		const draft = await chosen(owner, ["email,first_name,tags,metadata.Old ID", ...rows].join("\n"));
		const tried = await preview(owner, draft);
		const id = await start(owner, draft);
		await endOf(key, id);
		for (const page of [tried, textOf((await owner.open(200, `/import/${id}`)).text)]) {
			expect(page).toContain("1 The row has 5 cells, and the header has 4.");
			expect(page).toMatch(/3 Tags must/);
			expect(page).toMatch(/4 Metadata “Old ID” must/);
			expect(page).toContain("5 The row has a quote that is never closed");
		}
	});

	it("is undone after a question, and says which clients stay", async () => {
		const draft = await chosen(owner, "email,first_name\nana@example.com,Ana\nbo@example.com,Bo\n");
		await preview(owner, draft);
		const id = await start(owner, draft);
		await endOf(key, id);
		const [{ client_id: ana }] = await rowsOf(key, id);
		await call(200, `/v1/clients/${ana}`, { key, method: "PATCH", body: { phone: "1" } });
		expect(textOf((await owner.open(200, `/import/${id}/undo`)).text)).toContain("It created 2 clients");
		const page = await follow(owner, await owner.submit(303, `/import/${id}/undo`));
		expect(textOf(page.text)).toContain(
			`Clients that stay Somebody has changed or used them since the import. Row Client 1 ${ana}`,
		);
		expect((await clients()).map(({ id }) => id)).toEqual([ana]);
		expect(textOf(page.text)).toMatch(/Undone: 1 client removed, 1 left .*Status Undone .*Ended .* Undone /);
		expect(linksOn(page.text).filter((href) => href.includes("/undo"))).toEqual([]);
		expect(textOf((await owner.open(200, "/import")).text)).toMatch(/Undone 2 2 created/);
	});

	it("shows how far its undo is, by itself, and that it has ended", async () => {
		const rowsOfFile = Array.from({ length: 60 }, (_, n) => `c${n}@example.com,C`);
		const draft = await chosen(owner, ["email,first_name", ...rowsOfFile].join("\n"));
		await preview(owner, draft);
		const id = await start(owner, draft);
		await endOf(key, id);
		// As it is between two steps. No step follows.
		const undo = { id: newId("work", clock.now()), tenant_id: owner.tenantId, kind: "import_undo", status: "RUNNING" };
		const counts = { done: 25, total: 60, result: JSON.stringify({ removed: 24, left: 1 }) };
		const times = { due_at: clock.now() + dayMs, turn: 0, created_at: clock.now(), updated_at: clock.now() };
		const input = JSON.stringify({ importId: id });
		await addRows(["jobs", { ...undo, ...counts, ...times, input, actor_type: "system", request_id: "req_1" }]);
		const during = (await owner.open(200, `/import/${id}`, { done: "undone" })).text;
		expect(textOf(during)).toMatch(/The import is being undone\. .*24 of 60 clients removed .*Status Being undone/);
		expect(during).toContain("<live-list");
		expect(linksOn(during).filter((href) => href.includes("/undo"))).toEqual([]);
		expect(textOf((await owner.open(200, "/import")).text)).toMatch(/Being undone 60 60 created/);
		const again = await owner.submit(409, `/import/${id}/undo`);
		expect(textOf(again.text)).toContain("The import is being undone already.");
		await database.prepare("DELETE FROM jobs WHERE id = ?").bind(undo.id).run();

		await owner.submit(303, `/import/${id}/undo`);
		await scheduledWork();
		const page = () => owner.open(200, `/import/${id}`, { done: "undone" }).then(({ text }) => text);
		await expect
			.poll(async () => textOf(await page()), { timeout: 20_000 })
			.toContain("Undone: 60 clients removed, 0 left");
		expect(textOf(await page())).not.toContain("is being undone");
		expect(await page()).not.toContain("<live-list");
	});
});
