import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs, timestamp } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectAudited, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { addExport, download, exported, filesIn, recordsIn } from "../support/exports.ts";
import { newClient } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

let owner: Member;
let key: string;
beforeEach(async () => {
	advance(60);
	owner = await newMember();
	({ key } = await newKey(owner.tenantId));
});

const path = "/account/export";
const page = async (member = owner) => (await member.open(200, path)).text;
const begin = async () => await follow(owner, await owner.submit(303, path));
const newest = async () => (await call(200, "/v1/exports?limit=1", { key })).body.data[0];

/** The address in the dashboard, which leads to the file. */
const downloadOn = (html: string): string | undefined => linksOn(html).find((href) => href.includes("/download?"));

const beginButton = (html: string): string => /<button[^>]*>\s*Begin export/.exec(html)?.[0] ?? "";

/** An export with a file, or one whose file has gone. */
const addWithFile = (goesInMs: number) =>
	addExport(key, {
		status: "DONE",
		position: "{}",
		result: JSON.stringify({ sizeBytes: 3_400_000, expiresAt: clock.now() + goesInMs }),
	});

/** As it is between two steps. No step follows. */
const addUnderWay = (position: object | null, done = 0) =>
	addExport(key, {
		status: "RUNNING",
		finished_at: null,
		due_at: clock.now() + dayMs,
		position: position && JSON.stringify(position),
		done,
	});

const cancel = async (id: string) => await owner.submit(303, `${path}/${id}/cancel`);

