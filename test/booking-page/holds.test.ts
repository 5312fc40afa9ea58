import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { type Answer, call } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	hiddenFields,
	holdsOf,
	newBookableStudio,
	offered,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { addRows, database } from "../support/database.ts";
import { move, otherDatabase } from "../support/moves.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { at } from "../support/studio.ts";
import { operate } from "../support/world.ts";

let place: BookableStudio;
beforeEach(async () => {
	place = await newBookableStudio();
});

const booking = (start: string, given: object = {}) => ({
	artist_id: place.artistId,
	client_id: place.clientId,
	event_type_id: place.typeId,
	start_at: start,
	...given,
});
const free = async (): Promise<string[]> =>
	(
		await call(
			200,
			`/v1/availability?artist_id=${place.artistId}&event_type_id=${place.typeId}&from=${at("09:00")}&to=${at("17:00")}`,
			{ key: place.key },
		)
	).body.data.map(({ start_at }: { start_at: string }) => start_at);

const days = Array.from({ length: 20 }, (_, n) => `2027-03-${String(n + 1).padStart(2, "0")}`);

describe("a hold", () => {
	it("is known by a cookie that no other host can set", async () => {
		const cookie = (await new Visitor().hold(place, at("10:00"))).headers.get("Set-Cookie");
		expect(cookie).toMatch(/^__Host-booking_visitor=[0-9A-Za-z]{32}; .*Path=\/; .*HttpOnly; .*Secure/);
		expect(cookie).not.toContain("Domain");
	});

	it("is one visitor's where 20 race for the time, and the others are told with other times", async () => {
		const answers = await Promise.all(Array.from({ length: 20 }, () => new Visitor().hold(place, at("10:00"))));
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
		const others = answers.filter(({ status }) => status === 409);
		expect(others).toHaveLength(19);
		for (const other of others) {
			expect(other.text).toContain("Somebody else has just taken this time");
			expect(offered(other)).not.toEqual([]);
			expect(offered(other)).not.toContain(at("10:00"));
		}
		expect(await holdsOf(place.id)).toHaveLength(1);
	});

	it("keeps callers of the API out: 409 with the code held and suggestions, for POST and PATCH", async () => {
		await new Visitor().hold(place, at("10:00"));
		const refused = await call(409, "/v1/appointments", { key: place.key, body: booking(at("10:30")) });
		expect(refused.body.code).toBe("slot_unavailable");
		expect(refused.body.failures.map(({ code }: { code: string }) => code)).toEqual(["held"]);
		expect(refused.body.suggested_slots).toHaveLength(3);
		expect(refused.body.suggested_slots.map((slot: { start_at: string }) => slot.start_at)).not.toContain(at("10:00"));
		const { body: other } = await call(201, "/v1/appointments", { key: place.key, body: booking(at("14:00")) });
		const patched = { key: place.key, method: "PATCH", body: { start_at: at("09:30") } };
		const moved = await call(409, `/v1/appointments/${other.id}`, patched);
		expect(moved.body.failures.map(({ code }: { code: string }) => code)).toEqual(["held"]);
		// Without an event type there are no buffers, and the hold still counts.
		const plain = booking(at("10:30"), { event_type_id: undefined, end_at: at("11:30") });
		expect((await call(409, "/v1/appointments", { key: place.key, body: plain })).body.failures[0].code).toBe("held");
	});

	it("leaves availability and the page of others, and not the page of its visitor", async () => {
		expect(await free()).toContain(at("10:00"));
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		expect((await free()).filter((start) => start > at("09:00") && start < at("11:00"))).toEqual([]);
		const page = `${place.path}?day=2027-03-02`;
		expect(offered(await new Visitor().get(page))).not.toContain(at("10:00"));
		expect(offered(await visitor.get(page))).toContain(at("10:00"));
	});

	it("lapses after ten minutes of the service's clock, and the schedule deletes its row", async () => {
		await new Visitor().hold(place, at("10:00"));
		advance(599);
		expect(await free()).not.toContain(at("10:00"));
		await call(409, "/v1/appointments", { key: place.key, body: booking(at("10:00")) });
		advance(1);
		expect(await free()).toContain(at("10:00"));
		expect((await new Visitor().hold(place, at("10:00"))).status).toBe(303);
		expect(await holdsOf(place.id)).toHaveLength(2);
		await scheduledWork();
		expect(await holdsOf(place.id)).toHaveLength(1);
		advance(601);
		await scheduledWork();
		expect(await holdsOf(place.id)).toEqual([]);
	});

	it("leads its visitor to the details for ten minutes, and then to the times", async () => {
		const visitor = new Visitor();
		const details = (await visitor.hold(place, at("10:00"))).headers.get("Location") ?? "";
		advance(599);
		expect((await visitor.get(details)).status).toBe(200);
		advance(1);
		const lapsed = await visitor.get(details);
		expect([lapsed.status, lapsed.headers.get("Location")]).toEqual([303, place.path]);
	});

	describe("keeps the notice that it was taken under", () => {
		/** A time on the first day of the tests, so near that the notice refuses it from five minutes on. */
		const soon = at("10:00");
		beforeEach(async () => {
			const minutesLeft = Math.floor((Date.parse(soon) - clock.now()) / 60_000);
			await patchType(place, { minimum_notice_minutes: minutesLeft - 5 });
		});

		it.each([[false], [true]])("so its visitor books for the ten minutes (approval: %s)", async (requires_approval) => {
			await patchType(place, { requires_approval });
			const visitor = new Visitor();
			expect((await visitor.hold(place, soon)).status).toBe(303);
			advance(360);
			const other = await new Visitor().details(place, soon, contact());
			expect(other.status).toBe(409);
			expect(await visitor.get(`${place.path}/details?start_at=${soon}`)).toMatchObject({ status: 200 });
			expect((await visitor.details(place, soon, contact())).status).toBe(303);
			const made = requires_approval
				? (await call(200, "/v1/leads", { key: place.key })).body.data
				: await appointmentsOf(place.id);
			expect(made).toHaveLength(1);
		});

		it("and not longer: the same time is kept until the end of the first hold, and a lapsed one is refused", async () => {
			const visitor = new Visitor();
			await visitor.hold(place, soon);
			const [{ expires_at: end }] = (await holdsOf(place.id)) as [{ expires_at: number }];
			advance(360);
			expect((await visitor.hold(place, soon)).status).toBe(303);
			expect(await holdsOf(place.id)).toMatchObject([{ expires_at: end }]);
			advance(241);
			expect((await visitor.details(place, soon, contact())).status).toBe(409);
			expect((await visitor.hold(place, soon)).status).toBe(409);
			expect(await appointmentsOf(place.id)).toEqual([]);
		});

		it("for its own time and event type alone, and what is offered instead of a time that is taken keeps the present notice", async () => {
			const visitor = new Visitor();
			await visitor.hold(place, soon);
			const long = await withEventType(place, { minimum_notice_minutes: 1_000_000 });
			expect((await visitor.details(long, soon, contact())).status).toBe(409);
			advance(360);
			await operate(201, `/admin/artists/${place.artistId}/time_blocks`, {
				body: { start_at: soon, end_at: at("11:00") },
			});
			const refused = await visitor.details(place, soon, contact());
			expect(refused.status).toBe(409);
			const suggested = offered(refused, "instead");
			expect(suggested).toHaveLength(3);
			for (const start of suggested) expect(start > soon).toBe(true);
		});
	});

	it("can be given up, which needs a form of this origin", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		expect((await visitor.post(`${place.path}/release`, {}, { Origin: "https://evil.example" })).status).toBe(403);
		expect(await holdsOf(place.id)).toHaveLength(1);
		expect((await visitor.post(`${place.path}/release`)).status).toBe(303);
		expect(await holdsOf(place.id)).toEqual([]);
		expect(await free()).toContain(at("10:00"));
	});

	it("is given up for another one of the same visitor, and kept when the other cannot be had", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		await visitor.hold(place, at("12:00"));
		expect((await holdsOf(place.id)).map(({ start_at }) => start_at)).toEqual([Date.parse(at("12:00"))]);
		await call(201, "/v1/appointments", { key: place.key, body: booking(at("14:00")) });
		expect((await visitor.hold(place, at("14:00"))).status).toBe(409);
		expect((await holdsOf(place.id)).map(({ start_at }) => start_at)).toEqual([Date.parse(at("12:00"))]);
	});

	it("becomes the appointment in one transaction", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		expect((await visitor.details(place, at("10:00"), contact())).status).toBe(303);
		expect(await holdsOf(place.id)).toEqual([]);
		expect(await appointmentsOf(place.id)).toMatchObject([{ start_at: Date.parse(at("10:00")), status: "SCHEDULED" }]);
	});

	it("is of a time that the page offers: not one that is past, and not one off the grid", async () => {
		const visitor = new Visitor();
		for (const start of [at("10:07"), at("10:00", "2020-03-03"), at("03:00")])
			expect((await visitor.hold(place, start)).status, start).toBe(409);
		expect(await holdsOf(place.id)).toEqual([]);
		expect((await visitor.hold(place, "2027-03-02")).status).toBe(303);
		expect(await holdsOf(place.id)).toEqual([]);
	});

	/** The page that follows when a visitor could not hold a time. */
	const withoutHold = (start: string) => `${place.path}/details?start_at=${start}`;
	const destination = ({ headers }: Answer) => headers.get("Location");

	it("is not taken past three of one artist from one network, and its visitor can book all the same", async () => {
		const visitors = (subnet: string, count: number) =>
			Array.from({ length: count }, (_, n) => new Visitor(`2001:db8:${subnet}:${n}::1`));
		const several = visitors("1", 6);
		const answers = await Promise.all(several.map((one, n) => one.hold(place, at("09:00", days[n]))));
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 303));
		expect(await holdsOf(place.id)).toHaveLength(3);
		const without = answers.flatMap((answer, n) =>
			destination(answer) === withoutHold(at("09:00", days[n])) ? [n] : [],
		);
		expect(without).toHaveLength(3);
		const [n = 0] = without;
		const page = await (several[n] as Visitor).get(destination(answers[n] as Answer) ?? "");
		expect(page.status).toBe(200);
		expect(page.text).toContain("The time is not held for you. You can book it as long as nobody else takes it.");
		const form = { ...contact(), ...hiddenFields(page.text) };
		expect((await (several[n] as Visitor).post(`${place.path}/details`, form)).status).toBe(303);
		expect(await appointmentsOf(place.id)).toMatchObject([{ start_at: Date.parse(at("09:00", days[n])) }]);
		// Holds that have lapsed count no more, although nothing has deleted them yet.
		advance(600);
		expect(destination(await (visitors("1", 1)[0] as Visitor).hold(place, at("15:00", days[6])))).toBe(
			`${place.path}/details`,
		);
		// Another network is not concerned.
		expect(destination(await (visitors("2", 1)[0] as Visitor).hold(place, at("13:00")))).toBe(`${place.path}/details`);
	});

	it("is taken ten times an hour from one network, and the eleventh releases the tenth", async () => {
		const visitor = new Visitor("2001:db8:3::1");
		for (const day of days.slice(0, 10))
			expect(destination(await visitor.hold(place, at("09:00", day)))).toBe(`${place.path}/details`);
		expect(destination(await visitor.hold(place, at("11:00")))).toBe(withoutHold(at("11:00")));
		expect(await holdsOf(place.id)).toEqual([]);
		const neighbour = new Visitor("2001:db8:3:ffff::1");
		expect(destination(await neighbour.hold(place, at("11:00")))).toBe(withoutHold(at("11:00")));
		const elsewhere = await newBookableStudio();
		expect(destination(await neighbour.hold(elsewhere, at("11:00")))).toBe(`${elsewhere.path}/details`);
		advance(3601);
		expect(destination(await visitor.hold(place, at("11:00")))).toBe(`${place.path}/details`);
	});

	it("of forty visitors from fourteen networks does not close the page for one who wants to book", async () => {
		const times = [...days.map((day) => at("09:00", day)), ...days.map((day) => at("13:00", day))];
		const flood = times
			.slice(0, 40)
			.map((start, n) => new Visitor(`2001:db8:${100 + Math.floor(n / 3)}::1`).hold(place, start));
		await Promise.all(flood);
		expect(await holdsOf(place.id)).toHaveLength(40);
		const visitor = new Visitor();
		const start = at("15:00");
		const chosen = await visitor.hold(place, start);
		expect(destination(chosen)).toBe(withoutHold(start));
		const page = await visitor.get(withoutHold(start));
		expect((await visitor.post(`${place.path}/details`, { ...contact(), ...hiddenFields(page.text) })).status).toBe(
			303,
		);
		expect(await appointmentsOf(place.id)).toMatchObject([{ start_at: Date.parse(start) }]);
		expect(await holdsOf(place.id)).toHaveLength(40);
	});

	it("that could not be taken leads to other times once somebody else has the time", async () => {
		await new Visitor().hold(place, at("10:00"));
		for (const start of [at("10:00"), at("10:07"), at("10:00", "2020-03-03")]) {
			const page = await new Visitor().get(withoutHold(start));
			expect(page.status, start).toBe(409);
			expect(page.text).not.toContain('name="form_id"');
		}
		expect((await new Visitor().get(withoutHold("tomorrow"))).headers.get("Location")).toBe(place.path);
	});

	describe("of the last place of a day", () => {
		const capped = (max: number) =>
			call(200, `/v1/artists/${place.artistId}`, {
				key: place.key,
				method: "PATCH",
				body: { max_appointments_per_day: max },
			});
		const codesOf = ({ body }: Answer): string[] => body.failures.map(({ code }: { code: string }) => code);

		it("keeps it for its visitor until it ends, and keeps visitors and callers of the API out", async () => {
			const { body: other } = await call(201, "/v1/appointments", {
				key: place.key,
				body: booking(at("10:00", days[5])),
			});
			await capped(1);
			const visitor = new Visitor();
			await visitor.hold(place, at("10:00"));
			expect(await free()).toEqual([]);
			expect(offered(await new Visitor().get(`${place.path}?day=2027-03-02`))).toEqual([]);
			expect((await new Visitor().hold(place, at("15:00"))).status).toBe(409);
			expect((await new Visitor().details(place, at("15:00"), contact())).status).toBe(409);
			const posted = await call(409, "/v1/appointments", { key: place.key, body: booking(at("15:00")) });
			expect(codesOf(posted)).toEqual(["max_appointments_per_day"]);
			expect(posted.body.detail).toContain("2027-03-02 has 0, and 1 more that somebody is about to book");
			const patch = { key: place.key, method: "PATCH", body: { start_at: at("15:00") } };
			expect(codesOf(await call(409, `/v1/appointments/${other.id}`, patch))).toEqual(["max_appointments_per_day"]);
			expect((await visitor.hold(place, at("12:00"))).status).toBe(303);
			expect((await visitor.details(place, at("12:00"), contact())).status).toBe(303);
			expect((await holdsOf(place.id)).length).toBe(0);
		});

		it("frees it when it ends", async () => {
			await capped(1);
			await new Visitor().hold(place, at("10:00"));
			advance(601);
			expect(await free()).toContain(at("15:00"));
			expect((await new Visitor().book(place, at("15:00"))).status).toBe(303);
		});

		it("counts what begins on its day, and not at the midnight that ends it", async () => {
			const { body } = await call(201, "/v1/appointments", {
				key: place.key,
				body: booking(at("10:00", days[2])),
			});
			const beginAt = (start: string) =>
				database
					.prepare("UPDATE appointments SET start_at = ?1 WHERE tenant_id = ?2 AND id = ?3")
					.bind(Date.parse(start), place.id, body.id)
					.run();
			await capped(1);
			// In Berlin.
			await beginAt(at("23:00", days[1]));
			expect((await new Visitor().hold(place, at("10:00", days[1]))).status).toBe(303);
			expect((await new Visitor().hold(place, at("10:00", days[2]))).status).toBe(409);
		});

		it("is one visitor's where 20 race for different times of the day, and that one books", async () => {
			await capped(3);
			await call(201, "/v1/appointments", { key: place.key, body: booking(at("16:00")) });
			const times = Array.from({ length: 20 }, (_, n) =>
				at(`${9 + Math.floor(n / 4)}:${["00", "15", "30", "45"][n % 4]}`.padStart(5, "0")),
			);
			await patchType(place, { duration_minutes: 15 });
			const visitors = times.map((start) => ({ start, visitor: new Visitor() }));
			const answers = await Promise.all(visitors.map(({ start, visitor }) => visitor.hold(place, start)));
			expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
			const won = visitors.filter((_, n) => answers[n]?.status === 303);
			expect(await holdsOf(place.id)).toHaveLength(2);
			for (const { start, visitor } of won) expect((await visitor.details(place, start, contact())).status).toBe(303);
			expect(await appointmentsOf(place.id)).toHaveLength(3);
		});

		it("keeps it in the database itself, whoever writes, and not from an appointment without event type", async () => {
			await capped(1);
			await new Visitor().hold(place, at("10:00"));
			const day = { day_start_at: Date.parse(at("00:00")), day_end_at: Date.parse(at("23:00")) };
			const appointment = (id: string, given: object) => {
				const start = Date.parse(at("15:00"));
				const columns = { artist_id: place.artistId, client_id: place.clientId, event_type_id: place.typeId };
				const times = { start_at: start, end_at: start + 3_600_000, timezone: "Europe/Berlin", ...day };
				const times2 = { created_at: Date.now(), updated_at: Date.now(), metadata: "{}", status: "SCHEDULED" };
				return addRows(["appointments", { id, tenant_id: place.id, ...columns, ...times, ...times2, ...given }]);
			};
			await expect(appointment("apt_1", {})).rejects.toThrow("max_appointments_per_day");
			await appointment("apt_2", { event_type_id: null });
			await appointment("apt_3", { status: "CANCELLED" });
			const change = (set: string, id: string) =>
				database.prepare(`UPDATE appointments SET ${set} WHERE tenant_id = ? AND id = ?`).bind(place.id, id).run();
			await change("status = 'CANCELLED'", "apt_2");
			await expect(change("status = 'SCHEDULED'", "apt_3")).rejects.toThrow("max_appointments_per_day");
			await expect(change(`status = 'SCHEDULED', event_type_id = '${place.typeId}'`, "apt_2")).rejects.toThrow(
				"max_appointments_per_day",
			);
			await change("status = 'SCHEDULED'", "apt_2");
			await expect(change(`event_type_id = '${place.typeId}'`, "apt_2")).rejects.toThrow("max_appointments_per_day");
		});
	});

	it("cannot overlap an appointment or another hold in the database itself, whoever writes", async () => {
		const start = Date.parse(at("10:00"));
		const now = Date.now();
		const columns = { tenant_id: place.id, artist_id: place.artistId, event_type_id: place.typeId, created_at: now };
		const hold = (n: number, given: object = {}) => {
			const times = { start_at: start, end_at: start + 3_600_000, buffer_before_ms: 0, buffer_after_ms: 0 };
			const who = { id: `hld_${place.id}${n}`, visitor: `v${n}`, network: `n${n}`, expires_at: now + 600_000 };
			return addRows(["holds", { ...columns, ...times, ...who, ...given }]);
		};
		await hold(1);
		await expect(hold(2, { start_at: start + 3_599_999, end_at: start + 7_200_000 })).rejects.toThrow("held");
		await expect(
			hold(2, { start_at: start + 3_600_000, end_at: start + 7_200_000, buffer_before_ms: 1 }),
		).rejects.toThrow("held");
		const appointment = (id: string, from: number) =>
			database
				.prepare(
					`INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, metadata, created_at, updated_at)
					VALUES (?1, ?2, ?3, ?4, 'SCHEDULED', ?5, ?5 + 3600000, 'Europe/Berlin', ?5, ?5, '{}', ?6, ?6)`,
				)
				.bind(id, place.id, place.artistId, place.clientId, from, now)
				.run();
		await expect(appointment("apt_1", start - 3_599_999)).rejects.toThrow("held");
		await appointment("apt_2", start - 3_600_000);
		await expect(hold(3, { start_at: start - 7_200_000, end_at: start - 3_599_999 })).rejects.toThrow(
			"appointment_conflict",
		);
		const moved = database.prepare(
			"UPDATE appointments SET start_at = start_at + 1, end_at = end_at + 1 WHERE tenant_id = ?",
		);
		await expect(moved.bind(place.id).run()).rejects.toThrow("held");
		// A hold that has lapsed by then blocks nobody.
		await hold(4, { start_at: start, end_at: start + 1, created_at: now + 600_000, expires_at: now + 1_200_000 });
	});

	it.runIf("DATA_2" in env)("moves with its tenant, and then still keeps others out", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const [before] = await holdsOf(place.id);
		await move(place.id, await otherDatabase(place.id));
		expect(await holdsOf(place.id)).toEqual([before]);
		expect((await new Visitor().hold(place, at("10:00"))).status).toBe(409);
		expect((await visitor.details(place, at("10:00"), contact())).status).toBe(303);
		expect(await appointmentsOf(place.id)).toHaveLength(1);
	});
});
