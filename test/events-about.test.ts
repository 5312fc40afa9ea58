import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { catchUp } from "../src/platform/commit/effects/effects.ts";
import { openWriter } from "../src/platform/commit/writer.ts";
import { operateWith, withoutDatabases } from "./cross-database/faults.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { databaseOf } from "./support/local.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { at, newStudio, type Studio } from "./support/studio.ts";
import { newWorld, operate } from "./support/world.ts";

interface Event {
	id: string;
	type: string;
	sequence: number;
	created_at: string;
	data: Record<string, unknown>;
}

describe("the events about a record, and those of a request", () => {
	let studio: Studio;
	let all: Event[];
	let appointmentId: string;
	const read = async (query: string): Promise<Event[]> =>
		(await readAllPages(`/v1/events?limit=2&${query}`, studio.key)).flat();
	const follow = async (query: string): Promise<Event[]> => {
		const found: Event[] = [];
		for (let after = 0; ; ) {
			const { body } = await call(200, `/v1/events?limit=2&after_sequence=${after}&${query}`, { key: studio.key });
			found.push(...body.data);
			after = body.next_after_sequence;
			if (!body.has_more) return found;
		}
	};

	beforeAll(async () => {
		// Ids of an earlier file in this process may be ahead of its clock by seconds, and a filter by time is one by ids.
		advance(60);
		studio = await newStudio();
		const { key, clientId, artistId, typeId } = studio;
		const patch = (path: string, body: object, headers = {}) =>
			call(200, path, { key, method: "PATCH", body, headers });
		for (let n = 0; n < 5; n++) await patch(`/v1/clients/${clientId}`, { notes: `${n}` });
		const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("12:00") };
		appointmentId = (await call(201, "/v1/appointments", { key, body: booking })).body.id;
		await patch(`/v1/appointments/${appointmentId}`, { notes: "a" }, { "X-Request-ID": "chosen" });
		await patch(`/v1/clients/${clientId}`, { notes: "b" }, { "X-Request-ID": "chosen" });
		const publish = (type: string, data: object) =>
			operate(201, `/admin/tenants/${studio.id}/events`, { body: { type, data } });
		await publish("payment.succeeded", { paymentId: "pay_1", clientId });
		await publish("payment.refunded", { paymentId: "pay_1", clientId });
		await publish("client.updated", { clientId, changes: {} });
		await publish("payment.failed", { paymentId: 7 });
		const { body: lead } = await call(201, "/v1/leads", { key, body: { first_name: "Bo", email: "bo@example.com" } });
		await call(200, `/v1/leads/${lead.id}/convert`, { key, method: "POST" });
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE" });
		all = await read("");
	});

	const keys: Record<string, string> = {
		client: "clientId",
		appointment: "appointmentId",
		payment: "paymentId",
		lead: "leadId",
	};
	const isAbout = (id: string) => (event: Event) => event.data[keys[event.type.split(".")[0] ?? ""] ?? ""] === id;

	it("are found, newest first and in the feed, with the other filters", async () => {
		const lead = all.find(({ type }) => type === "lead.created")?.data.leadId as string;
		for (const id of [studio.clientId, appointmentId, lead, "pay_1"]) {
			const expected = all.filter(isAbout(id));
			expect(expected.length).toBeGreaterThan(1);
			expect(await read(`about=${id}`)).toEqual(expected);
			expect(await follow(`about=${id}`)).toEqual(expected.toReversed());
			const type = expected[0]?.type ?? "";
			expect(await read(`about=${id}&type=${type}`)).toEqual(expected.filter((event) => event.type === type));
			expect(await follow(`about=${id}&type=${type},client.created`)).toEqual(
				expected.filter((event) => event.type === type || event.type === "client.created").reverse(),
			);
			const since = expected[1]?.created_at ?? "";
			expect(await read(`about=${id}&created_since=${since}`)).toEqual(
				expected.filter(({ created_at }) => created_at >= since),
			);
			expect(await read(`about=${id}&created_until=${since}`)).toEqual(
				expected.filter(({ created_at }) => created_at < since),
			);
		}
	});

	it("are those of a request, whether the caller chose its id or the service did", async () => {
		const chosen = await read("request_id=chosen");
		expect(chosen.map(({ type }) => type)).toEqual(["client.updated", "appointment.updated"]);
		expect(await follow("request_id=chosen")).toEqual(chosen.toReversed());
		expect(await read(`request_id=chosen&about=${appointmentId}`)).toEqual([chosen[1]]);
		const deleted = (await call(200, "/v1/audit_log?action=client.deleted", { key: studio.key })).body.data[0];
		const ofDeletion = await read(`request_id=${deleted.request_id}`);
		expect(ofDeletion.map(({ type }) => type).sort()).toEqual(["appointment.cancelled", "client.deleted"]);
		expect(await read("request_id=nothing")).toEqual([]);
	});

	it("belong to one studio, and their cursor to the record", async () => {
		const other = await newWorld();
		for (const query of [`about=${studio.clientId}`, "request_id=chosen", `after_sequence=0&about=${studio.clientId}`])
			expect((await call(200, `/v1/events?${query}`, { key: other.key })).body.data).toEqual([]);
		const { next_cursor } = (await call(200, `/v1/events?limit=1&about=${studio.clientId}`, { key: studio.key })).body;
		const path = `/v1/events?about=${appointmentId}&cursor=${next_cursor}`;
		expectProblem(await send(path, { key: studio.key }), path, "invalid_cursor");
	});
});

