import { expect, it } from "vitest";
import { call } from "../support/api.ts";
import { linksOn, newMember, textOf } from "../support/dashboard.ts";
import { database } from "../support/database.ts";
import { newTenant } from "../support/world.ts";

interface Case {
	area: string;
	table: string;
	query: Record<string, string>;
	columns: string;
	/** The values of the columns. `i` is 1 for the oldest record, which alone passes the filter. */
	values: string;
	found: string;
}

const cases: Case[] = [
	{
		area: "clients",
		table: "clients",
		query: { q: "xena yael" },
		found: "Yael",
		columns: "email, email_key, first_name, search_words",
		values: `i, i, iif(i = 1, 'Yael', 'Other'), iif(i = 1, '["xena","yael"]', '["xena"]')`,
	},
	{
		area: "leads",
		table: "leads",
		query: { archived: "true" },
		found: "Yael",
		columns: "first_name, stage, archived",
		values: "iif(i = 1, 'Yael', 'Other'), 'NEW', i = 1",
	},
	{
		area: "forms",
		table: "forms",
		query: { kind: "CONSENT" },
		found: "Yael",
		columns: "name, kind, fields",
		values: "iif(i = 1, 'Yael', 'Other'), iif(i = 1, 'CONSENT', 'INTAKE'), '[]'",
	},
];

const prefixes: Record<string, string> = { clients: "cli", leads: "led", forms: "frm" };

it.each(cases)(
	"a page of $area that a filter leaves empty leads on to the older ones, and does not say that there are none",
	async ({ area, table, query, columns, values, found }) => {
		const tenantId = await newTenant();
		const visitor = await newMember({ tenantId });
		await database
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
				INSERT INTO ${table} (id, tenant_id, created_at, updated_at, ${columns})
				SELECT '${prefixes[table]}_' || printf('%016x%016x', i, i), ?1, i, i, ${values} FROM n`,
			)
			.bind(tenantId)
			.run();
		const { text } = await visitor.open(200, `/${area}`, query);
		expect(textOf(text)).toContain(`None of the newer ${area} matches. Continue with older ${area}.`);
		expect(textOf(text)).not.toMatch(/No \w+ (matches|found)|No \w+ of this kind/);
		const next = linksOn(text).find((href) => href.includes("after=")) ?? "";
		const older = await call(200, next, { headers: { Cookie: visitor.cookie } });
		expect(textOf(older.text)).toContain(found);
		expect(textOf(older.text)).not.toContain("None of the newer");
	},
);
