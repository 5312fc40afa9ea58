import { sleep, until } from "../../harness/server.ts";
import type { Drill, Findings } from "../drill.ts";
import { addReminders } from "../reminders.ts";
import type { SentMail } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import { newStudio, newTenants, noon } from "../studio.ts";
import { Visitor } from "../visitor.ts";

const database = "DATA_1";
/** As long as a mail service that answers from afar may take. */
const mailServiceMs = 100;
const mostMs = 5000;

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
			const tenants = await newTenants(on, studios, { database });
			const due = Date.now() + 5000;
			await addReminders(
				on,
				database,
				tenants.map((tenant, n) => ({ tenant, to: addressOf(n) })),
				due,
			);
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
