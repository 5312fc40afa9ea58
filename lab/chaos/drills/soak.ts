import { countsOf, type Drill, times } from "../drill.ts";
import { load } from "../load.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import { checkSamples, type Sample } from "../samples.ts";
import type { Service } from "../service/service.ts";
import { newKey, newTenant } from "../studio.ts";

const studios = 10;
const perSecond = 20;
/** The number of samples in a minute. */
const samplesPerMinute = 6;

export const soak: Drill = {
	name: "soak",
	promise:
		"under a steady load memory stops growing, latency stays as it was, and nothing that is due waits longer than a minute",
	run: ({ service, minutes, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const keys = await Promise.all(times(studios, async () => newKey(on, await newTenant(on))));
			for (const [n, key] of keys.entries()) await listenAt(on, key, receiver.url(`/soak-${n}`));
			const seconds = short ? 1 : 60 / samplesPerMinute;
			const looks: Sample[] = [];
			const wrong: string[] = [];
			const until = Date.now() + (short ? 6000 : minutes * 60_000);
			while (Date.now() < until) {
				const measured = await load(on, keys, perSecond, seconds);
				wrong.push(...measured.wrong);
				looks.push({ ...measured, memory: on.memory(), ...(await backlog(on)) });
				// The received requests would count as memory of the drill.
				receiver.received.length = 0;
			}
			checkSamples(looks, findings);
			findings.note(`${looks.length} looks at ${perSecond} requests a second`);
			findings.expect(wrong.length === 0, `Wrong answers: ${countsOf(wrong)}`);
		}),
};

async function backlog(on: Service): Promise<Pick<Sample, "oldest" | "waiting">> {
	const { body } = await on.operate("GET", "/admin/health");
	const counts = [await on.database("DB"), ...(await on.dataDatabases())].map(async (d1, n) => {
		const tables = n === 0 ? ["effects", "mails"] : ["mails"];
		const found = tables.map((table) => d1.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>());
		return (await Promise.all(found)).reduce((sum, one) => sum + (one?.n ?? 0), 0);
	});
	const all = await Promise.all(counts);
	return { oldest: 1000 * (body.oldest_due_delivery?.seconds ?? 0), waiting: all.reduce((sum, each) => sum + each, 0) };
}
