import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../src/platform/lib/clock.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { addRows, database, overtaken, rows } from "./support/database.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { addAppointments, newClient, newStudio, type Studio } from "./support/studio.ts";
import { newKey } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

beforeEach(() => advance(60));

const book = async ({ key, artistId, clientId }: Studio, given: object): Promise<Json> => {
	const body = { artist_id: artistId, client_id: clientId, ...given };
	return (await call(201, "/v1/appointments", { key, body })).body;
};
const get = async ({ key }: Studio, id: string): Promise<Json> =>
	(await call(200, `/v1/appointments/${id}`, { key })).body;
const hour = (day: string) => ({ start_at: `2027-${day}T10:00:00Z`, end_at: `2027-${day}T11:00:00Z` });
const all = async (path: string, { key }: Studio): Promise<Json[]> => (await readAllPages(path, key)).flat();

async function addAhead({ id: tenantId, artistId, clientId }: Studio, count: number): Promise<void> {
	await addAppointments({ id: tenantId, artistId, clientId }, count);
	await database.batch(
		Array.from({ length: count }, () =>
			database
				.prepare(
					`INSERT INTO ideas (id, tenant_id, client_id, subject, stage, source_type, btt_status, details, metadata, created_at, updated_at)
					VALUES (?1, ?2, ?3, 'Fern', 'NEW', 'API', 'NONE', '{}', '{}', 1, 1)`,
				)
				.bind(newId("idea", clock.now()), tenantId, clientId),
		),
	);
}

