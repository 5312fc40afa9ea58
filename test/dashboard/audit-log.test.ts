import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { csvCell } from "../../src/platform/lib/text/csv.ts";
import { call, newAddress } from "../support/api.ts";
import { readCsv } from "../support/csv.ts";
import { addRows, database, rows as stored } from "../support/database.ts";
import { at, newStudio } from "../support/studio.ts";
import { inStudio, newWorkbenchMember, pageTextOf, pathsIn, type WorkbenchMember } from "../support/workbench.ts";
import { letPass, newTenant, newWorld, type Tenant } from "../support/world.ts";

const path = "/dashboard/audit_log";
const formula = `=HYPERLINK("https://evil.example","click")`;

let world: Tenant;
let owner: WorkbenchMember;

beforeAll(async () => {
	world = await newWorld();
	owner = await newWorkbenchMember(world.id);
});

const newClient = async ({ key }: Tenant, body: object = {}) =>
	(
		await call(201, "/v1/clients", {
			key,
			body: { email: `${crypto.randomUUID()}@example.com`, first_name: "A", ...body },
		})
	).body;

const change = ({ key }: Tenant, id: string, body: object) =>
	call(200, `/v1/clients/${id}`, { method: "PATCH", key, body });

const actionsIn = (html: string) => [...html.matchAll(/<code>([a-z_]+\.[a-z_]+)<\/code>/g)].map(([, action]) => action);

/** The bytes of the file, because reading it as text would remove its byte order mark. */
async function download(visitor: WorkbenchMember, query: Record<string, string> = {}) {
	const headers = { Cookie: visitor.cookie, "CF-Connecting-IP": newAddress() };
	const url = `https://api.test${inStudio(visitor.tenantId, `${path}/csv`, query)}`;
	const answer = await exports.default.fetch(new Request(url, { headers }));
	const bytes = new Uint8Array(await answer.arrayBuffer());
	return { answer, bytes, rows: readCsv(new TextDecoder().decode(bytes)) };
}

