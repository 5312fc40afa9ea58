import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { consumeNudges } from "../../src/domain/events/attempts/consumer.ts";
import { sendDueMails } from "../../src/domain/mail/outbox.ts";
import type { Nudge } from "../../src/platform/commit/after/queue-messages.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { ics } from "../calendars/ics.ts";
import { deliver } from "../calendars/queue.ts";
import { call } from "../support/api.ts";
import { sendWaiting, waitingMails } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { createClient, createEndpoint, nudgeOf, splitFanOuts } from "../support/deliveries.ts";
import { newEndpoint, publish } from "../support/endpoints.ts";
import { localIn } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase, hookedWriter, isClosing, isDeparture, move } from "../support/moves.ts";
import { Receiver, until } from "../support/receiver.ts";
import { Sites } from "../support/sites.ts";
import { at, newStudio } from "../support/studio.ts";
import { newWorld, type Tenant } from "../support/world.ts";

// Messages of the queues while a tenant is between two databases. No scheduled work runs here that could find the rows.

const service = new MailService();
let world: Tenant;
beforeEach(async () => {
	world = await newWorld({ plan: "crew", database: "DATA_1" });
});
afterEach(() => vi.restoreAllMocks());

/** Runs an action while the queue loses all nudges. */
async function withoutNudges(deed: () => Promise<unknown>): Promise<void> {
	const spy = vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	await deed();
	await splitFanOuts();
	spy.mockRestore();
}

const deliveryIds = async (): Promise<string[]> =>
	(await rows("SELECT DISTINCT id FROM deliveries WHERE tenant_id = ? ORDER BY id", world.id)).map(({ id }) =>
		String(id),
	);

/** Has the consumer take a nudge in DATA_1. Returns what follows its first transaction. */
async function nudge(delivery_id: string, given: Partial<Nudge> = {}): Promise<() => Promise<void>> {
	const ctx = createExecutionContext();
	const body = { ...(await nudgeOf(delivery_id)), database: "DATA_1", ...given };
	const message = { id: "1", timestamp: new Date(), attempts: 1, body };
	await consumeNudges(createMessageBatch("webhook-deliveries", [message]), env, ctx);
	return () => waitOnExecutionContext(ctx);
}

/** Moves the tenant to DATA_2, and runs an action when the tenant is closed, or has departed and is open nowhere. */
async function moveAnd(moment: (sql: string) => boolean, deed: () => Promise<unknown>): Promise<void> {
	let begun = false;
	const after = async (_: string, sql: string) => {
		if (begun || !moment(sql)) return;
		begun = true;
		await deed();
	};
	expect(await move(world.id, "DATA_2", hookedWriter({ after }))).toMatchObject({ status: "DONE", to: "DATA_2" });
	expect(begun).toBe(true);
}