describe("an export (contract: Dashboard 78)", () => {
	it("begins at the dashboard, and its file has what the studio has", async () => {
		await newClient(key, { email: "ana@example.com", first_name: "Ana" });
		expect(textOf(await page())).not.toContain("Exports of the last 30 days");
		expect(textOf((await begin()).text)).toContain("The export has begun.");
		const { id } = await newest();
		await expectAudited(owner, "export.created", id);
		const { size_bytes } = await exported(key, id);
		const shown = await page();
		expect(textOf(shown)).toMatch(/Done .* kB Here until /);
		const answer = await call(303, downloadOn(shown) ?? "", { headers: { Cookie: owner.cookie } });
		const zip = await download(answer.headers.get("Location") ?? "");
		expect(zip.length).toBe(size_bytes);
		const [client] = recordsIn(filesIn(zip).get("clients.ndjson"));
		expect(client.email).toBe("ana@example.com");
	});

	it("is downloaded from a page that was open for hours", async () => {
		await begin();
		const { id } = await newest();
		await exported(key, id);
		const href = downloadOn(await page()) ?? "";
		advance(2 * 3600);
		const answer = await call(303, href, { headers: { Cookie: owner.cookie } });
		await download(answer.headers.get("Location") ?? "");
	});

	it("begins once, however often the form is sent", async () => {
		const fields = formsOn(await page()).find(({ action }) => action.includes(path))?.fields ?? [];
		await owner.submit(303, path, fields);
		await owner.submit(303, path, fields);
		expect((await call(200, "/v1/exports", { key })).body.data).toHaveLength(1);
	});

	it.each([
		[null, 0, "waits for its turn", "Records 0 read"],
		[{ phase: "records", files: 0 }, 12_400, "reads the records", "Records 12,400 read Pictures 0 copied"],
		[{ phase: "pictures", files: 230 }, 12_400, "copies the pictures", "Pictures 230 copied Files 0 of 21 written"],
		[{ phase: "files", files: 233, file: 3 }, 12_400, "writes the files", "Pictures 230 copied Files 3 of 21 written"],
		[{ phase: "directory", files: 251 }, 12_400, "nearly done", "Pictures 230 copied Files 21 of 21 written"],
	])("shows how far it is: %j", async (position, done, sentence, numbers) => {
		await addUnderWay(position, done);
		const html = await page();
		expect(textOf(html)).toContain(sentence);
		expect(textOf(html)).toContain(numbers);
		expect(html).toContain('<live-list what="exports">');
	});

	it("is told to have begun until it has ended, and then nothing updates by itself", async () => {
		const begun = (await begin()).text;
		expect(textOf(begun)).toContain("The export has begun.");
		expect(begun).toContain("<live-list");
		await exported(key, (await newest()).id);
		const { text } = await owner.open(200, path, { done: "begun" });
		expect(textOf(text)).not.toContain("has begun");
		expect(text).not.toContain("<live-list");
	});

	it("is cancelled, and another one may begin", async () => {
		const id = await addUnderWay(null);
		expect(beginButton(await page())).toContain("disabled");
		const shown = (await follow(owner, await cancel(id))).text;
		expect(textOf(shown)).toMatch(/The export has been cancelled\. .* Cancelled .* There is none\./);
		expect(beginButton(shown)).not.toContain("disabled");
		await expectAudited(owner, "export.cancelled", id);
		expect(textOf((await owner.submit(409, `${path}/${id}/cancel`)).text)).toContain("The export has ended already.");
	});

	it("says what became of its file", async () => {
		const gone = await addWithFile(-dayMs);
		await addExport(key, { status: "FAILED", error: "The service could not go on with it." });
		const shown = await page();
		expect(textOf(shown)).toMatch(/Expired .* Gone since /);
		expect(textOf(shown)).toMatch(/Failed .* There is none\. The service could not go on with it\./);
		expect(downloadOn(shown)).toBeUndefined();
		expect(textOf((await owner.open(404, `${path}/${gone}/download`)).text)).toContain("This export has no file.");
	});

	it("is refused in words while another one is under way", async () => {
		const id = await addUnderWay(null);
		const refused = textOf((await owner.submit(409, path)).text);
		expect(refused).toContain(`The export ${id} is under way. Wait for its end, or cancel it.`);
		expect(refused).toContain("Only one export can be under way.");
	});

	it("is refused in words if ten have a file, until the first one goes", async () => {
		await addWithFile(3_600_000);
		for (let n = 0; n < 9; n++) await addWithFile(7 * dayMs);
		const goesAt = timestamp(clock.now() + 3_600_000).slice(0, 16);
		const refused = await owner.submit(409, path);
		expect(textOf(refused.text)).toContain("10 exports have a file. The first one goes at");
		expect(beginButton(refused.text)).toContain("disabled");
		expect(refused.text).toContain(`<time datetime="${goesAt}`);
		advance(3601);
		expect(beginButton(await page())).not.toContain("disabled");
		await owner.submit(303, path);
	});
});

it("older exports are on further pages", async () => {
	await addWithFile(dayMs);
	for (let n = 0; n < 20; n++) await addExport(key);
	const newest = await page();
	expect(downloadOn(newest)).toBeUndefined();
	const older = linksOn(newest).find((href) => href.includes("after=")) ?? "";
	const { text } = await call(200, older, { headers: { Cookie: owner.cookie } });
	expect(downloadOn(text)).toBeDefined();
});

it("only owners are shown the way to it, and only they may go there", async () => {
	const staff = await newMember({ tenantId: owner.tenantId, role: "STAFF" });
	for (const from of ["/account", "/import"]) {
		expect(linksOn((await owner.open(200, from)).text)).toContain(owner.at(path));
		expect((await staff.open(200, from)).text).not.toContain(path);
	}
	expect(linksOn((await owner.open(200, "/studio")).text)).toContain(owner.at(path));
	const id = await addWithFile(dayMs);
	expect(textOf((await staff.open(403, path)).text)).toContain("Only owners may open this page");
	await staff.open(403, `${path}/${id}/download`);
	await staff.submit(403, path);
	await staff.submit(403, `${path}/${id}/cancel`);
});

it("an export of another studio is nobody's", async () => {
	const id = await addWithFile(dayMs);
	const other = await newMember();
	expect(downloadOn(await page(other))).toBeUndefined();
	await other.open(404, `${path}/${id}/download`);
	await other.submit(404, `${path}/${id}/cancel`);
});