describe("deleting a client", () => {
	it("cancels the live appointments ahead, each with its event, and keeps the past ones", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const past = await book(studio, { start_at: "2024-03-05T10:00:00Z", end_at: "2024-03-05T11:00:00Z" });
		const [first, second, done] = [
			await book(studio, hour("03-02")),
			await book(studio, hour("03-03")),
			await book(studio, hour("03-04")),
		];
		await call(200, `/v1/appointments/${done.id}`, { key, method: "PATCH", body: { status: "NO_SHOW" } });
		const others = await book({ ...studio, clientId: await newClient(key) }, hour("03-05"));
		advance(1);
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });

		for (const before of [first, second]) {
			const after = await get(studio, before.id);
			expect(after).toMatchObject({ status: "CANCELLED", cancellation_reason: "client_deleted", client_id: clientId });
			expect(after.cancelled_at).toBe(after.updated_at);
			expect(after.updated_at > before.updated_at).toBe(true);
			const told = (await all("/v1/events?type=appointment.cancelled", studio)).filter(
				({ data }) => data.appointmentId === before.id,
			);
			expect(told).toHaveLength(1);
			expect(told[0].data).toMatchObject({
				status: "CANCELLED",
				cancellationReason: "client_deleted",
				updatedAt: after.updated_at,
				changes: { status: { old: "SCHEDULED", new: "CANCELLED" } },
			});
		}
		expect(await get(studio, past.id)).toEqual(past);
		expect(await get(studio, others.id)).toEqual(others);
		expect((await get(studio, done.id)).status).toBe("NO_SHOW");
	});

	it("deletes the client's ideas, each with its audit entry, and nobody else's", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const idea = async (client_id: string) =>
			(await call(201, "/v1/ideas", { key, body: { client_id, subject: "Fern" } })).body.id;
		const mine = [await idea(clientId), await idea(clientId)];
		const other = await idea(await newClient(key));
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });
		expect((await all("/v1/ideas", studio)).map(({ id }) => id)).toEqual([other]);
		const deleted = (await all("/v1/audit_log?limit=100", studio)).filter(({ action }) => action === "idea.deleted");
		expect(deleted.map(({ resource_id }) => resource_id).sort()).toEqual([...mine].sort());
	});

	it("ends any number of appointments and ideas, and numbers the events without gaps", async () => {
		const ends = async (count: number) => {
			const studio = await newStudio();
			await addAhead(studio, count);
			await call(200, `/v1/clients/${studio.clientId}`, { key: studio.key, method: "DELETE" });
			const events = await all("/v1/events?limit=100", studio);
			expect(events.filter(({ type }) => type === "appointment.cancelled")).toHaveLength(count);
			const sequences = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
			expect(sequences).toEqual(sequences.map((_, n) => n + 1));
			expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
			const audit = await all("/v1/audit_log?limit=100", studio);
			expect(audit.filter(({ action }) => action === "appointment.updated")).toHaveLength(count);
			expect(audit.filter(({ action }) => action === "idea.deleted")).toHaveLength(count);
		};
		await ends(11);
		await ends(60);
	});

	it("is refused with more than 5000 pictures of ideas", async () => {
		const { key, clientId } = await newStudio();
		const body = { client_id: clientId, subject: "Fern" };
		const { id } = (await call(201, "/v1/ideas", { key, body })).body;
		const count = (pictures: number) =>
			database.prepare("UPDATE ideas SET picture_count = ? WHERE id = ?").bind(pictures, id).run();
		await count(5001);
		const refused = await call(409, `/v1/clients/${clientId}`, { key, method: "DELETE" });
		expect(refused.body.code).toBe("conflict");
		await count(5000);
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });
	});

	it("is refused with more than 1000 ideas, which would hold up everybody else, and so is a merge of more than 5000", async () => {
		const { key, clientId, id: tenantId } = await newStudio();
		const addIdeas = (from: number, to: number) =>
			database
				.prepare(
					`WITH RECURSIVE n(i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
					INSERT INTO ideas (id, tenant_id, client_id, subject, stage, source_type, btt_status, details, metadata, created_at, updated_at)
					SELECT 'ide_' || printf('%032x', i), ?1, ?2, 'Fern', 'NEW', 'API', 'NONE', '{}', '{}', 1, 1 FROM n`,
				)
				.bind(tenantId, clientId, from, to)
				.run();
		const path = `/v1/clients/${clientId}`;
		const merge = async (status: number) =>
			await call(status, `/v1/clients/${await newClient(key)}/merge`, { key, body: { source_id: clientId } });
		await addIdeas(1, 5001);
		for (const { body } of [await call(409, path, { key, method: "DELETE" }), await merge(409)])
			expect(body.code).toBe("conflict");
		await database
			.prepare(
				"DELETE FROM ideas WHERE tenant_id = ?1 AND rowid IN (SELECT rowid FROM ideas WHERE tenant_id = ?1 LIMIT 1)",
			)
			.bind(tenantId)
			.run();
		const { body } = await merge(200);
		await database
			.prepare(
				"DELETE FROM ideas WHERE tenant_id = ?1 AND id > (SELECT id FROM ideas WHERE tenant_id = ?1 ORDER BY id LIMIT 1 OFFSET 999)",
			)
			.bind(tenantId)
			.run();
		await call(200, `/v1/clients/${body.id}`, { key, method: "DELETE" });
		expect((await call(200, "/v1/ideas", { key })).body.data).toEqual([]);
	});

	it("tells any number of events to the ACTIVE endpoints that listen, and to no other", async () => {
		const studio = await newStudio();
		const count = 12;
		await addAhead(studio, count);
		let number = 0;
		const addEndpoint = async (events: string[], status = "ACTIVE") => {
			const id = newId("webhook_endpoint", clock.now());
			const url = "https://receiver.example/hook";
			const row = { id, tenant_id: studio.id, number: ++number, url, status, events, secret: "sealed" };
			await addRows(["webhook_endpoints", { ...row, created_at: 1, updated_at: 1 }]);
			return id;
		};
		const [every, cancelled] = [await addEndpoint(["*"]), await addEndpoint(["appointment.cancelled"])];
		await addEndpoint(["client.updated"]);
		await addEndpoint(["*"], "DISABLED");
		await call(200, `/v1/clients/${studio.clientId}`, { key: studio.key, method: "DELETE" });
		const told = await rows(
			`SELECT endpoint_id, event_type, count(DISTINCT event_id) AS events, count(*) AS deliveries FROM deliveries
			WHERE tenant_id = ? GROUP BY endpoint_id, event_type ORDER BY endpoint_id, event_type`,
			studio.id,
		);
		const cancellations = { event_type: "appointment.cancelled", events: count, deliveries: count };
		expect(told).toEqual([
			{ endpoint_id: every, ...cancellations },
			{ endpoint_id: every, event_type: "client.deleted", events: 1, deliveries: 1 },
			{ endpoint_id: cancelled, ...cancellations },
		]);
	});

	it("audits any number of changes with who made them, from where and in which request", async () => {
		const studio = await newStudio();
		await addAhead(studio, 13);
		const path = `/v1/clients/${studio.clientId}`;
		const headers = { "X-Request-ID": "request-1" };
		await call(200, path, { key: studio.key, method: "DELETE", from: "198.51.100.7", headers });
		const audit = (await all("/v1/audit_log?limit=100", studio)).filter(({ request_id }) => request_id === "request-1");
		expect(audit).toHaveLength(13 + 13 + 1);
		for (const entry of audit)
			expect(entry).toEqual({
				...audit[0],
				id: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
				action: expect.stringMatching(/^(appointment\.updated|idea\.deleted|client\.deleted)$/),
				resource_id: entry.resource_id,
				actor: { type: "api_key", id: studio.keyId },
				ip_address: "198.51.100.7",
				test_mode: false,
			});
	});

	it("audits what a key in test mode did as that", async () => {
		const studio = await newStudio();
		await addAhead(studio, 13);
		const { key } = await newKey(studio.id, { mode: "test" });
		const headers = { "X-Request-ID": "request-2" };
		await call(200, `/v1/clients/${studio.clientId}`, { key, method: "DELETE", headers });
		const audit = (await all("/v1/audit_log?limit=100", studio)).filter(({ request_id }) => request_id === "request-2");
		expect(audit.map(({ test_mode }) => test_mode)).toEqual(Array.from({ length: 13 + 13 + 1 }, () => true));
	});

	it("cancels an appointment too that is booked or changed while it is decided", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const { id } = await book(studio, hour("03-02"));
		let late: Json;
		const { status } = await overtaken(
			async () => {
				late = await book(studio, hour("03-03"));
				await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body: { title: "Sleeve" } });
			},
			`/v1/clients/${clientId}`,
			{ method: "DELETE", headers: { Authorization: `Bearer ${key}` } },
		);
		expect(status).toBe(200);
		expect(await get(studio, id)).toMatchObject({ status: "CANCELLED", title: "Sleeve" });
		expect(await get(studio, late.id)).toMatchObject({ status: "CANCELLED" });
	});

	it("leaves no appointment that can be booked again for a time ahead, and lets past ones be put right", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const patch = (status: number, { id }: Json, body: object) =>
			call(status, `/v1/appointments/${id}`, { key, method: "PATCH", body });
		const past = await book(studio, { start_at: "2024-03-05T10:00:00Z", end_at: "2024-03-05T11:00:00Z" });
		const ahead = await book(studio, hour("03-02"));
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });
		for (const [appointment, body] of [
			[ahead, { status: "SCHEDULED" }],
			[past, hour("03-03")],
		])
			expect((await patch(409, appointment, body)).body.code).toBe("conflict");
		expect(await get(studio, past.id)).toEqual(past);
		await patch(200, past, { status: "NO_SHOW" });
		await patch(200, past, { status: "SCHEDULED" });
		await patch(200, past, { status: "COMPLETED" });
	});

	it("leaves appointments that another client may take, for a time ahead, too", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const past = await book(studio, { start_at: "2024-03-05T10:00:00Z", end_at: "2024-03-05T11:00:00Z" });
		const ahead = await book(studio, hour("03-02"));
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });
		const client_id = await newClient(key);
		for (const [{ id }, body] of [
			[ahead, { status: "SCHEDULED" }],
			[past, hour("03-03")],
		] as const) {
			const refused = await call(409, `/v1/appointments/${id}`, { key, method: "PATCH", body });
			expect(refused.body.code).toBe("conflict");
			await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body: { ...body, client_id } });
		}
	});

	it("does not let an appointment be booked again while it is decided", async () => {
		const studio = await newStudio();
		const { key, clientId } = studio;
		const { id } = await book(studio, hour("03-02"));
		const path = `/v1/appointments/${id}`;
		await call(200, path, { key, method: "PATCH", body: { status: "CANCELLED" } });
		const { status } = await overtaken(() => call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" }), path, {
			method: "PATCH",
			headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
			body: JSON.stringify({ status: "SCHEDULED" }),
		});
		expect(status).toBe(409);
		expect((await get(studio, id)).status).toBe("CANCELLED");
	});
});
