import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

let studio: Studio;
beforeEach(async () => {
	studio = await newStudio();
});

/** Noon of the day that lies so many days ahead. The artist works from 10:00 to 18:00 in Berlin. */
const noonIn = (days: number) => Math.ceil(clock.now() / dayMs) * dayMs + days * dayMs + 12 * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();
const block = (from: number, to: number) =>
	operate(201, `/admin/artists/${studio.artistId}/time_blocks`, { body: { start_at: iso(from), end_at: iso(to) } });
const wanted = (start: number) => ({
	artist_id: studio.artistId,
	client_id: studio.clientId,
	event_type_id: studio.typeId,
	start_at: iso(start),
});
async function suggestions(start: number): Promise<number[]> {
	const { body } = await call(409, "/v1/appointments", { key: studio.key, body: wanted(start) });
	return body.suggested_slots.map(({ start_at }: { start_at: string }) => Date.parse(start_at));
}
const patchType = (body: object) => operate(200, `/admin/event_types/${studio.typeId}`, { method: "PATCH", body });

describe("suggested times", () => {
	it.each([[30], [100], [200], [360]])(
		"reach past a calendar that is full for %s days, to its first free times",
		async (days) => {
			const end = noonIn(days);
			await block(clock.now(), end);
			const found = await suggestions(noonIn(3));
			expect(found).toHaveLength(3);
			expect(found[0]).toBeGreaterThanOrEqual(end);
			expect(found[2]).toBeLessThan(end + dayMs);
			await call(201, "/v1/appointments", { key: studio.key, body: wanted(found[0] ?? 0) });
		},
	);

	it("reach back to free times before the wanted one where these are nearer", async () => {
		const start = noonIn(90);
		await block(start - 30 * dayMs, start + 100 * dayMs);
		for (const time of await suggestions(start)) expect(time).toBeLessThan(start - 30 * dayMs);
	});

	it("never lie beyond the booking window, and are its last ones for a time that does", async () => {
		await patchType({ booking_window_days: 60 });
		await block(clock.now(), noonIn(58));
		const last = clock.now() + 60 * dayMs;
		for (const start of [noonIn(3), noonIn(80), noonIn(4000)]) {
			const found = await suggestions(start);
			expect(found).toHaveLength(3);
			for (const time of found) expect([time >= noonIn(58), time <= last]).toEqual([true, true]);
		}
		await block(noonIn(57), noonIn(70));
		expect(await suggestions(noonIn(3))).toEqual([]);
	});

	it("keep the minimum notice", async () => {
		await patchType({ minimum_notice_minutes: 40 * 1440 });
		const found = await suggestions(noonIn(1));
		expect(found).toHaveLength(3);
		expect(found[0]).toBeGreaterThanOrEqual(clock.now() + 40 * dayMs);
		expect(found[0]).toBeLessThan(clock.now() + 41 * dayMs);
	});

	it("end after 448 days", async () => {
		const now = clock.now();
		await block(now, now + 366 * dayMs);
		await block(now + 360 * dayMs, now + 700 * dayMs);
		expect(await suggestions(noonIn(3))).toEqual([]);
	});
});
