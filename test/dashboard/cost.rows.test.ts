import { beforeAll, expect, it } from "vitest";
import type { IdKind } from "../../src/platform/lib/ids.ts";
import { costOf } from "../support/cost.ts";
import { addressesOf, dashboardRoutes, idsOf, newFullDashboard, type WalkedStudio } from "../support/dashboard-walk.ts";
import { columnsOf, database } from "../support/database.ts";

const chunk = 50_000;

/**
 * Copies one row of the studio many times. `n.i` counts the copies from 1, and an id of a copy is its prefix and this
 * number, so that a copy is older than everything that was made by the service.
 */
async function multiply(
	tenantId: string,
	table: string,
	count: number,
	other: Record<string, string> = {},
	where = "1",
) {
	const columns = await columnsOf(table);
	const values: Record<string, string> = { id: "substr(t.id, 1, 4) || printf('%032x', n.i)", ...other };
	const select = columns.map((column) => values[column] ?? `t.${column}`);
	for (let from = 0; from < count; from += chunk) {
		const { meta } = await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(count, from + chunk)})
				INSERT INTO ${table} (${columns}) SELECT ${select}
				FROM n, (SELECT * FROM ${table} WHERE tenant_id = ?1 AND ${where} ORDER BY id DESC LIMIT 1) t`,
			)
			.bind(tenantId)
			.run();
		expect(meta.changes, table).toBeGreaterThan(0);
	}
}

let studio: WalkedStudio;
let ids: Map<IdKind, string[]>;

beforeAll(async () => {
	studio = await newFullDashboard();
	const { id } = studio;
	ids = await idsOf(id);
	await multiply(id, "clients", 100_000, {
		email: "'c' || n.i || '@x.example'",
		email_key: "'c' || n.i || '@x.example'",
	});
	await multiply(id, "events", 1_000_000, { sequence: "1000000 + n.i", request_id: "'r' || n.i" });
	await multiply(id, "audit_entries", 300_000, { request_id: "'r' || n.i" });
	await multiply(id, "deliveries", 300_000, {
		status: "'SUCCEEDED'",
		next_attempt_at: "NULL",
		event_id: "'evt_' || printf('%032x', n.i)",
	});
	// The rows are spread, so that no week has more of them than a real week could have.
	const apart = (hours: number) => ({
		start_at: `t.start_at + n.i * ${hours * 3_600_000}`,
		end_at: `t.end_at + n.i * ${hours * 3_600_000}`,
	});
	await multiply(id, "appointments", 100_000, apart(1), "status = 'CANCELLED'");
	await multiply(id, "time_blocks", 20_000, apart(24));
	for (const table of ["leads", "ideas", "form_submissions"]) await multiply(id, table, 100_000);
	for (const table of ["artists", "shops", "event_types"]) await multiply(id, table, 3000, { slug: "'copy-' || n.i" });
	await multiply(id, "forms", 3000);
	await multiply(id, "api_keys", 3000);
	await database
		.prepare(
			`INSERT INTO api_key_values (hash, key_id, hint, good_until, created_at)
			SELECT 'copy-' || id, id, 'copy', NULL, created_at FROM api_keys WHERE tenant_id = ?1 AND id LIKE 'key_0000%'`,
		)
		.bind(id)
		.run();
}, 900_000);

const most = 3000;
/** The most rows that a filter without an index reads: a limited number of entries, each several times. */
const mostLookedBack = 6500;

const queries: [path: string, query: Record<string, string>, rows?: number][] = [
	// The newest 500 of the leads in the stage NEW are archived.
	["/dashboard", {}, 1400],
	["/dashboard/clients", { q: "a" }],
	["/dashboard/clients", { q: "nobody at all" }],
	["/dashboard/clients", { q: "c99" }],
	["/dashboard/leads", { stage: "LOST" }],
	["/dashboard/leads", { archived: "true" }],
	["/dashboard/leads", { requests: "open" }],
	["/dashboard/artists", { status: "DEACTIVATED" }],
	["/dashboard/events", { type: "lead.created" }],
	["/dashboard/events", { since: "2020-01-01T00:00" }],
	["/dashboard/audit_log", { actor: "operator", action: "client" }, mostLookedBack],
	["/dashboard/audit_log", { since: "2020-01-01T00:00", until: "2020-02-01T00:00" }, mostLookedBack],
	["/dashboard/calendar", { week: "2030-01-07" }],
	["/dashboard/calendar", { day: "2030-01-07" }],
];

it("of 100 000 clients and 1 000 000 events: every page makes at most three calls in sequence and reads few rows", async () => {
	const { owner } = studio;
	const pages = dashboardRoutes.filter(({ method, counted }) => method === "GET" && counted === "page");
	const asked = [
		...pages.flatMap((place) => addressesOf(place, ids).map((path): (typeof queries)[number] => [path, {}])),
		...queries,
	];
	const dear: string[] = [];
	let shown = 0;
	for (const [path, query, rows = most] of asked) {
		const address = `${path}?${new URLSearchParams({ studio: owner.tenantId, ...query })}`;
		const cost = await costOf(address, "", { headers: { Cookie: owner.cookie } });
		const line = `${cost.status} ${path} ${JSON.stringify(query)}: ${cost.db.inSequence} calls, ${cost.rowsRead} rows`;
		// An idea has no page below another client.
		expect([200, 303, 404], line).toContain(cost.status);
		if (cost.status === 200) shown++;
		if (cost.rowsRead > rows || cost.db.inSequence > 3) dear.push(`${line}\n${cost.statements.join("\n")}`);
	}
	expect(dear).toEqual([]);
	expect(shown).toBeGreaterThan(100);
}, 300_000);
