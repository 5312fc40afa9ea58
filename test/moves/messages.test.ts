import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeDueReminders } from "../../src/domain/booking/bookings/reminders.ts";
import { consumeNudges } from "../../src/domain/events/attempts/consumer.ts";
import { sendDueMails } from "../../src/domain/mail/outbox/outbox.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import type { Nudge } from "../../src/platform/events/nudges.ts";
import { ics } from "../calendars/ics.ts";
import { deliver } from "../calendars/queue.ts";
import { call } from "../support/api.ts";
import { sendWaiting, waitingMails } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { database, rows } from "../support/database.ts";
import { createClient, createEndpoint, nudgeOf } from "../support/deliveries.ts";
import { newEndpoint } from "../support/endpoints.ts";
import { localIn } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase, hookedWriter, isClosing, isDeparture, isLeaving, move } from "../support/moves.ts";
import { Receiver, until } from "../support/receiver.ts";
import { Sites } from "../support/sites.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";
import { newWorld, type Tenant } from "../support/world.ts";

// Messages of the queues while a tenant is between two databases. No scheduled work runs here that could find the rows.

const service = new MailService();
let world: Tenant;
beforeEach(async () => {
	world = await newWorld({ plan: "crew", database: "DATA_1" });
});
afterEach(() => vi.restoreAllMocks());

async function withoutNudges(deed: () => Promise<unknown>): Promise<void> {
	const spy = vi.spyOn(env.WEBHOOKS, "sendBatch").mockImplementation(async () => undefined as never);
	await deed();
	spy.mockRestore();
}

const deliveryIds = async (): Promise<string[]> =>
	(await rows("SELECT DISTINCT id FROM deliveries WHERE tenant_id = ? ORDER BY id", world.id)).map(({ id }) =>
		String(id),
	);

/** DATA_2 has the consumer of the nudge. Returns what follows its first transaction. */
async function nudge(delivery_id: string, given: Partial<Nudge> = {}): Promise<() => Promise<void>> {
	const ctx = createExecutionContext();
	const body = { ...(await nudgeOf(delivery_id)), database: "DATA_1", ...given };
	const message = { id: "1", timestamp: new Date(), attempts: 1, body };
	await consumeNudges(createMessageBatch("webhook-deliveries", [message]), env, ctx);
	return () => waitOnExecutionContext(ctx);
}

/** The action runs when the tenant is closed, or has departed and is open nowhere. */
async function moveAnd(
	moment: (sql: string) => boolean,
	deed: () => Promise<unknown>,
	tenantId = world.id,
): Promise<void> {
	let begun = false;
	const after = async (_: string, sql: string) => {
		if (begun || !moment(sql)) return;
		begun = true;
		await deed();
	};
	expect(await move(tenantId, "DATA_2", hookedWriter({ after }))).toMatchObject({ status: "DONE", to: "DATA_2" });
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
		vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => undefined as never);
		await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		await moveAnd(isDeparture, async () => {
			for (let n = 0; n < 9; n++) await (await nudge(id, sent.at(-1)?.body))();
		});
		expect(sent.map(({ delay }) => delay)).toEqual([1, 1, 1, 2, 4, 8, 16]);
		expect(sent.every(({ body }) => body.database === "DATA_1" && body.deliveries[0]?.delivery_id === id)).toBe(true);
		await (await nudge(id))();
		expect(sent.at(-1)).toMatchObject({
			body: { database: "DATA_2", deliveries: [{ delivery_id: id }], followed: 1 },
			delay: 0,
		});
	});

	it("while the tenant is closed waits, and its delivery is sent once, from the new database", async () => {
		const receiver = new Receiver();
		const { url } = await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		await moveAnd(isClosing, async () => (await nudge(id))());
		expect(receiver.at(url)).toEqual([]);
		await receiver.until(url, 1);
		await until(async () => (await deliveryIn("DATA_2", id))?.status === "SUCCEEDED");
		expect(receiver.at(url)).toHaveLength(1);
	});
});

const deliveryIn = (binding: string, id: string) =>
	dataDatabase(binding)
		.prepare("SELECT status, attempt_count FROM deliveries WHERE id = ?")
		.bind(id)
		.first<{ status: string; attempt_count: number }>();

const stateOf = (tenantId: string) =>
	database.prepare("SELECT state FROM studios WHERE tenant_id = ?").bind(tenantId).first("state");

