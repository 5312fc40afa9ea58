import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../harness/server.ts";
import type { Drill } from "../drill.ts";
import { arrivedAt, listenAt, withReceiver } from "../receiver.ts";
import { newClient, newKey, newStudio } from "../studio.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An hour ahead, an hour behind, a day ahead, and back again. */
const moves = [hourMs, -2 * hourMs, dayMs + hourMs, -dayMs];

export const clock: Drill = {
	name: "clock",
	promise:
		"when the clock jumps ahead and back, changes are made and numbered as ever, updated_at of a record never goes back, keys replay, and no limit shuts anybody out for more than a minute",
	run: ({ service }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const { id, key } = await newStudio(on);
			const small = await newKey(on, id, 60);
			await listenAt(on, key, receiver.url("/clock"));
			const path = `/v1/clients/${await newClient(on, key)}`;
			const once = {
				key,
				body: { email: "clock@example.com", first_name: "Ana" },
				headers: { "Idempotency-Key": "clock" },
			};
			const first = await on.call("POST", "/v1/clients", once);
			let updatedAt = "";
			let changes = 0;
			for (const move of [0, ...moves]) {
				await on.moveClock(move);
				for (let n = 0; n < 5; n++) {
					const { status, body } = await on.call("PATCH", path, { key, body: { notes: `${move} ${n}` } });
					findings.expect(status === 200, `A change was answered ${status} after the clock moved by ${move} ms.`);
					findings.expect(body.updated_at > updatedAt, `updated_at went from ${updatedAt} to ${body.updated_at}.`);
					updatedAt = body.updated_at;
					changes++;
				}
				await newClient(on, key);
				const again = await on.call("POST", "/v1/clients", once);
				// After a day the key is forgotten.
				const isKept = move < dayMs && -move < dayMs;
				findings.expect(
					!isKept || again.body.id === first.body.id,
					`A repetition was answered ${again.status} ${again.body.id} after the clock moved by ${move} ms.`,
				);
				const limited = await drain(() => on.call("GET", "/v1/me", { key: small }));
				findings.expect(
					limited !== null && limited <= 60,
					`A key was told to wait for ${limited} s after the clock moved by ${move} ms.`,
				);
				await sleep(1200);
				const { status } = await on.call("GET", "/v1/me", { key: small });
				findings.expect(status === 200, `A key of 60 a minute was refused after a second: ${status}.`);
			}
			const events = await on.all("/v1/events", key);
			const numbers = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
			findings.expect(
				numbers.every((number, n) => number === n + 1),
				"The numbers of the events have a gap.",
			);
			const arrived = () => {
				const ids = new Set(arrivedAt(receiver, "/clock"));
				return events.filter((event) => event.sequence > 3).every((event) => ids.has(event.id));
			};
			await until(arrived, 20_000, "all events arrive").catch(() => {});
			findings.expect(arrived(), "Events did not arrive within 20 seconds.");
			findings.note(`${moves.length} jumps, ${changes} changes of one record, ${events.length} events`);
		}),
};

/** Empties the bucket. Returns the `Retry-After` of the refusal, in seconds. */
async function drain(ask: () => Promise<{ status: number; headers: Headers }>): Promise<number | null> {
	for (let n = 0; n < 200; n++) {
		const { status, headers } = await ask();
		if (status === 429) return Number(headers.get("Retry-After"));
	}
	return null;
}
