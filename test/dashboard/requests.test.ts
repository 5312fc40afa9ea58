import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { firstIdAt, type IdKind } from "../../src/platform/lib/ids.ts";
import { call } from "../support/api.ts";
import { addRows } from "../support/database.ts";
import { createClient, createEndpoint } from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorkbenchMember, pageTextOf, pathsIn, type WorkbenchMember } from "../support/workbench.ts";
import { letPass, newKey, newTenant, newWorld, type Tenant } from "../support/world.ts";

const path = "/dashboard/requests";

let world: Tenant;
let owner: WorkbenchMember;

beforeAll(async () => {
	new Receiver();
	world = await newWorld();
	owner = await newWorkbenchMember(world.id);
});

const requestsIn = (html: string) =>
	[...html.replaceAll("<wbr>", "").matchAll(/<code>([A-Z]+ \/v1[^<]*)<\/code>/g)].map(([, text]) => text);

describe("the list of requests", () => {
	it("filters by key, status and route, and names the key", async () => {
		const { id, key } = await newKey(world.id, { name: "<b>Site</b>" });
		await call(400, "/v1/clients", { key, body: {} });
		await call(200, "/v1/me", { key });
		await call(200, "/v1/events", { key: world.key });
		const { text } = await owner.open(path);
		expect(requestsIn(text).slice(0, 3)).toEqual(["GET /v1/events", "GET /v1/me", "POST /v1/clients"]);
		expect(pageTextOf(text)).toContain("API key <b>Site</b>");
		expect(pathsIn(text)).toContain("/docs/errors/validation_failed");
		const filtered = async (query: Record<string, string>) => requestsIn((await owner.open(path, query)).text);
		expect(await filtered({ credential_id: id })).toEqual(["GET /v1/me", "POST /v1/clients"]);
		expect(await filtered({ credential_id: id, status: "4xx" })).toEqual(["POST /v1/clients"]);
		expect(await filtered({ credential_id: id, operation_id: "getMe" })).toEqual(["GET /v1/me"]);
		expect(await filtered({ credential_id: id, status: "nonsense" })).toHaveLength(3);
	});

	it("leads from a pasted X-Request-ID to its page", async () => {
		const answer = await owner.open(`${path}/find`, { id: " mine-1 " });
		expect(answer.headers.get("Location")).toBe(`${path}/mine-1?studio=${world.id}`);
		expect((await owner.open(`${path}/find`, { id: "//evil.example" })).headers.get("Location")).toBe(
			`${path}?studio=${world.id}`,
		);
	});
});

describe("the page of a request", () => {
	it("leads in one step to its audit entry, its event and its delivery, and each of them back", async () => {
		const { id: endpointId } = await createEndpoint(world.key);
		const body = { email: "trace@example.com", first_name: "Ana", nonsense: 1 };
		const headers = { "X-Request-ID": "trace-1" };
		const { body: client } = await call(201, "/v1/clients", { key: world.key, body, headers });
		const { text } = await owner.open(`${path}/trace-1`);
		expect(pageTextOf(text)).toContain("POST /v1/clients 201");
		expect(pageTextOf(text)).toContain("Operation createClient");
		expect(pageTextOf(text)).toContain("Ignored fields nonsense");
		expect(pageTextOf(text)).toContain("client.created");
		const links = pathsIn(text);
		expect(links).toEqual(
			expect.arrayContaining([
				`/dashboard/clients/${client.id}`,
				`/dashboard/api_keys/${world.keyId}`,
				`/dashboard/webhooks/${endpointId}`,
			]),
		);
		const [event = "", delivery = ""] = [/^\/dashboard\/events\/evt_/, /^\/dashboard\/deliveries\/wbd_/].map((form) =>
			links.find((one) => form.test(one)),
		);
		for (const page of [event, delivery]) expect(pathsIn((await owner.open(page)).text)).toContain(`${path}/trace-1`);
		const log = await owner.open("/dashboard/audit_log", { resource_id: client.id });
		expect(pathsIn(log.text)).toContain(`${path}/trace-1`);
	});

	it("shows what it made, though the ids are later than the request, and not what another made in that moment", async () => {
		const at = clock.now();
		const idOf = (kind: IdKind, ms: number, n: number) => `${firstIdAt(kind, ms)}${String(n).padStart(20, "0")}`;
		const by = { tenant_id: world.id, actor_type: "system", created_at: at };
		const event = { ...by, type: "lead.created", data: "{}" };
		const [own, early, other] = [idOf("event", at + 50, 1), idOf("event", at, 2), idOf("event", at + 50, 3)];
		const entry = { ...by, id: idOf("audit_entry", at + 50, 0), action: "lead.created", resource_id: "led" };
		await addRows(
			["audit_entries", { ...entry, request_id: "moment-1" }],
			["events", { ...event, id: own, sequence: 1_000_001, request_id: "moment-1" }],
			["events", { ...event, id: early, sequence: 1_000_002, request_id: "moment-1" }],
			["events", { ...event, id: other, sequence: 1_000_003, request_id: "moment-2" }],
		);
		const shown = pathsIn((await owner.open(`${path}/moment-1`)).text);
		expect(shown).toContain(`/dashboard/events/${own}`);
		expect(shown).toContain(`/dashboard/events/${early}`);
		expect(shown).not.toContain(`/dashboard/events/${other}`);
	});

	it("of an act on a page, or one that is older than the log, shows what it changed", async () => {
		const headers = { "X-Request-ID": "old-1" };
		await call(201, "/v1/clients", { key: world.key, body: { email: "old@example.com", first_name: "Old" }, headers });
		await letPass(3 * 86_400 + 1);
		const fresh = await newWorkbenchMember(world.id);
		const { text } = await fresh.open(`${path}/old-1`);
		expect(pageTextOf(text)).toContain("is not in the log of API requests");
		expect(pageTextOf(text)).toContain("client.created");
		const created = await fresh.submit("/dashboard/webhooks/new", { url: "https://page.example", which: "all" });
		const requestId = created.headers.get("X-Request-ID") ?? "";
		expect(pageTextOf((await fresh.open(`${path}/${requestId}`)).text)).toContain("webhook_endpoint.created");
	});

	it("is found by nobody of another studio, and by no staff", async () => {
		await call(200, "/v1/me", { key: world.key, headers: { "X-Request-ID": "private-1" } });
		const again = await newWorkbenchMember(world.id);
		expect((await again.open(`${path}/private-1`)).status).toBe(200);
		expect((await again.open(`${path}/never`)).status).toBe(404);
		const other = await newWorld();
		await createClient(other.key);
		expect((await (await newWorkbenchMember(other.id)).open(`${path}/private-1`)).status).toBe(404);
		expect((await (await newWorkbenchMember(await newTenant())).open(path)).status).toBe(200);
		expect((await (await newWorkbenchMember(world.id, "STAFF")).open(`${path}/private-1`)).status).toBe(403);
	});
});
