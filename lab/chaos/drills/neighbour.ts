import { request } from "node:http";
import { sleep } from "../../harness/server.ts";
import { calendarServer } from "../calendar-server.ts";
import { type Drill, times } from "../drill.ts";
import { load } from "../load.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newStudio, type Studio } from "../studio.ts";

/** Both are in one database. */
const sameDatabase = { database: "DATA_1" };
const tries = 3;
const slowBodies = 30;
const perSecond = 12;

export const neighbour: Drill = {
	name: "neighbour",
	promise:
		"while a tenant does its worst (a million deliveries to a receiver that hangs, 1 MB bodies, slow bodies, hostile calendars), the p95 of another in the same database stays under twice its normal",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const [bad, good] = [await newStudio(on, sameDatabase), await newStudio(on, sameDatabase)];
			receiver.answer("/hang", () => {});
			const { endpoint } = await listenAt(on, bad.key, receiver.url("/hang"));
			const deliveries = short ? 1000 : 1_000_000;
			for (let at = 0; at < deliveries; at += 100_000)
				await addDeliveries(on, bad.id, endpoint.id, at, Math.min(100_000, deliveries - at));
			const seconds = short ? 2 : 15;
			const ratios: number[] = [];
			const calendars = await calendarServer();
			try {
				// Other load on the machine can only make the result worse, so the best of several counts.
				for (let n = 0; n < (short ? 1 : tries) && !ratios.some((ratio) => ratio < 2); n++) {
					const normal = await load(on, [good.key], 10, seconds);
					const worst = new NoisyTenant(on, bad, calendars.url);
					await sleep(1000);
					const beside = await load(on, [good.key], 10, seconds);
					const sent = await worst.end();
					ratios.push(beside.p95 / normal.p95);
					findings.note(
						`p50 ${normal.p50} → ${beside.p50} ms, p95 ${normal.p95} → ${beside.p95} ms beside ${deliveries} deliveries, ${sent}`,
					);
					findings.expect(beside.wrong.length === 0, `The neighbour was refused: ${beside.wrong[0]}`);
				}
			} finally {
				calendars.close();
				await on.call("DELETE", `/v1/webhook_endpoints/${endpoint.id}`, { key: bad.key });
			}
			findings.expect(Math.min(...ratios) < 2, `The p95 was ${Math.min(...ratios).toFixed(1)} times its normal.`);
		}),
};

/** Adds due deliveries with their events. Their numbers follow the existing ones. */
async function addDeliveries(on: Service, tenantId: string, endpointId: string, at: number, count: number) {
	const d1 = await on.database("DATA_1");
	const now = Date.now();
	const numbers = "WITH RECURSIVE n(n) AS (SELECT ?3 + 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?3 + ?4)";
	await d1
		.prepare(
			`${numbers} INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
			SELECT 'evt_7' || printf('%031x', n), ?1, 1000 + n, 'client.created', '{}', 'system', ?2 FROM n`,
		)
		.bind(tenantId, now, at, count)
		.run();
	await d1
		.prepare(
			`${numbers} INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, attempt_count, next_attempt_at, created_at, updated_at)
			SELECT 'wbd_7' || printf('%031x', n), ?1, ?5, 'evt_7' || printf('%031x', n), 'client.created', 'PENDING', 0, ?2, ?2, ?2 FROM n`,
		)
		.bind(tenantId, now, at, count, endpointId)
		.run();
}

/** A tenant that uses all its limits. */
class NoisyTenant {
	private isOver = false;
	private largeBodies = 0;
	private calendars = 0;
	private readonly going: Promise<void>[];
	private readonly on: Service;
	private readonly bad: Studio;
	private readonly open: ReturnType<typeof request>[];

	constructor(on: Service, bad: Studio, calendar: string) {
		this.on = on;
		this.bad = bad;
		this.open = times(slowBodies, () => this.slowBody());
		this.going = [this.sendLarge(), this.setCalendars(calendar)];
	}

	async end(): Promise<string> {
		this.isOver = true;
		await Promise.all(this.going);
		for (const one of this.open) one.destroy();
		return `${this.largeBodies} bodies of 1 MB, ${slowBodies} slow bodies, ${this.calendars} hostile calendars`;
	}

	private async sendLarge(): Promise<void> {
		// Made once, so that the sender does not delay the measurement.
		const body = Buffer.from(JSON.stringify({ email: "large@example.com", first_name: "Ana", more: "x".repeat(1e6) }));
		const headers = { Authorization: `Bearer ${this.bad.key}`, "Content-Type": "application/json" };
		const sending: Promise<unknown>[] = [];
		while (!this.isOver) {
			this.largeBodies++;
			const answer = fetch(`${this.on.origin}/v1/clients`, { method: "POST", headers, body });
			sending.push(answer.then((response) => response.text()).catch(() => {}));
			await sleep(1000 / perSecond);
		}
		await Promise.all(sending);
	}

	private async setCalendars(ics_url: string): Promise<void> {
		while (!this.isOver) {
			await this.on.operate("PUT", `/admin/artists/${this.bad.artistId}/external_calendar`, { ics_url });
			this.calendars++;
			await sleep(1000);
		}
	}

	private slowBody() {
		const headers = { Authorization: `Bearer ${this.bad.key}`, "Content-Type": "application/json" };
		const slow = request(`${this.on.origin}/v1/clients`, { method: "POST", headers });
		slow.on("error", () => {}).on("response", (response) => response.resume());
		slow.write('{"first_name":"');
		const writing = setInterval(() => slow.write("x"), 1000);
		slow.on("close", () => clearInterval(writing));
		return slow;
	}
}
