import { counted, type Drill, times } from "../drill.ts";
import { load } from "../load.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newKey, newTenant } from "../studio.ts";

const studios = 10;
const perSecond = 20;
/** A minute has so many looks at the service. */
const looksPerMinute = 6;

/** Memory is let grow until it has been looked at for this part of the soak. */
const warmUp = 0.3;
const mostGrowth = 1.25;
const oldestMs = 60_000;

interface Look {
	p50: number;
	p95: number;
	memory: number | null;
	/** How long the oldest delivery has been waiting that is due, in milliseconds. */
	oldest: number;
	/** Effects and mails that wait. */
	waiting: number;
}

export const soak: Drill = {
	name: "soak",
	promise:
		"under a steady load memory stops growing, latency stays as it was, and nothing that is due waits longer than a minute",
	run: ({ service, minutes, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const keys = await Promise.all(times(studios, async () => newKey(on, await newTenant(on))));
			for (const [n, key] of keys.entries()) await listenAt(on, key, receiver.url(`/soak-${n}`));
			const seconds = short ? 1 : 60 / looksPerMinute;
			const looks: Look[] = [];
			const wrong: string[] = [];
			const until = Date.now() + (short ? 6000 : minutes * 60_000);
			while (Date.now() < until) {
				const measured = await load(on, keys, perSecond, seconds);
				wrong.push(...measured.wrong);
				looks.push({ ...measured, memory: on.memory(), ...(await waiting(on)) });
				// What has arrived is the drill's own memory.
				receiver.received.length = 0;
			}
			judge(looks, wrong, findings);
		}),
};

function judge(looks: Look[], wrong: string[], findings: Parameters<Drill["run"]>[1]): void {
	const from = Math.floor(looks.length * warmUp);
	const [early, late] = [thirdOf(looks.slice(from), 0), thirdOf(looks.slice(from), 2)];
	const whole = (pick: (look: Look) => number) => `${median(early, pick)} → ${median(late, pick)}`;
	const memory = ({ memory }: Look) => Math.round(memory ?? 0);
	const oldest = Math.max(...looks.map((look) => look.oldest));
	findings.note(
		`${looks.length} looks, ${looks.length * perSecond} requests a look's second, wrong answers: ${wrong.length}`,
	);
	findings.note(`memory ${memory(looks[0] as Look)} MB at first, then ${whole(memory)} MB`);
	findings.note(`p50 ${whole(({ p50 }) => p50)} ms, p95 ${whole(({ p95 }) => p95)} ms`);
	findings.note(
		`the oldest due delivery waited ${oldest} ms, at most ${Math.max(...looks.map((look) => look.waiting))} effects and mails waited`,
	);
	findings.expect(wrong.length === 0, `Wrong answers: ${counted(wrong)}`);
	findings.expect(median(late, memory) <= median(early, memory) * mostGrowth, "Memory goes on growing.");
	findings.expect(
		median(late, ({ p95 }) => p95) <= 2 * median(early, ({ p95 }) => p95) + 20,
		"The p95 went on rising.",
	);
	findings.expect(oldest <= oldestMs, `A delivery was due for ${oldest} ms.`);
}

const thirdOf = (looks: Look[], third: number): Look[] =>
	looks.slice(Math.floor((looks.length * third) / 3), Math.max(1, Math.ceil((looks.length * (third + 1)) / 3)));

function median(looks: Look[], pick: (look: Look) => number): number {
	const sorted = looks.map(pick).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function waiting(on: Service): Promise<Pick<Look, "oldest" | "waiting">> {
	const { body } = await on.operate("GET", "/admin/health");
	const counts = [await on.database("DB"), ...(await on.dataDatabases())].map(async (d1, n) => {
		const tables = n === 0 ? ["effects", "mails"] : ["mails"];
		const found = tables.map((table) => d1.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>());
		return (await Promise.all(found)).reduce((sum, one) => sum + (one?.n ?? 0), 0);
	});
	const all = await Promise.all(counts);
	return { oldest: 1000 * (body.oldest_due_delivery?.seconds ?? 0), waiting: all.reduce((sum, each) => sum + each, 0) };
}
