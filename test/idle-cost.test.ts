import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { runScheduledWork } from "../src/entry/schedule/control.ts";
import { consumeSchedule, type WorkDue } from "../src/entry/schedule/data.ts";
import { hourMs } from "../src/platform/lib/time.ts";
import { envWithFaults } from "./cross-database/faults.ts";
import { call } from "./support/api.ts";
import { newBookableStudio } from "./support/booking-page.ts";
import { advance, advanceToMinute } from "./support/clock.ts";
import { createClient, createEndpoint, deliveriesOf, waitForAttempts } from "./support/deliveries.ts";
import { Receiver } from "./support/receiver.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { everyDay, setHours } from "./support/studio.ts";
import { operate } from "./support/world.ts";

afterEach(() => vi.restoreAllMocks());

/** A studio whose work is all still to come: a delivery that waits a day for its second attempt, and a reminder. */
beforeAll(async () => {
	const receiver = new Receiver();
	const { key, artistId, typeId } = await newBookableStudio({ type: { reminder_hours: [24] } });
	await setHours(artistId, everyDay);
	const { id, url } = await createEndpoint(key, ["client.created"]);
	receiver.answersStatus(url, 503, { "Retry-After": "86400" });
	const client = await createClient(key);
	const [delivery] = await deliveriesOf(key, id);
	await waitForAttempts(key, delivery.id, 1);
	const start = Math.ceil(Date.parse(advance(0)) / (24 * hourMs)) * 24 * hourMs + 8 * 24 * hourMs + 12 * hourMs;
	const start_at = new Date(start).toISOString();
	await call(201, "/v1/appointments", {
		key,
		body: { artist_id: artistId, client_id: client.id, event_type_id: typeId, start_at },
	});
	// A walk over the stored answers begins in five minutes of each hour.
	advanceToMinute(25);
	await scheduledWork();
});

async function minuteOfSchedule() {
	const calls: Record<string, number> = {};
	const writing: string[] = [];
	const bindings = envWithFaults(async (binding, run, sql) => {
		calls[binding] = (calls[binding] ?? 0) + 1;
		writing.push(...sql.filter((text) => !/^SELECT /.test(text)));
		return await run();
	});
	const ctx = createExecutionContext();
	const sent: WorkDue[] = [];
	const sendBatch = async (batch: MessageSendRequest<WorkDue>[]) => void sent.push(...batch.map(({ body }) => body));
	await runScheduledWork({ ...bindings, SCHEDULE: { sendBatch } as unknown as Queue }, ctx);
	for (const body of sent) {
		const batch = createMessageBatch("scheduled-work", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
		await consumeSchedule(batch, bindings, ctx);
	}
	await waitOnExecutionContext(ctx);
	return { calls, writing };
}

// An idle database costs this each minute: docs/scale.md.
it("a minute in which nothing is due makes one call of each database, and writes nothing", async () => {
	await scheduledWork();
	for (let minute = 0; minute < 5; minute++) {
		advance(60);
		expect(await minuteOfSchedule()).toEqual({
			calls: { DB: 1, DATA_1: 1, DATA_2: 1, DATA_3: 1 },
			writing: [],
		});
	}
});

it("after ten minutes without work a run notes that the schedule runs, so that the service stays healthy", async () => {
	advanceToMinute(30);
	await scheduledWork();
	const status = async () => (await operate(200, "/admin/health")).body.status;
	for (let minute = 0; minute < 25; minute++) {
		advance(60);
		await minuteOfSchedule();
		expect(await status()).toBe("ok");
	}
});