describe("a move waits for what has begun", () => {
	it("an attempt that is under way is recorded, and is not made again", async () => {
		const receiver = new Receiver();
		const { url } = await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		const answer = Promise.withResolvers<Response>();
		receiver.answers(url, () => answer.promise);
		const end = await nudge(id);
		await receiver.until(url, 1);
		const moving = move(world.id, "DATA_2");
		await until(async () => (await stateOf(world.id)) === "CLOSING");
		answer.resolve(new Response("thanks"));
		await end();
		expect(await moving).toMatchObject({ status: "DONE", to: "DATA_2" });
		expect(await deliveryIn("DATA_2", id)).toEqual({ status: "SUCCEEDED", attempt_count: 1 });
		expect(receiver.at(url)).toHaveLength(1);
	});

	it("the attempts of one nudge, too", async () => {
		const receiver = new Receiver();
		const answer = Promise.withResolvers<void>();
		const urls = ["https://one.example/", "https://two.example/"];
		for (const url of urls) {
			await newEndpoint(world, { url });
			receiver.answers(url, () => answer.promise.then(() => new Response("thanks")));
		}
		await createClient(world.key);
		await Promise.all(urls.map((url) => receiver.until(url, 1)));
		const moving = move(world.id, "DATA_2");
		await until(async () => (await stateOf(world.id)) === "CLOSING");
		answer.resolve();
		expect(await moving).toMatchObject({ status: "DONE", to: "DATA_2" });
		const left = "SELECT count(*) AS n FROM deliveries WHERE tenant_id = ? AND status = 'PENDING'";
		expect(await dataDatabase("DATA_2").prepare(left).bind(world.id).first("n")).toBe(0);
		for (const url of urls) expect(receiver.at(url)).toHaveLength(1);
	});

	it("no longer than an attempt can last: a lease that a crash has left expires", async () => {
		await createEndpoint(world.key);
		await withoutNudges(() => createClient(world.key));
		const [id = ""] = await deliveryIds();
		const lease = "UPDATE deliveries SET leased_until = ? WHERE id = ?";
		await database
			.prepare(lease)
			.bind(Date.now() + 1000, id)
			.run();
		const moved = await move(world.id, "DATA_2");
		expect(moved).toMatchObject({ status: "DONE", to: "DATA_2" });
		expect(moved.longestRefusalMs).toBeGreaterThanOrEqual(900);
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

async function newStudioWithMail(): Promise<Studio> {
	const studio = await newStudio({ database: "DATA_1" });
	const { key, artistId, clientId, typeId } = studio;
	const body = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:00") };
	const { id } = (await call(201, "/v1/appointments", { key, body })).body;
	service.fault = "E_DOWN";
	await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body: { start_at: at("12:00") } });
	service.fault = null;
	advance(301);
	return studio;
}

const sendMails = (binding: string) => {
	const { caller, writer } = localIn(binding);
	return sendDueMails(env, caller, writer, "data");
};

it("a mail that is handed over while its tenant moves is sent once", async () => {
	const { id } = await newStudioWithMail();
	const handingOver = service.pause();
	const sending = sendMails("DATA_1");
	await handingOver.begun;
	const moving = move(id, "DATA_2");
	await until(async () => (await stateOf(id)) === "CLOSING");
	handingOver.goOn();
	await sending;
	expect(await moving).toMatchObject({ status: "DONE" });
	advance(3601);
	await sendWaiting(id);
	expect(service.sent).toHaveLength(1);
	expect(await waitingMails(id)).toEqual([]);
});

it("a mail and a reminder that fall due while their tenant moves leave once, after the move", async () => {
	service.reset();
	const { id } = await newStudioWithMail();
	await database.prepare("UPDATE reminders SET at = 1 WHERE tenant_id = ?").bind(id).run();
	await moveAnd(
		isLeaving,
		async () => {
			const { caller, writer } = localIn("DATA_1");
			await execute(writer, caller, () => writeDueReminders(caller.now));
			await sendMails("DATA_1");
			expect(service.sent).toEqual([]);
		},
		id,
	);
	await sendMails("DATA_2");
	await sendMails("DATA_1");
	expect(service.sent).toHaveLength(1);
});

it("whatever meets a tenant that moves wakes its move once a second at most", async () => {
	const sent = vi.spyOn(env.JOBS, "sendBatch").mockImplementation(async () => undefined as never);
	const { writer } = openWriter(env, () => {});
	const start = Date.now();
	const time = vi.spyOn(Date, "now");
	for (const ms of [0, 1, 999, 1000, 1999]) {
		time.mockReturnValue(start + ms);
		writer.wakeMove(world.id);
	}
	expect(sent).toHaveBeenCalledTimes(2);
});