describe("the audit log", () => {
	it("names each record and leads to its page, and shows the id of one that is gone", async () => {
		const studio = await newStudio({
			artist: { name: "Mia Ink" },
			type: { name: "Sleeve" },
			client: { last_name: "Lima" },
		});
		const { key, clientId, artistId, typeId } = studio;
		const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:00") };
		const { body: appointment } = await call(201, "/v1/appointments", { key, body: booking });
		const { body: idea } = await call(201, "/v1/ideas", { key, body: { client_id: clientId, subject: "Koi <b>" } });
		const { body: shop } = await call(201, "/v1/shops", { key, body: { name: "Harbour", timezone: "Europe/Berlin" } });
		const gone = await newClient(studio);
		await call(200, `/v1/clients/${gone.id}`, { key, method: "DELETE" });
		const { text } = await (await newWorkbenchMember(studio.id)).open(path);
		const linked = new Map(
			[...text.matchAll(/<a href="([^"?]*)[^"]*" title="\w+">([^<]*)<\/a>/g)].map(([, href, name]) => [href, name]),
		);
		expect(Object.fromEntries(linked)).toMatchObject({
			[`/dashboard/clients/${clientId}`]: "Ana Lima",
			[`/dashboard/calendar/${appointment.id}`]: "Appointment of Ana Lima",
			[`/dashboard/clients/${clientId}/ideas/${idea.id}`]: "Koi &lt;b&gt;",
			[`/dashboard/artists/${artistId}`]: "Mia Ink",
			[`/dashboard/event_types/${typeId}`]: "Sleeve",
			[`/dashboard/shops/${shop.id}`]: "Harbour",
		});
		const visitor = await newWorkbenchMember(studio.id);
		for (const address of linked.keys()) expect((await visitor.open(address ?? "")).status, address).toBe(200);
		expect(text).toContain(`<code title="${gone.id}">cli_…${gone.id.slice(-6)}</code>`);
		expect(pathsIn(text)).not.toContain(`/dashboard/clients/${gone.id}`);
	});

	it("shows what a field was and is, who changed it and in which request", async () => {
		const client = await newClient(world, { notes: "<b>before</b>" });
		const { headers } = await change(world, client.id, { notes: formula });
		const { text } = await owner.open(path, { resource_id: client.id });
		expect(actionsIn(text)).toEqual(["client.updated", "client.created"]);
		expect(pageTextOf(text)).toContain(`notes <b>before</b> ${formula}`);
		expect(text).not.toContain("<b>before");
		expect(pathsIn(text)).toEqual(
			expect.arrayContaining([
				`/dashboard/requests/${headers.get("X-Request-ID")}`,
				`/dashboard/api_keys/${world.keyId}`,
				`/dashboard/clients/${client.id}`,
			]),
		);
	});

	it("keeps what a setting was and is, which no event tells", async () => {
		const [shop] = [await call(201, "/v1/shops", { key: world.key, body: { name: "East" } })];
		const { id } = shop.body;
		await call(200, `/v1/shops/${id}`, { method: "PATCH", key: world.key, body: { name: "West" } });
		expect(pageTextOf((await owner.open(path, { resource_id: id })).text)).toContain("name East West");
		const { text } = await call(200, "/v1/audit_log", { key: world.key });
		expect(text).toContain("shop.updated");
		expect(text).toContain('"changes":{"name":{"old":"East","new":"West');
		const { rows } = await download(owner, { resource_id: id });
		expect(rows[1]?.join()).toContain('{"name":{"old":"East","new":"West"}}');
	});

	it("keeps nothing of a client, whose data would outlive it", async () => {
		const client = await newClient(world, { notes: "a secret of hers" });
		await change(world, client.id, { notes: "another one" });
		const kept = await stored("SELECT * FROM audit_entries WHERE tenant_id = ?", world.id);
		expect(JSON.stringify(kept)).not.toMatch(/secret of hers|another one/);
	});

	it("filters by action, by all of a kind, by who, by record and by time, and by several at once", async () => {
		const studio = await newWorld();
		const visitor = await newWorkbenchMember(studio.id);
		const client = await newClient(studio);
		await letPass(7200);
		await change(studio, client.id, { notes: "x" });
		const again = await newWorkbenchMember(studio.id);
		await again.submit("/dashboard/webhooks/new", { url: "https://a.example", which: "all" });
		const shown = async (query: Record<string, string>) => actionsIn((await again.open(path, query)).text);
		expect(await shown({})).toEqual(["webhook_endpoint.created", "client.updated", "client.created"]);
		expect(await shown({ action: "client.created" })).toEqual(["client.created"]);
		expect(await shown({ action: "client" })).toEqual(["client.updated", "client.created"]);
		expect(await shown({ action: "cli" })).toEqual([]);
		expect(await shown({ actor: again.person.id })).toEqual(["webhook_endpoint.created"]);
		expect(await shown({ actor: studio.keyId, action: "client.updated" })).toEqual(["client.updated"]);
		expect(await shown({ actor: visitor.person.id })).toEqual([]);
		expect(await shown({ actor: "system" })).toEqual([]);
		const berlin = new Intl.DateTimeFormat("sv-SE", {
			timeZone: "Europe/Berlin",
			dateStyle: "short",
			timeStyle: "short",
		});
		const hourAgo = berlin.format(clock.now() - 3_600_000).replace(" ", "T");
		expect(await shown({ since: hourAgo })).toEqual(["webhook_endpoint.created", "client.updated"]);
		expect(await shown({ until: hourAgo })).toEqual(["client.created"]);
		expect(await shown({ since: "nonsense" })).toHaveLength(3);
	});

	it("leads on from a page on which no entry matches until it finds one, and goes on where a page ended", async () => {
		const tenantId = await newTenant();
		const visitor = await newWorkbenchMember(tenantId);
		const now = clock.now();
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
				INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
				SELECT 'aud_' || printf('%012x', ?2 + i) || printf('%020x', i), ?1,
					iif(i = 0, 'client.deleted', 'client.updated'), 'r', 'system', 'r', ?2 + i FROM n`,
			)
			.bind(tenantId, now)
			.run();
		const nextOf = (text: string) => /after=(aud_[0-9a-f]{32})/.exec(text)?.[1] ?? "";
		let { text } = await visitor.open(path, { action: "client.deleted" });
		for (let n = 0; n < 4; n++) {
			expect(text).toContain("None of the newer entries matches.");
			expect(text).not.toContain("No entry matches");
			({ text } = await visitor.open(path, { action: "client.deleted", after: nextOf(text) }));
		}
		expect(actionsIn(text)).toEqual(["client.deleted"]);
		const first = await visitor.open(path, { action: "client", actor: "system" });
		const second = await visitor.open(path, { action: "client", actor: "system", after: nextOf(first.text) });
		expect([actionsIn(first.text).length, actionsIn(second.text).length]).toEqual([50, 50]);
		expect((await download(visitor, { action: "client.deleted" })).rows).toHaveLength(2);
		expect((await download(visitor)).rows).toHaveLength(2102);
	});

	it("is that of the studio alone, and no staff sees it or its file", async () => {
		const stranger = await newWorkbenchMember(await newTenant());
		expect(actionsIn((await stranger.open(path)).text)).toEqual([]);
		expect((await download(stranger)).rows).toHaveLength(1);
		const staff = await newWorkbenchMember(world.id, "STAFF");
		expect((await staff.open(path)).status).toBe(403);
		expect((await staff.open(`${path}/csv`)).status).toBe(403);
	});
});

describe("the file", () => {
	it("has the entries of the filter with their values, and a mark by which Excel reads it as UTF-8", async () => {
		const client = await newClient(world, { first_name: "Zoë" });
		await change(world, client.id, { first_name: "Émile" });
		await newClient(world);
		const { answer, bytes, rows } = await download(owner, { resource_id: client.id });
		expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="audit-log-[\w-]+\.csv"$/);
		expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		const [head = [], ...entries] = rows;
		const column = (name: string) => entries.map((row) => row[head.indexOf(name)]);
		expect(column("action")).toEqual(["client.updated", "client.created"]);
		expect(column("actor")).toEqual(["API key Test", "API key Test"]);
		expect(JSON.parse(column("changes")[0] ?? "")).toEqual({ first_name: { old: "Zoë", new: "Émile" } });
	});

	it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)", formula])(
		"a cell that begins like %j stays text",
		(text) => {
			const [[cell] = []] = readCsv(`${csvCell(text)}\r\n`);
			expect(cell).toBe(`'${text}`);
		},
	);

	it("a name that looks like a formula is defused, and quotes, commas and line breaks stay in their cell", async () => {
		const studio = await newTenant();
		const visitor = await newWorkbenchMember(studio);
		const row = {
			id: newId("audit_entry", clock.now()),
			tenant_id: studio,
			action: "client.updated",
			resource_id: formula,
			actor_type: "system",
			ip_address: `a",\r\n=1`,
			request_id: "@r",
			created_at: clock.now(),
		};
		await addRows(["audit_entries", row]);
		const { rows } = await download(visitor);
		expect(rows).toHaveLength(2);
		expect(rows[1]).toEqual(expect.arrayContaining([`'${formula}`, `a",\r\n=1`, "'@r"]));
	});
});
