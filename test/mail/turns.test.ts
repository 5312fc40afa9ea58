import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sendDueMails } from "../../src/domain/mail/outbox/outbox.ts";
import { countersOf, sharedCounters } from "../../src/platform/gate/gates.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { Meter } from "../../src/platform/lib/meter.ts";
import { sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import { contact, newBookableStudio, sendWaiting, Visitor, waitingMails } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase } from "../support/moves.ts";
import { until } from "../support/receiver.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

const service = new MailService();
const home = "DATA_1";

beforeEach(async () => {
	service.reset();
	const { caller, writer } = localIn(home);
	// The mails of earlier tests.
	await sendDueMails(env, caller, writer, "data");
	await dataDatabase(home).exec("DELETE FROM mails");
	service.reset();
});

const studioHere = () => newStudio({ database: home });

let booked = 0;
/** Puts due mails about as many appointments of as many clients into the outbox. Returns the clients' addresses. */
async function due(studio: Studio, kind: string, count: number, address?: string): Promise<string[]> {
	const d1 = dataDatabase(await databaseOf(studio.id));
	const now = Date.parse(advance(0));
	const prefix = crypto.randomUUID();
	const addresses: string[] = [];
	await d1
		.prepare("UPDATE event_types SET details = json_set(details, '$.reminder_hours', json('[87600]')) WHERE id = ?")
		.bind(studio.typeId)
		.run();
	const statements = Array.from({ length: count }, (_, n) => {
		const [client, appointment] = [newId("client", now), newId("appointment", now)];
		const start = now + 10 * dayMs + booked++ * hourMs;
		const email = `${prefix}-${n}@example.com`;
		addresses.push(address ?? email);
		return [
			d1
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
					VALUES (?, ?, ?, ?, 'Ana', ?, ?)`,
				)
				.bind(client, studio.id, address ?? email, email, now, now),
			d1
				.prepare(
					`INSERT INTO appointments (id, tenant_id, artist_id, client_id, event_type_id, status, start_at, end_at, timezone,
						day_start_at, day_end_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'SCHEDULED', ?, ?, 'UTC', ?, ?, ?, ?)`,
				)
				.bind(
					...[appointment, studio.id, studio.artistId, client, studio.typeId],
					...[start, start + 60_000, start, start + 1, now, now],
				),
			d1
				.prepare("INSERT INTO mails (id, tenant_id, kind, data, created_at) VALUES (?, ?, ?, ?, ?)")
				.bind(
					newId("mail", now),
					studio.id,
					kind,
					JSON.stringify({ appointment_id: appointment, client_id: client }),
					now,
				),
		];
	});
	await d1.batch(statements.flat());
	return addresses;
}

const recipients = (): string[] => service.sent.map(({ to }) => to.email).filter(Boolean);
const places = (addresses: string[]): number[] => addresses.map((address) => recipients().indexOf(address));
const counters = ({ id }: Studio) => countersOf(env, { id, region: "any" });
const exhaust = async (studio: Studio) => {
	for (let n = 0; n < 200; n++) await counters(studio).takeHourly("mails", 200);
};
const run = async (database = home, meter = new Meter()) => {
	const { caller, writer } = localIn(database, { meter });
	await sendDueMails(env, caller, writer, "data");
};

describe("the mails that are due", () => {
	it("leave in one run, as many as its time allows, confirmations before the reminders of many studios", async () => {
		const studios = await Promise.all(Array.from({ length: 6 }, studioHere));
		const reminded = (await Promise.all(studios.map((studio) => due(studio, "booking_reminder", 10)))).flat();
		const confirmed = await due(studios[0] as Studio, "booking_confirmed", 1);
		await run();
		expect(recipients()).toHaveLength(61);
		expect(Math.max(...places(confirmed))).toBeLessThan(5);
		expect(places(reminded)).not.toContain(-1);
	});

	it("of one studio do not stand before those of the others, whatever their number is", async () => {
		const flooding = await Promise.all(Array.from({ length: 6 }, studioHere));
		for (const studio of flooding) await due(studio, "booking_reminder", 10);
		const other = await due(await studioHere(), "booking_reminder", 3);
		await run();
		expect(places(other)).not.toContain(-1);
		// Three rounds of seven studios, and the five that leave side by side.
		expect(Math.max(...places(other))).toBeLessThan(26);
	});

	it("of a studio past its cap take no turn of others and wait for its next hour, untried and unread", async () => {
		const [capped, other] = [await studioHere(), await studioHere()];
		await exhaust(capped);
		const address = `${crypto.randomUUID()}@example.com`;
		await due(capped, "booking_reminder", 40, address);
		const confirmed = await due(capped, "booking_confirmed", 1);
		const invited = `${crypto.randomUUID()}@example.com`;
		await operate(201, `/admin/tenants/${capped.id}/users`, { body: { email: invited } });
		const meter = new Meter();
		await run(home, meter);
		// The cap is one for mails to clients, so the invitation does not wait.
		expect(service.sent.map(({ to }) => to)).toEqual([invited]);
		expect(meter.trips).toBeLessThan(15);
		const waiting = await waitingMails(capped.id);
		expect(waiting).toHaveLength(41);
		for (const mail of waiting) expect(mail).toMatchObject({ failures: 0 });
		const [others] = [await due(other, "booking_reminder", 5)];
		await run();
		expect(places(others)).not.toContain(-1);
		// The recipient's allowance is untouched.
		const name = sha256(address);
		expect(await sharedCounters(env, "recipients", name).hourlyWait(`mails:${name}`, 1)).toBe(0);
		advance(3601);
		await run();
		expect(recipients()).toEqual(expect.arrayContaining([...confirmed, address]));
	});

	it("use up no allowance where the mail service refuses them or nobody needs them", async () => {
		const studio = await studioHere();
		const [address = ""] = await due(studio, "booking_confirmed", 1);
		service.fault = "E_DOWN";
		const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
		for (let n = 0; n < 6; n++) {
			await run();
			advance(1900);
		}
		warning.mockRestore();
		expect(service.refusals).toBeGreaterThan(5);
		await due(studio, "booking_cancelled", 3);
		const name = sha256(address);
		expect(await sharedCounters(env, "recipients", name).hourlyWait(`mails:${name}`, 1)).toBe(0);
		service.fault = null;
		await run();
		expect(recipients()).toEqual([address]);
		expect(await counters(studio).hourlyWait("mails", 2)).toBe(0);
		expect(await counters(studio).hourlyWait("mails", 1)).toBeGreaterThan(0);
	});

	it("to one address past its cap use up nothing of the studio's", async () => {
		const studio = await studioHere();
		const address = `${crypto.randomUUID()}@example.com`;
		await due(studio, "booking_reminder", 8, address);
		await run();
		expect(recipients()).toHaveLength(5);
		expect(await counters(studio).hourlyWait("mails", 6)).toBe(0);
		advance(3601);
		await run();
		expect(recipients()).toHaveLength(8);
	});

	it("are given up after 75 tries", async () => {
		const studio = await studioHere();
		await due(studio, "booking_confirmed", 1);
		await dataDatabase(home).exec("UPDATE mails SET failures = 75");
		await run();
		expect([service.sent, await waitingMails(studio.id)]).toEqual([[], []]);
	});
});

it("a booking sends its own confirmation, while the reminders of other studios wait", async () => {
	const place = await newBookableStudio();
	const others = await Promise.all(
		[1, 2, 3].map(async () => await newStudio({ database: await databaseOf(place.id) })),
	);
	for (const studio of others) await due(studio, "booking_reminder", 10);
	const form = contact();
	await new Visitor().book(place, at("10:00"), form);
	await until(() => service.sent.length > 0);
	expect(recipients()).toEqual([form.email]);
	await until(async () => (await waitingMails(place.id)).length === 0);
	expect(await waitingMails(others[0]?.id ?? "")).toHaveLength(10);
	await sendWaiting(place.id);
	expect(recipients()).toHaveLength(31);
});

it("while the reminders of 350 studios leave at one full hour, the confirmation of a booking leaves within 5 seconds", async () => {
	const place = await newBookableStudio();
	const database = await databaseOf(place.id);
	for (let n = 0; n < 350; n++) await due(await newStudio({ database }), "booking_reminder", 1);
	service.answersAfterMs = 100;
	const running = run(database);
	await until(() => service.sent.length > 0);
	const form = contact();
	const began = Date.now();
	await new Visitor().book(place, at("10:00"), form);
	await until(() => recipients().includes(form.email));
	expect(Date.now() - began).toBeLessThan(5000);
	await running;
	expect(service.sent.length).toBeLessThan(351);
	service.answersAfterMs = 1;
	for (let minute = 0; minute < 5; minute++) await run(database);
	expect(service.sent).toHaveLength(351);
	expect(new Set(recipients()).size).toBe(351);
});
