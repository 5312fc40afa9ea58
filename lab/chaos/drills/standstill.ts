import { setTimeout as sleep } from "node:timers/promises";
import { Creates } from "../creates.ts";
import { countsOf, type Drill, times } from "../drill.ts";
import { arrivedAt, listenAt, withReceiver } from "../receiver.ts";
import { newKey, newTenant } from "../studio.ts";

/** D1 has stood still for so long. */
const standstillMs = 80_000;
const beforeMs = 5000;
/** A read is answered after 10 seconds. A commit is given up after 30, and the look for it after 10 more. */
const longestReadMs = 12_000;
const longestChangeMs = 45_000;
const catchUpMs = 30_000;

export const standstill: Drill = {
	name: "standstill",
	promise:
		"while all databases stand still for 80 seconds, reads get their 503 within 12 and changes within 45; nothing is lost or done twice, and 30 seconds later everything is caught up",
	run: ({ service }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const tenants = await Promise.all(times(3, (n) => newTenant(on, { database: `DATA_${n + 1}` })));
			const keys = await Promise.all(tenants.map((id) => newKey(on, id)));
			for (const [n, key] of keys.entries()) await listenAt(on, key, receiver.url(`/standstill-${n}`));
			const creates = new Creates(on, keys, "standstill");
			let over = false;
			// A sender whose change is refused repeats it, so others read meanwhile.
			const working = [
				...times(6, (sender) => creates.send(sender, () => !over)),
				...keys.map((_, studio) => creates.read(studio, () => !over)),
			];
			await sleep(beforeMs);
			const began = Date.now();
			await on.faults({ standsStill: true });
			await sleep(standstillMs);
			await on.faults({ standsStill: false });
			const ended = Date.now();
			await sleep(catchUpMs / 2);
			over = true;
			await Promise.all(working);
			const duringIt = creates.answered.filter(({ at, ms }) => at + ms > began && at < ended);
			const longest = (method: string) =>
				Math.max(0, ...duringIt.filter(({ answer }) => answer.startsWith(method)).map(({ ms }) => ms));
			findings.note(`before and after it: ${creates.answered.length - duringIt.length} answers`);
			findings.note(`while it lasted: ${countsOf(duringIt.map(({ answer }) => answer))}`);
			findings.note(`longest read ${longest("GET")} ms, longest change ${longest("POST")} ms`);
			for (const method of ["GET", "POST"])
				findings.expect(
					duringIt.some(({ answer }) => answer === `${method} 503 with Retry-After`),
					`No ${method} was refused, so that nothing was tried.`,
				);
			findings.expect(longest("GET") < longestReadMs, `A read took ${longest("GET")} ms.`);
			findings.expect(longest("POST") < longestChangeMs, `A change took ${longest("POST")} ms.`);
			const late = creates.answered.filter(({ at }) => at > ended + 1000);
			findings.expect(late.length > 0, "Nobody asked after it.");
			findings.expect(
				late.every(({ answer }) => !answer.includes("503")),
				`A second after it: ${countsOf(late.map(({ answer }) => answer))}.`,
			);
			/** The times, after the end of the standstill, of the events that have not arrived. */
			const missing = async (): Promise<number[]> => {
				const left = keys.map(async (key, n) => {
					const ids = new Set(arrivedAt(receiver, `/standstill-${n}`));
					const events: { id: string; created_at: string }[] = await on.all("/v1/events", key);
					return events.filter(({ id }) => !ids.has(id)).map(({ created_at }) => Date.parse(created_at) - ended);
				});
				return (await Promise.all(left)).flat();
			};
			let behind = await missing();
			while (behind.length > 0 && Date.now() < ended + catchUpMs) {
				await sleep(500);
				behind = await missing();
			}
			findings.note(
				`${behind.length} events had not arrived ${Math.round((Date.now() - ended) / 1000)} s after it${behind.length > 0 ? `, made ${Math.min(...behind)} to ${Math.max(...behind)} ms after it` : ""}`,
			);
			findings.expect(behind.length === 0, `${behind.length} events had not arrived ${catchUpMs / 1000} s after it.`);
			await creates.expectEachOnce(receiver, findings);
		}),
};
