import { sleep, until } from "../../harness/server.ts";
import { type Drill, type Findings, times } from "../drill.ts";
import type { SentMail } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import { newStudio, newTenant, noon } from "../studio.ts";
import { Visitor } from "../visitor.ts";

const database = "DATA_1";
/** As long as a mail service that answers from afar may take. */
const mailServiceMs = 100;
const mostMs = 5000;
const dayMs = 86_400_000;

export const fullHour: Drill = {
	name: "full-hour",
	promise:
		"while the reminders of 350 studios of one database are due at one full hour, a confirmation leaves within 5 seconds of the booking, and each reminder leaves once",
	async run({ service, short }, findings) {
		const on = await service();
		const studios = short ? 50 : 350;
		const bookings = short ? 3 : 8;
		const { page } = await newStudio(on, { database });
		await on.faults({ mailServiceMs });
		try {
			const tenants = await newTenants(on, studios);
			const due = Date.now() + 5000;
			await addReminders(on, tenants, due);
			await sleep(Math.max(0, due - Date.now()));
			await until(async () => (await reminded(on)).length > 0, 60_000, "the first reminder leaves");
			const waits: number[] = [];
			for (let n = 0; n < bookings; n++) waits.push(await bookAndWait(on, page, n, findings));
			const waiting = studios - (await reminded(on)).length;
			findings.note(`${bookings} confirmations left ${waits.map((ms) => `${ms} ms`).join(", ")} after their bookings`);
			findings.note(`${waiting} of ${studios} reminders still waited when the last confirmation had left`);
			findings.expect(waiting > 0, "All reminders had left before the last booking, so that nothing was tried.");
			await until(async () => (await reminded(on)).length >= studios, 600_000, "all reminders leave").catch(() => {});
			const sent = await reminded(on);
			const seconds = Math.round((Math.max(...sent.map(({ at }) => at)) - due) / 1000);
			findings.note(`${sent.length} reminders left within ${seconds} s of the full hour`);
			findings.expect(
				new Set(sent.map(({ to }) => to)).size === studios,
				"A reminder did not leave within 10 minutes.",
			);
			findings.expect(sent.length === studios, `${sent.length - studios} reminders left twice.`);
		} finally {
			await on.faults({ mailServiceMs: 0 });
		}
	},
};

const addressOf = (n: number) => `reminded-${n}@example.com`;
const reminded = async (on: Service): Promise<SentMail[]> =>
	(await on.mails()).filter(({ to }) => to.startsWith("reminded-"));

/** Books a time, and returns how long after the answer the confirmation left. */
async function bookAndWait(on: Service, page: string, n: number, findings: Findings): Promise<number> {
	const to = `confirmed-${n}@example.com`;
	const { status } = await new Visitor(on.origin).confirm(page, noon(10 + n), to);
	const booked = Date.now();
	findings.expect(status === 303, `A booking was answered ${status}.`);
	const confirmation = async () => (await on.mails()).find((mail) => mail.to === to);
	await until(async () => (await confirmation()) !== undefined, 60_000, "a confirmation leaves").catch(() => {});
	const took = Math.max(0, ((await confirmation())?.at ?? Number.POSITIVE_INFINITY) - booked);
	findings.expect(took < mostMs, `A confirmation left ${took} ms after its booking.`);
	return took;
}

async function newTenants(on: Service, count: number): Promise<string[]> {
	const tenants: string[] = [];
	while (tenants.length < count) {
		const atOnce = Math.min(10, count - tenants.length);
		tenants.push(...(await Promise.all(times(atOnce, () => newTenant(on, { database })))));
	}
	return tenants;
}

/** Gives each studio an appointment in a day, whose reminder is due at a time. */
async function addReminders(on: Service, tenants: string[], due: number): Promise<void> {
	const data = await on.database(database);
	const [now, start] = [Date.now(), due + dayMs];
	const rows = tenants.flatMap((tenant, n) => [
		data
			.prepare(
				`INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at)
				VALUES (?, ?, 'Mia', 'mia', 'UTC', 'ACTIVE', ?, ?)`,
			)
			.bind(`art_hour_${n}`, tenant, now, now),
		data
			.prepare(
				`INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
				VALUES (?, ?, ?, ?, 'Ana', ?, ?)`,
			)
			.bind(`cli_hour_${n}`, tenant, addressOf(n), addressOf(n), now, now),
		data
			.prepare(
				`INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at,
					day_end_at, created_at, updated_at) VALUES (?, ?, ?, ?, 'SCHEDULED', ?, ?, 'UTC', ?, ?, ?, ?)`,
			)
			.bind(
				`apt_hour_${n}`,
				tenant,
				`art_hour_${n}`,
				`cli_hour_${n}`,
				start,
				start + 3_600_000,
				start,
				start + dayMs,
				now,
				now,
			),
		data
			.prepare("INSERT INTO reminders (tenant_id, appointment_id, at, created_at) VALUES (?, ?, ?, ?)")
			.bind(tenant, `apt_hour_${n}`, due, now),
	]);
	while (rows.length > 0) await data.batch(rows.splice(0, 200));
}
