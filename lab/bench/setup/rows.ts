import type { Miniflare } from "miniflare";

const chunk = 25_000;

interface Copies {
	table: string;
	tenantId: string;
	/** The row that is copied. */
	id: string;
	/** The number of rows that the tenant has afterwards. */
	upTo: number;
	/** The values that differ in copy number `n.i`, as SQL by column. */
	own: Record<string, string>;
}

/** Repeats the work if the connection to the database was closed. The work must be safe to repeat. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			const { code } = ((error as Error).cause ?? {}) as { code?: string };
			if (code !== "UND_ERR_SOCKET" || tries === 5) throw error;
		}
	}
}

/** Fills a table of the product with copies of a row, up to so many of the tenant. */
export async function copyRows(runtime: Miniflare, { table, tenantId, id, upTo, own }: Copies): Promise<void> {
	const data = await runtime.getD1Database("DATA_1", "product");
	const { results } = await data.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{ name: string }>();
	const columns = results.map(({ name }) => name);
	const values = columns.map((name) => own[name] ?? `one."${name}"`);
	const from = `(SELECT count(*) + 1 FROM ${table} WHERE tenant_id = ?1)`;
	const insert = data
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < min(CAST(?3 AS INTEGER), ${from} + ${chunk - 1}))
			INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join()}) SELECT ${values.join()}
			FROM n JOIN ${table} AS one ON one.tenant_id = ?1 AND one.id = ?2 WHERE n.i <= ?3`,
		)
		.bind(tenantId, id, upTo);
	while ((await withRetry(() => insert.run())).meta.changes > 0);
}

/** The floor has no row to copy. */
async function fillFloor(runtime: Miniflare, table: string, tenantId: string, upTo: number, insert: string) {
	const floor = await runtime.getD1Database("DATA", "floor");
	const statement = floor
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT (SELECT count(*) FROM ${table} WHERE tenant_id = ?1) + 1
				UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO ${table} ${insert} FROM n WHERE i <= ?2`,
		)
		.bind(tenantId, upTo);
	await withRetry(() => statement.run());
}

export const fillClientsOfFloor = (runtime: Miniflare, tenantId: string, upTo: number): Promise<void> =>
	fillFloor(
		runtime,
		"clients",
		tenantId,
		upTo,
		`(id, tenant_id, email, first_name, tags, metadata, is_blocked, do_not_contact, marketing_consent, created_at, updated_at)
			SELECT printf('%032x', i), ?1, 'client-' || i || '@example.com', 'Ada', '[]', '{}', 0, 0, 0, 0, 0`,
	);

export const fillAppointmentsOfFloor = (runtime: Miniflare, tenantId: string, upTo: number): Promise<void> =>
	fillFloor(runtime, "appointments", tenantId, upTo, "SELECT ?1, printf('%032x', i), '{}', 0");