describe("the events of one request", () => {
	const types = (events: Event[]) => events.map(({ type }) => type);

	it("are all found, newest first and in the feed, also hundreds of one change", async () => {
		const { key, clientId, artistId } = await newStudio();
		const count = 300;
		for (let n = 0; n < count; n++) {
			const start = Date.UTC(2031, 0, 1 + n);
			const [start_at, end_at] = [start, start + 3_600_000].map((ms) => new Date(ms).toISOString());
			const body = { artist_id: artistId, client_id: clientId, start_at, end_at };
			await call(201, "/v1/appointments", { key, body });
			advance(2);
		}
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE", headers: { "X-Request-ID": "of-many" } });
		const all = (await readAllPages("/v1/events?limit=100", key)).flat().slice(0, count + 1);
		expect(types(all).filter((type) => type === "appointment.cancelled")).toHaveLength(count);
		for (const limit of [1, 50, 100]) {
			const found = (await readAllPages(`/v1/events?limit=${limit}&request_id=of-many`, key)).flat();
			expect(found.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
		}
		const followed: Event[] = [];
		for (let after = 0, more = true; more; ) {
			const { body } = await call(200, `/v1/events?limit=50&request_id=of-many&after_sequence=${after}`, { key });
			followed.push(...body.data);
			[after, more] = [body.next_after_sequence, body.has_more];
		}
		expect(followed.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());

		advance(1);
		const headers = { "X-Request-ID": "of-many" };
		for (let n = 0; n < 3; n++) await call(201, "/v1/leads", { key, body: { first_name: "Bo" }, headers });
		const again = (await readAllPages("/v1/events?limit=100&request_id=of-many", key)).flat();
		expect(again.slice(3).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
	});

	it("do not hide those of an earlier request with the same chosen id, however many entries the later one wrote", async () => {
		const { key, clientId } = await newStudio();
		const headers = { "X-Request-ID": "chosen-twice" };
		await call(200, `/v1/clients/${clientId}`, { key, method: "PATCH", body: { notes: "a" }, headers });
		for (let n = 0; n < 160; n++)
			await call(201, "/v1/ideas", { key, body: { client_id: clientId, subject: `Rose ${n}` } });
		advance(1);
		await call(200, `/v1/clients/${clientId}`, { key, method: "DELETE", headers });
		const { body } = await call(200, "/v1/events?request_id=chosen-twice", { key });
		expect(types(body.data)).toEqual(["client.deleted", "client.updated"]);
	});

	it("come in the feed also if they reached the studio's data long after their change", async () => {
		const { id, key } = await newWorld();
		const away = withoutDatabases(await databaseOf(id));
		const changed = await operateWith(away, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "duo" } });
		const requestId = changed.headers.get("X-Request-ID");
		const query = (after: number) => `/v1/events?after_sequence=${after}&request_id=${requestId}`;
		advance(3600);
		const { body: lead } = await call(201, "/v1/leads", { key, body: { first_name: "Bo" } });
		const { body: before } = await call(200, query(0), { key });
		expect(before.data).toEqual([]);
		await catchUp(openWriter(env, () => {}).writer, id);
		const { body: after } = await call(200, query(before.next_after_sequence), { key });
		expect(types(after.data)).toEqual(["subscription.activated"]);
		expect(after.data[0].created_at < lead.created_at).toBe(true);
		const { body: about } = await call(200, `/v1/events?after_sequence=1&about=${id}`, { key });
		expect(about.data).toEqual(after.data);
		expect((await call(200, query(after.next_after_sequence), { key })).body.data).toEqual([]);
	});
});
