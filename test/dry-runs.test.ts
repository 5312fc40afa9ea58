import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { connectionLost } from "../lab/harness/faulty-database.ts";
import { ask, envWithFaults } from "./cross-database/faults.ts";
import { type Answer, call, send } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { addRows, database, overtaken, type Row, rows, settledDatabase, wholeDatabase } from "./support/database.ts";
import { MailService } from "./support/mail-service.ts";
import { Receiver } from "./support/receiver.ts";
import { at, newArtist, newClient, newStudio, type Studio } from "./support/studio.ts";
import { newWorld, operate } from "./support/world.ts";

const mail = new MailService();
let studio: Studio;
beforeAll(async () => {
	new Receiver();
	studio = await newStudio();
});

const dry = { "Service-Dry-Run": "true" };
const tryIt = (path: string, body?: object, options: { method?: string; key?: string; headers?: object } = {}) =>
	send(path, {
		method: options.method ?? "POST",
		key: options.key ?? studio.key,
		...(body ? { body } : {}),
		headers: { ...dry, ...options.headers },
	});
const events = ({ headers }: Answer) => headers.get("Service-Dry-Run-Events");
const client = () => ({ email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });
const booking = (start: string, end: string) => ({
	artist_id: studio.artistId,
	client_id: studio.clientId,
	start_at: at(start),
	end_at: at(end),
});

/** No database may change. */
async function leavesNothing<T>(act: () => Promise<T>): Promise<T> {
	const before = await settledDatabase();
	const result = await act();
	expect(await wholeDatabase()).toEqual(before);
	return result;
}

describe("a dry run is refused by", () => {
	it("a trigger, where another request is faster than its transaction", async () => {
		const headers = { Authorization: `Bearer ${studio.key}`, "Content-Type": "application/json", ...dry };
		const body = JSON.stringify({ ...booking("10:00", "11:00"), event_type_id: studio.typeId });
		const { status, body: refused } = await overtaken(
			() => call(201, "/v1/appointments", { key: studio.key, body: booking("10:30", "11:30") }),
			"/v1/appointments",
			{ method: "POST", headers, body },
		);
		expect([status, refused.code]).toEqual([409, "slot_unavailable"]);
		expect(refused.suggested_slots.length).toBeGreaterThan(0);
	});

	it("a unique index", async () => {
		const body = client();
		const headers = { Authorization: `Bearer ${studio.key}`, "Content-Type": "application/json", ...dry };
		const { status, body: refused } = await overtaken(
			() => call(201, "/v1/clients", { key: studio.key, body }),
			"/v1/clients",
			{ method: "POST", headers, body: JSON.stringify(body) },
		);
		expect([status, refused.code]).toEqual([409, "duplicate_email"]);
	});

	it("the cap of the plan and the limit of what is stored", async () => {
		const solo = await newWorld({ plan: "solo" });
		const endpoint = { url: "https://hooks.test/cap", events: ["payout.paid"] };
		for (let n = 0; n < 3; n++) await call(201, "/v1/webhook_endpoints", { key: solo.key, body: endpoint });
		const capped = await tryIt("/v1/webhook_endpoints", endpoint, { key: solo.key });
		await database
			.prepare("UPDATE stored_bytes SET counted = ? WHERE tenant_id = ?")
			.bind(1024 ** 3, solo.id)
			.run();
		const full = await tryIt("/v1/clients", client(), { key: solo.key });
		expect([capped.body.code, full.body.code]).toEqual(["plan_limit_reached", "plan_limit_reached"]);
	});

	it("a version that is not the present one", async () => {
		const path = `/v1/clients/${studio.clientId}`;
		const refused = await tryIt(path, { notes: "x" }, { method: "PATCH", headers: { "If-Match": '"99"' } });
		expect(refused.body.code).toBe("precondition_failed");
	});

	it("the address that another studio's artist has", async () => {
		const other = await newWorld();
		const slug = `s-${crypto.randomUUID()}`;
		await newArtist(other.key, { slug });
		const refused = await leavesNothing(() => tryIt("/v1/artists", { name: "Mia", slug }));
		expect(refused.body.code).toBe("conflict");
		const drawn = await leavesNothing(() => tryIt("/v1/artists", { name: slug }));
		expect(drawn.body.slug).toMatch(new RegExp(`^${slug}-\\d+$`));
	});
});

