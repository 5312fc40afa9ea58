// Measures the cost of a request and of a record, and writes the figures into measured.json:
// `npm run simulate -- --measure`. It takes about three minutes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { migrateProduct, operatorToken, productFiles, productWorker } from "../harness/product-runtime.ts";
import { bytesOfRecords } from "./measured-bytes.ts";
import { bytesOfControlRecords } from "./measured-control.ts";
import { useStudio } from "./measured-studio.ts";

/** The fields of a line of the service's log that are read here. */
interface Line {
	kind: string;
	tenant_id?: string | null;
	operation_id?: string | null;
	status?: number;
	db_ms?: number;
	db_trips?: number;
	rows_read?: number;
	rows_written?: number;
}

const studios = 40;
/** How often each studio does each thing: a key may book 30 times a minute. */
const rounds = 25;

export async function measure(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "simulate-"));
	const receiver = createServer((request, response) => request.resume().on("end", () => response.end("ok")));
	await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	const lines: Line[] = [];
	const options = convertV4MiniflareOptions({
		log: new Log(LogLevel.ERROR),
		handleStructuredLogs: ({ message }) => {
			if (message.startsWith("{")) lines.push(JSON.parse(message));
		},
		workers: [{ ...productWorker(), unsafeDirectSockets: [{}] }, productFiles()],
	});
	const runtime = new Miniflare({ ...options, resourcePersistencePath: folder });
	try {
		await migrateProduct(runtime);
		const data = await runtime.getD1Database("DATA_1", "product");
		const { origin } = await runtime.unsafeGetDirectURL("product");
		const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
		const listening = new Set<string>();
		for (let n = 0; n < studios; n++) {
			const listensTo = n % 2 === 0 ? url : null;
			const id = await useStudio({ origin, operatorToken, n, rounds, listensTo });
			if (listensTo) listening.add(id);
			if (n % 10 === 9) console.error(`${n + 1} of ${studios} studios`);
		}
		// Waits for the last attempts.
		await new Promise((resolve) => setTimeout(resolve, 5000));
		const records = bytesOfRecords(folder);
		const removed = await removals(data);
		save({
			...costs(lines, listening),
			sqlMs: await times(data),
			removed,
			records,
			controlRecords: bytesOfControlRecords(),
		});
	} finally {
		await runtime.dispose();
		receiver.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

const mean = (numbers: (number | undefined)[]): number =>
	Math.round((100 * numbers.reduce<number>((sum, n) => sum + (n ?? 0), 0)) / Math.max(1, numbers.length)) / 100;

/** The cost of requests of studios without an endpoint, and the additional cost of each delivery and attempt. */
function costs(lines: Line[], listening: Set<string>) {
	const answered = lines.filter(({ kind, status = 0 }) => kind === "request" && status < 300);
	const costOf = (some: Line[]) => ({
		calls: mean(some.map((line) => line.db_trips)),
		rowsRead: mean(some.map((line) => line.rows_read)),
		rowsWritten: mean(some.map((line) => line.rows_written)),
		dbMs: mean(some.map((line) => line.db_ms)),
	});
	const of = (operation: string, listens: boolean) =>
		answered.filter((line) => line.operation_id === operation && listening.has(line.tenant_id ?? "") === listens);
	const names = [...new Set(answered.flatMap(({ operation_id }) => operation_id ?? []))]
		.filter((name) => !name.startsWith("admin") && of(name, false).length >= studios)
		.sort();
	const [with_, without] = [true, false].map((listens) => costOf(of("createClient", listens)));
	return {
		operations: Object.fromEntries(names.map((name) => [name, costOf(of(name, false))])),
		delivery: { rowsWritten: mean([(with_?.rowsWritten ?? 0) - (without?.rowsWritten ?? 0)]) },
		attempt: costOf(lines.filter(({ kind }) => kind === "attempt")),
	};
}

/** The number of rows written for each row that retention deletes, as the database counts them. */
async function removals(data: D1Database): Promise<Record<string, number>> {
	const removed: Record<string, number> = {};
	const keys = {
		...{ fan_outs: "tenant_id, delivery_group, id", events: "tenant_id, id" },
		...{ audit_entries: "tenant_id, id", idempotency_records: "tenant_id, credential_id, key" },
	};
	for (const [table, key] of Object.entries(keys)) {
		const { meta } = await data
			.prepare(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} LIMIT 500)`)
			.run();
		removed[table] = mean([meta.rows_written / Math.max(1, meta.changes)]);
	}
	return removed;
}

/** The time of SQLite itself, without the way to it: for a page of 50, and for the rows of a new client. */
async function times(data: D1Database): Promise<{ page: number; change: number }> {
	const page = data.prepare(
		"SELECT * FROM clients WHERE tenant_id = (SELECT tenant_id FROM studios) ORDER BY id DESC LIMIT 51",
	);
	const change = await Promise.all(
		["clients", "events", "audit_entries", "idempotency_records"].map(async (table) => {
			const { results } = await data.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>();
			const values = results.map(({ name }) => fresh[name] ?? `"${name}"`);
			const columns = results.map(({ name }) => `"${name}"`);
			return data.prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} LIMIT 1`);
		}),
	);
	const ms: { page: number[]; change: number[] } = { page: [], change: [] };
	for (let n = 0; n < 300; n++) {
		ms.page.push((await page.all()).meta.duration);
		ms.change.push((await data.batch(change)).reduce((sum, { meta }) => sum + meta.duration, 0));
	}
	return { page: mean(ms.page), change: mean(ms.change) };
}

/** The columns in which a copy differs from its record, as SQL. */
const fresh: Record<string, string> = {
	id: "substr(id, 1, 4) || lower(hex(randomblob(16)))",
	email: "hex(randomblob(4)) || email",
	email_key: "hex(randomblob(4)) || email_key",
	sequence: "(SELECT 1 + max(m.sequence) FROM events m WHERE m.tenant_id = events.tenant_id)",
	key: "hex(randomblob(8))",
};

function save(measured: object): void {
	writeFileSync(join(import.meta.dirname, "measured.json"), `${JSON.stringify(measured, null, "\t")}\n`);
	console.log(JSON.stringify(measured, null, "\t"));
}
