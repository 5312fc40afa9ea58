import { ContinuousWriter, numbersOfEvents } from "../../harness/continuous-writer.ts";
import { until } from "../../harness/server.ts";
import type { Drill } from "../drill.ts";
import { arrivedAt, listenAt, sweepUntil, withReceiver } from "../receiver.ts";
import type { Service } from "../service/service.ts";
import { newClient, newKey, newTenant } from "../studio.ts";

/** The longest time for which writes may be refused. */
const longestMs = 5000;

export const move: Drill = {
	name: "move",
	promise:
		"a tenant that moves to another database under 15 writes a second loses and doubles nothing, and no write is refused for more than 5 seconds",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const id = await newTenant(on, { database: "DATA_1" });
			const key = await newKey(on, id);
			const rows = short ? 1000 : 100_000;
			await fill(on, id, await newClient(on, key), rows);
			await listenAt(on, key, receiver.url("/move"));
			const writing = new ContinuousWriter(on).begin(key);
			const began = Date.now();
			const { body } = await on.operate("POST", `/admin/tenants/${id}/move`, { database: "DATA_2" });
			findings.expect(body.status === "COPYING", `The move began as ${JSON.stringify(body)}.`);
			const state = async () => (await on.operate("GET", `/admin/tenants/${id}/move`)).body;
			await until(async () => (await state()).finished_at !== null, 600_000, "the move ends").catch(() => {});
			const took = Date.now() - began;
			await writing.end();
			const ended = await state();
			findings.note(
				`${rows} rows in ${took} ms, ${writing.ids.length} writes, ${writing.refusals.length} of them repeated, the longest for ${writing.longestWaitMs} ms`,
			);
			findings.expect(ended.status === "DONE", `The move ended as ${JSON.stringify(ended)}.`);
			for (const wrong of writing.wrong) findings.expect(false, `A write was answered ${wrong}`);
			findings.expect(writing.longestWaitMs < longestMs, `A write was refused for ${writing.longestWaitMs} ms.`);
			findings.expect(new Set(writing.ids).size === writing.ids.length, "Two writes made one client.");
			const numbers = await numbersOfEvents(on, key);
			// The first event is that of the client whose row is copied.
			findings.expect(
				numbers.length === writing.ids.length + 1,
				`${numbers.length} events for ${writing.ids.length} writes.`,
			);
			findings.expect(
				numbers.every((number, n) => number === n + 1),
				"The numbers of the events have a gap.",
			);
			const there = await clientsOf(on, id, "DATA_2");
			findings.expect(
				there === rows + writing.ids.length,
				`${there} of ${rows + writing.ids.length} clients are there.`,
			);
			const missing = () => writing.ids.length - new Set(arrivedAt(receiver, "/move")).size;
			findings.note(`${missing()} events are still to come when the last write is answered`);
			await sweepUntil(on, missing);
			findings.expect(missing() === 0, `${missing()} events never arrived: ${await pending(on, id)}`);
		}),
};

async function clientsOf(on: Service, id: string, database: string): Promise<number> {
	const d1 = await on.database(database);
	const found = await d1
		.prepare("SELECT count(*) AS n FROM clients WHERE tenant_id = ?")
		.bind(id)
		.first<{ n: number }>();
	return found?.n ?? 0;
}

/** A statement that takes many seconds would lose its connection. */
const copiesAtOnce = 5000;

/** Copies a client until the tenant has so many. */
async function fill(on: Service, id: string, clientId: string, count: number): Promise<void> {
	const d1 = await on.database("DATA_1");
	const { results } = await d1.prepare("SELECT name FROM pragma_table_info('clients')").all<{ name: string }>();
	const own: Record<string, string> = {
		id: "'cli_' || printf('%032x', n.i)",
		email: "'copy-' || n.i || '@example.com'",
		email_key: "'copy-' || n.i || '@example.com'",
	};
	const columns = results.map(({ name }) => name);
	for (let from = 1; from < count; from += copiesAtOnce)
		await d1
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
				INSERT INTO clients (${columns.join()}) SELECT ${columns.map((name) => own[name] ?? `one.${name}`).join()}
				FROM n JOIN clients AS one ON one.tenant_id = ?1 AND one.id = ?2`,
			)
			.bind(id, clientId, from, Math.min(from + copiesAtOnce, count) - 1)
			.run();
}

/** The rows of the deliveries that did not arrive. */
async function pending(on: Service, id: string): Promise<string> {
	const found = (await on.dataDatabases()).flatMap((d1) =>
		["deliveries", "fan_outs"].map(async (table) => {
			const sql = `SELECT * FROM ${table} WHERE tenant_id = ? AND status <> 'SUCCEEDED' LIMIT 3`;
			return (await d1.prepare(sql).bind(id).all()).results;
		}),
	);
	return JSON.stringify(await Promise.all(found));
}