describe("a dry run", () => {
	it("tells each type of event once, in their order", async () => {
		const clientId = await newClient(studio.key);
		const artist_id = await newArtist(studio.key);
		for (const hour of ["10", "12", "14"]) {
			const body = { artist_id, client_id: clientId, start_at: at(`${hour}:00`), end_at: at(`${hour}:30`) };
			await call(201, "/v1/appointments", { key: studio.key, body });
		}
		const tried = await leavesNothing(() => tryIt(`/v1/clients/${clientId}`, undefined, { method: "DELETE" }));
		expect(events(tried)).toBe("appointment.cancelled,client.deleted");
	});

	it("tells of no event where there is none", async () => {
		const tried = await tryIt(`/v1/clients/${studio.clientId}`, { first_name: "Ana" }, { method: "PATCH" });
		expect([tried.status, events(tried), tried.headers.get("Service-Dry-Run")]).toEqual([200, null, "true"]);
	});

	it("sends no mail, and says whether the client would be told", async () => {
		const { body } = await call(201, "/v1/appointments", { key: studio.key, body: booking("15:00", "16:00") });
		mail.reset();
		const path = `/v1/appointments/${body.id}`;
		const tried = await leavesNothing(() => tryIt(path, { start_at: at("16:30") }, { method: "PATCH" }));
		expect(tried.body).toMatchObject({ client_notified: true, data: { start_at: at("16:30") } });
		expect(events(tried)).toBe("appointment.rescheduled");
		const renamed = await tryIt(path, { title: "Fern" }, { method: "PATCH" });
		expect(renamed.body.client_notified).toBe(false);
		await call(200, `/v1/clients/${studio.clientId}`, {
			method: "PATCH",
			key: studio.key,
			body: { do_not_contact: true },
		});
		const untold = await tryIt(path, { start_at: at("16:30") }, { method: "PATCH" });
		expect(untold.body.client_notified).toBe(false);
		expect(mail.sent).toEqual([]);
		await call(200, `/v1/clients/${studio.clientId}`, {
			method: "PATCH",
			key: studio.key,
			body: { do_not_contact: false },
		});
	});

	it("neither uses a key nor uses it up", async () => {
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const body = client();
		await leavesNothing(() => tryIt("/v1/clients", body, { headers }));
		const made = await call(201, "/v1/clients", { key: studio.key, body, headers });
		expect(made.headers.has("Idempotent-Replayed")).toBe(false);
		const after = await tryIt("/v1/clients", body, { headers });
		expect([after.body.code, after.headers.has("Idempotent-Replayed")]).toEqual(["duplicate_email", false]);
		const other = await tryIt("/v1/clients", client(), { headers });
		expect(other.status).toBe(201);
		const wrong = await tryIt("/v1/clients", client(), { headers: { "Idempotency-Key": "x".repeat(256) } });
		expect(wrong.body.errors[0].path).toBe("Idempotency-Key");
	});

	it("locks no key", async () => {
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const body = client();
		const both = await Promise.all([
			...Array.from({ length: 10 }, () => tryIt("/v1/clients", body, { headers })),
			send("/v1/clients", { key: studio.key, body, headers }),
		]);
		expect(both.at(-1)?.status).toBe(201);
		for (const tried of both.slice(0, -1)) expect([201, 409]).toContain(tried.status);
		for (const tried of both.slice(0, -1)) expect(tried.body.code ?? "duplicate_email").toBe("duplicate_email");
	});

	it("counts as a request", async () => {
		const { key } = await newWorld({ limit: 6 });
		const left = async () => (await tryIt("/v1/clients", client(), { key })).headers.get("RateLimit-Remaining");
		expect([await left(), await left(), await left()]).toEqual(["5", "4", "3"]);
	});

	it("costs what the change costs", async () => {
		const init = { method: "POST", body: JSON.stringify(client()), headers: { "Content-Type": "application/json" } };
		const made = await costOf("/v1/clients", studio.key, { ...init, headers: { ...init.headers, ...dry } });
		expect(made).toMatchObject({ status: 201, gate: { inSequence: 1 }, db: { inSequence: 2 } });
	});

	it.each(["before", "after"])("whose transaction is lost %s it ran is a 503 that may be repeated", async (when) => {
		const body = client();
		const bindings = envWithFaults(async (_, run, sql) => {
			if (!sql.some((one) => one.includes("commit_guard"))) return await run();
			if (when === "after") await run().catch(() => {});
			throw connectionLost();
		});
		const answer = await leavesNothing(() => ask(bindings, "/v1/clients", { key: studio.key, body, headers: dry }));
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
		expect(answer.headers.get("Service-Dry-Run")).toBe("true");
	});

	it("is undone by the database also where the trigger that ends it is missing", async () => {
		const { key } = await newWorld({ database: "DATA_1" });
		const bindings = env as unknown as Record<string, D1Database>;
		const trigger = "SELECT sql FROM sqlite_master WHERE name = 'commit_guard_insert'";
		const sql = await bindings.DATA_1?.prepare(trigger).first<string>("sql");
		await bindings.DATA_1?.prepare("DROP TRIGGER commit_guard_insert").run();
		try {
			const answer = await leavesNothing(() => tryIt("/v1/clients", client(), { key }));
			expect(answer.status).toBe(500);
		} finally {
			await bindings.DATA_1?.prepare(sql ?? "").run();
		}
	});

	it("counts anew what only the transaction knows, where it changed meanwhile", async () => {
		const { id: tenant_id, key } = await newWorld();
		const { body } = await call(201, "/v1/webhook_endpoints", {
			key,
			body: { url: "https://hooks.test/recover", events: ["payout.paid"] },
		});
		const path = `/v1/webhook_endpoints/${body.endpoint.id}`;
		const now = Date.now();
		const dead = ["a", "b"].map((digit): Row => {
			const row = { id: `wbd_${digit.repeat(32)}`, tenant_id, endpoint_id: body.endpoint.id, event_id: `evt_${digit}` };
			return ["deliveries", { ...row, event_type: "payout.paid", status: "DEAD", created_at: now, updated_at: now }];
		});
		await addRows(...dead);
		const succeed = () =>
			database
				.prepare("UPDATE deliveries SET status = 'SUCCEEDED' WHERE tenant_id = ? AND event_id = 'evt_a'")
				.bind(tenant_id)
				.run();
		const since = "2026-01-01T00:00:00Z";
		const { body: tried } = await overtaken(succeed, `${path}/recover`, {
			method: "POST",
			headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...dry },
			body: JSON.stringify({ since }),
		});
		expect(tried).toEqual({ object: "recovery", count: 1, dry_run: false });
	});

	it("is what no GET takes, and what the operator interface refuses", async () => {
		const read = await send(`/v1/clients/${studio.clientId}`, { key: studio.key, headers: dry });
		expect([read.status, read.headers.has("Service-Dry-Run")]).toEqual([200, false]);
		const body = { name: "Tried", plan: "solo", email: "tried@example.com", timezone: "UTC" };
		for (const value of ["true", "yes"]) {
			const { body: refused } = await operate(400, "/admin/tenants", { body, headers: { "Service-Dry-Run": value } });
			expect(refused.errors[0]).toMatchObject({ location: "headers", path: "Service-Dry-Run" });
		}
		expect(await rows("SELECT id FROM tenants WHERE name = 'Tried'")).toEqual([]);
		await operate(201, "/admin/tenants", { body, headers: { "Service-Dry-Run": "false" } });
	});

	it("may be asked for by scripts of other origins, as may versions", async () => {
		const asked = "if-match,if-none-match,service-dry-run";
		const { headers } = await call(204, "/v1/clients", {
			method: "OPTIONS",
			headers: {
				Origin: "https://app.example",
				"Access-Control-Request-Method": "POST",
				"Access-Control-Request-Headers": asked,
			},
		});
		const allowed = headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(",");
		expect(allowed).toEqual(expect.arrayContaining(asked.split(",")));
	});
});
