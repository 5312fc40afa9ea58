import type { ServerResponse } from "node:http";
import { quantile, sleep, until } from "../../test/drills/server.ts";
import { type Drill, times } from "../drill.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import { made, newKey, newTenant } from "../studio.ts";

/** What receivers do that no receiver should. */
const bad: Record<string, (response: ServerResponse) => void> = {
	"never answers": () => {},
	"never ends its answer": (response) => void response.writeHead(200).write("x"),
	"sends a byte a second": (response) => {
		response.writeHead(200);
		const sending = setInterval(() => response.write("x"), 1000);
		response.on("close", () => clearInterval(sending));
	},
	"hangs up": (response) => void response.destroy(),
	"answers with 50 MB": (response) => {
		const chunk = Buffer.alloc(1 << 20);
		let left = 50;
		const more = () => {
			while (left-- > 0) if (!response.write(chunk)) return void response.once("drain", more);
			response.end();
		};
		more();
	},
};

const perSecond = 15;

export const receivers: Drill = {
	name: "receivers",
	promise: "while the receivers of other endpoints hang, an endpoint gets its events with a p95 under one second",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			// A tenant may have 20 attempts under way at one host (contract: Deliveries 18), so each bad one has a tenant.
			const keys = await Promise.all(Object.keys(bad).map(async () => newKey(on, await newTenant(on))));
			for (const [n, answer] of Object.values(bad).entries()) {
				receiver.answer(`/bad-${n}`, answer);
				await listenAt(on, keys[n] ?? "", receiver.url(`/bad-${n}`));
				await listenAt(on, keys[n] ?? "", receiver.url("/good"));
			}
			const answeredAt = new Map<string, number>();
			const changes = short ? 30 : 300;
			const write = async (n: number) => {
				await sleep((n * 1000) / perSecond);
				const key = keys[n % keys.length] ?? "";
				const body = { email: `r-${n}@example.com`, first_name: "Ana" };
				const client = await made(on, ["POST", "/v1/clients", 201], { key, body });
				answeredAt.set(client.id, Date.now());
			};
			await Promise.all(times(changes, write));
			const good = () => receiver.at("/good");
			await until(() => good().length >= changes, 10_000, "all arrive").catch(() => {});
			const took = good().map(({ event, at }) => Math.max(0, at - (answeredAt.get(event.data.clientId) ?? 0)));
			const [p50, p95] = [quantile(took, 0.5), quantile(took, 0.95)];
			findings.note(
				`${took.length} of ${changes} events beside ${Object.keys(bad).join(", ")}: p50 ${p50} ms, p95 ${p95} ms`,
			);
			findings.expect(
				took.length === changes,
				`${changes - took.length} events did not arrive within 10 s of the last.`,
			);
			findings.expect(p95 < 1000, `The p95 was ${p95} ms.`);
			for (const n of Object.values(bad).keys())
				findings.expect(receiver.at(`/bad-${n}`).length > 0, `A receiver that hangs was never asked.`);
		}),
};
