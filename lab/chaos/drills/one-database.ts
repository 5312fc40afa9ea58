import { sleep, until } from "../../harness/server.ts";
import type { Drill } from "../drill.ts";
import { addReminders } from "../reminders.ts";
import { newTenants } from "../studio.ts";

const still = "DATA_2";
const healthy = ["DATA_1", "DATA_3"] as const;
/** The schedule runs each minute. */
const mostMs = 75_000;
/** A run that met the standstill has to end first. */
const caughtUpMs = 120_000;

export const oneDatabase: Drill = {
	name: "one-database",
	promise:
		"while one of three databases stands still for minutes, due mails of the others' studios leave within 75 seconds, minute after minute, and its own leave once after it",
	async run({ service, short }, findings) {
		const on = await service();
		const count = short ? 3 : 20;
		const minutes = short ? 2 : 4;
		const tenantsOf = async (database: string) => await newTenants(on, count, { database });
		const [delayed, ...others] = await Promise.all([still, ...healthy].map(tenantsOf));
		const remind = async (database: string, tenants: string[], word: string): Promise<number> => {
			const due = Date.now() + 1000;
			const reminders = tenants.map((tenant, n) => ({
				tenant,
				to: `${word}-${database.toLowerCase()}-${n}@example.com`,
			}));
			await addReminders(on, database, reminders, due);
			return due;
		};
		const sent = async (word: string) => (await on.mails()).filter(({ to }) => to.startsWith(`${word}-`));

		await remind(still, delayed ?? [], "delayed");
		await on.faults({ standsStill: still });
		try {
			for (let minute = 1; minute <= minutes; minute++) {
				const word = `minute-${minute}`;
				const over = sleep(60_000);
				const due = Math.max(
					...(await Promise.all(healthy.map((database, n) => remind(database, others[n] ?? [], word)))),
				);
				const all = healthy.length * count;
				await until(async () => (await sent(word)).length >= all, 2 * mostMs, "due mails leave").catch(() => {});
				const mails = await sent(word);
				const last = Math.max(...mails.map(({ at }) => at)) - due;
				findings.note(`minute ${minute}: ${mails.length} of ${all} due mails of the others left within ${last} ms`);
				findings.expect(mails.length === all && last < mostMs, `Minute ${minute}: a due mail left after ${last} ms.`);
				await over;
			}
			const early = (await sent("delayed")).length;
			findings.expect(early === 0, `${early} mails left while their database stood still, so that nothing was tried.`);
		} finally {
			await on.faults({ standsStill: false });
		}
		const ended = Date.now();
		await until(async () => (await sent("delayed")).length >= count, caughtUpMs, "its own mails leave").catch(() => {});
		await sleep(2000);
		const mails = await sent("delayed");
		findings.note(`its own ${mails.length} left within ${Math.max(...mails.map(({ at }) => at)) - ended} ms after it`);
		findings.expect(
			new Set(mails.map(({ to }) => to)).size === count,
			"A mail of the database did not leave after it.",
		);
		findings.expect(mails.length === count, "A mail of the database left twice.");
	},
};
