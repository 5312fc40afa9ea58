import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Counters } from "../../src/platform/gate/counters/counters.ts";
import { call } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { newMember, textOf } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { multipart } from "../support/multipart.ts";
import { newStudio } from "../support/studio.ts";
import { newWorld } from "../support/world.ts";

let time: ReturnType<typeof stopClock>;
beforeEach(() => {
	time = stopClock();
});
afterEach(() => vi.restoreAllMocks());

const csv = "/audit_log/csv";

/** Opens as many pages as a studio may, but one. */
async function openAllPagesButOne(tenantId: string): Promise<void> {
	const counters = (env.COUNTERS as DurableObjectNamespace<Counters>).getByName(tenantId);
	for (let n = 0; n < 599; n++) counters.take([{ scope: "tenant", name: "dashboard", limit: 600 }]);
}

it("a studio downloads ten files in a minute, and then a page says in words when to try again", async () => {
	const [owner, stranger] = [await newMember(), await newMember()];
	for (let n = 0; n < 10; n++) await owner.open(200, csv);
	const refused = await owner.open(429, csv);
	expect(refused.headers.get("Content-Type")).toContain("text/html");
	expect(textOf(refused.text)).toContain(
		"The people of your studio asked for more than 10 files and previews in a minute. Try again in 6 seconds.",
	);
	expect(refused.headers.get("Retry-After")).toBe("6");
	await owner.open(200, "/audit_log");
	await stranger.open(200, csv);
	time.set(10_000);
	await owner.open(200, csv);
});

const tooMany = "asked for more than 10 files and previews in a minute.";

it("the page that asks before an erasure, and its form, count like files", async () => {
	const { id, clientId } = await newStudio();
	const owner = await newMember({ tenantId: id });
	const erase = `/clients/${clientId}/erase`;
	for (let n = 0; n < 10; n++) await owner.open(200, erase);
	for (const refused of [await owner.open(429, erase), await owner.submit(429, erase)])
		expect(textOf(refused.text)).toContain(tooMany);
	await owner.open(200, `/clients/${clientId}`);
	time.set(6000);
	await owner.submit(303, erase);
});

it("the preview of an import, and its form, count like files", async () => {
	const owner = await newMember();
	const bytes = new Uint8Array(Buffer.from("email,first_name\nana@example.com,Ana\n"));
	const { raw, headers } = multipart({}, [{ field: "file", name: "clients.csv", bytes, type: "text/csv" }]);
	const sent = { method: "POST", raw, headers: { ...headers, Cookie: owner.cookie, Origin: "https://api.test" } };
	const location = (await call(303, owner.at("/import"), sent)).headers.get("Location") ?? "";
	const draft = new URL(location, "https://api.test").pathname.replace("/dashboard", "");
	for (let n = 0; n < 10; n++) await owner.open(200, `${draft}/preview`);
	for (const refused of [await owner.open(429, `${draft}/preview`), await owner.submit(429, `${draft}/preview`)])
		expect(textOf(refused.text)).toContain(tooMany);
	await owner.open(200, draft);
	time.set(6000);
	await owner.submit(303, `${draft}/preview`);
});

it("a second person of the studio, from another address, has no files of their own", async () => {
	const owner = await newMember();
	const other = await newMember({ tenantId: owner.tenantId });
	for (let n = 0; n < 10; n++) await (n % 2 ? owner : other).open(200, csv);
	for (const person of [owner, other]) await person.open(429, csv);
});

it("the people of a studio open 600 pages in a minute, and a form beyond them changes nothing", async () => {
	const { id, key } = await newWorld();
	const [owner, stranger] = [await newMember({ tenantId: id }), await newMember()];
	await openAllPagesButOne(id);
	await owner.open(200, "/clients");
	const refused = textOf((await owner.open(429, "/clients")).text);
	expect(refused).toContain("The people of your studio opened more than 600 pages of the dashboard in a minute.");
	expect(refused).toContain("Try again in 1 second. Nothing has been changed.");
	await owner.submit(429, "/clients/new", { first_name: "Ana", email: "limits@example.com" });
	expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toEqual([]);
	await call(200, "/v1/clients", { key });
	await stranger.open(200, "/clients");
	time.set(1000);
	await owner.open(200, "/clients");
});

it("nobody uses up the pages of a studio that is not theirs", async () => {
	const [owner, stranger] = [await newMember(), await newMember()];
	await openAllPagesButOne(owner.tenantId);
	for (let n = 0; n < 5; n++) await stranger.open(404, "/clients", { studio: owner.tenantId });
	await owner.open(200, "/clients");
});