describe("a nudge that comes while its tenant is between two databases", () => {
	it("after the departure comes again a second later, and its delivery is sent from the new database", async () => {
		const receiver = new Receiver();
		const { url } = await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		await moveAnd(isDeparture, async () => (await nudge(id))());
		expect(receiver.at(url)).toEqual([]);
		await receiver.until(url, 1);
		expect(await deliveryIds()).toEqual([id]);
	});

	it("comes less and less often, and after half a minute is left to the sweep", async () => {
		const sent: { body: Nudge; delay: number | undefined }[] = [];
		vi.spyOn(env.WEBHOOKS, "send").mockImplementation(async (body, options) => {
			sent.push({ body: body as Nudge, delay: options?.delaySeconds });
			return undefined as never;
		});
		// No other run finishes the move meanwhile.
		vi.spyOn(env.MOVES, "sendBatch").mockImplementation(async () => undefined as never);
		await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		await moveAnd(isDeparture, async () => {
			for (let n = 0; n < 9; n++) await (await nudge(id, sent.at(-1)?.body))();
		});
		expect(sent.map(({ delay }) => delay)).toEqual([1, 1, 1, 2, 4, 8, 16]);
		expect(sent.every(({ body }) => body.database === "DATA_1" && body.delivery_id === id)).toBe(true);
		await (await nudge(id))();
		expect(sent.at(-1)).toMatchObject({ body: { database: "DATA_2", delivery_id: id, followed: 1 }, delay: 0 });
	});

	it("while the tenant is closed is sent at once, once, and recorded where the tenant is then", async () => {
		const receiver = new Receiver();
		const { url } = await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		let end = async () => {};
		await moveAnd(isClosing, async () => {
			end = await nudge(id);
			await receiver.until(url, 1);
		});
		await end();
		const there = await dataDatabase("DATA_2")
			.prepare("SELECT status, attempt_count FROM deliveries WHERE id = ?")
			.bind(id)
			.first();
		expect(there).toEqual({ status: "SUCCEEDED", attempt_count: 1 });
		expect(receiver.at(url)).toHaveLength(1);
	});

	it("while the tenant is closed and the delivery is behind another lets it wait there", async () => {
		const hook = await newEndpoint(world, { url: "https://ordered.example/", ordered: true });
		await withoutNudges(async () => {
			for (const n of [1, 2]) await publish(world.id, { type: "client.updated", data: { clientId: "a", n } });
		});
		const [first = "", second = ""] = await deliveryIds();
		const fault = vi.spyOn(console, "error").mockImplementation(() => {});
		let end = async () => {};
		await moveAnd(isClosing, async () => {
			end = await nudge(second);
		});
		await end();
		expect(fault).not.toHaveBeenCalled();
		const receiver = new Receiver();
		const due = "SELECT id FROM deliveries WHERE tenant_id = ? AND next_attempt_at IS NOT NULL";
		expect((await dataDatabase("DATA_2").prepare(due).bind(world.id).all()).results).toEqual([{ id: first }]);
		await (await nudge(first))();
		const came = await receiver.until(hook.url, 2);
		expect(came.map(({ event }) => event.data.n)).toEqual([1, 2]);
	});
});

it("a calendar whose message comes while its studio is between two databases is read soon after the move", async () => {
	const server = new Sites();
	server.answers("https://calendar.example/1.ics", () => new Response(ics()));
	const artist = `INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at)
		VALUES ('art_1', ?, 'Mia', 'mia', 'UTC', 'ACTIVE', 1, 1)`;
	const calendar = `INSERT INTO external_calendars (tenant_id, artist_id, ics_url, next_fetch_at, created_at, updated_at, revision)
		VALUES (?, 'art_1', 'https://calendar.example/1.ics', 1, 1, 1, 1)`;
	await database.batch([artist, calendar].map((sql) => database.prepare(sql).bind(world.id)));
	await moveAnd(isDeparture, () => deliver([{ database: "DATA_1", tenant_id: world.id, artist_id: "art_1" }]));
	await until(() => server.asked.length > 0);
	const fetched = "SELECT fetched_at FROM external_calendars WHERE tenant_id = ?";
	await until(
		async () => (await dataDatabase("DATA_2").prepare(fetched).bind(world.id).first("fetched_at")) !== null,
		2000,
	);
});

it("a mail that is handed over while its tenant moves is sent once", async () => {
	const studio = await newStudio({ database: "DATA_1" });
	const body = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	const booked = await call(201, "/v1/appointments", {
		key: studio.key,
		body: { ...body, start_at: at("10:00") },
	});
	service.fault = "E_DOWN";
	const { id } = booked.body;
	await call(200, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body: { start_at: at("12:00") } });
	service.fault = null;
	advance(301);
	const handingOver = service.pause();
	const { caller, writer } = localIn("DATA_1");
	const sending = sendDueMails(env, caller, writer, "data");
	await handingOver.begun;
	expect(await move(studio.id, "DATA_2")).toMatchObject({ status: "DONE" });
	handingOver.goOn();
	await sending;
	advance(3601);
	await sendWaiting(studio.id);
	expect(service.sent).toHaveLength(1);
	expect(await waitingMails(studio.id)).toEqual([]);
});

it("whatever meets a tenant that moves wakes its move once a second at most", async () => {
	const sent = vi.spyOn(env.MOVES, "sendBatch").mockImplementation(async () => undefined as never);
	const { writer } = openWriter(env, () => {});
	const start = Date.now();
	const time = vi.spyOn(Date, "now");
	for (const ms of [0, 1, 999, 1000, 1999]) {
		time.mockReturnValue(start + ms);
		writer.wakeMove(world.id);
	}
	expect(sent).toHaveBeenCalledTimes(2);
});
