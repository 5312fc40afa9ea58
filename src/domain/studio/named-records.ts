import type { SQL } from "drizzle-orm";
import { inArray, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { apiKeys } from "../../platform/db/tables/control/api-keys.ts";
import { users } from "../../platform/db/tables/control/people.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { formSubmissions, forms } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { webhookEndpoints } from "../../platform/db/tables/data/webhooks.ts";
import { together } from "../../platform/db/together.ts";

/** A record as people call it, by its kind. */
export type NamedRecord =
	| { kind: "artist" | "shop" | "form" | "event_type" | "api_key" | "user"; name: string }
	| { kind: "client" | "lead"; name: string; email: string | null }
	| { kind: "idea"; name: string; clientId: string }
	| { kind: "form_submission"; formId: string }
	/** `name` is that of the client. */
	| { kind: "appointment"; name: string; startAt: number; endAt: number; timezone: string }
	| { kind: "webhook_endpoint"; url: string; host: string; description: string | null; isDeleted: boolean };

interface TenantTable extends SQLiteTable {
	tenantId: SQLiteColumn;
	id: SQLiteColumn;
}

type Found = [id: string, record: NamedRecord][];

/** Takes one call to the studio's data and one to the control database. Unknown ids are left out. */
export async function namedRecords(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, NamedRecord>> {
	const { tenantId } = ctx;
	const all = [...new Set(ids)];
	const ofKind = (...prefixes: string[]) => all.filter((id) => prefixes.includes(id.slice(0, id.indexOf("_"))));
	/** Reads nothing if no id is of the kind. */
	const read = async <R extends { id: string }>(
		prefix: string | string[],
		table: TenantTable,
		rowsOf: (condition: SQL) => PromiseLike<R[]>,
		record: (row: R) => NamedRecord,
	): Promise<Found> => {
		const wanted = ofKind(...[prefix].flat());
		if (wanted.length === 0) return [];
		// With two conditions, SQLite may read all of the tenant from an index that has the columns.
		const keys = sql`(SELECT ${tenantId}, value FROM json_each(${JSON.stringify(wanted)}))`;
		const rows = await rowsOf(sql`(${table.tenantId}, ${table.id}) IN ${keys}`);
		return rows.map((row) => [row.id, record(row)]);
	};
	const byName =
		(
			prefix: string,
			kind: "artist" | "shop" | "form" | "event_type",
			table: typeof artists | typeof shops | typeof forms | typeof eventTypes,
		) =>
		({ db }: Ctx) =>
			read(
				prefix,
				table,
				(wanted) => db.select({ id: table.id, name: table.name }).from(table).where(wanted),
				({ name }) => ({ kind, name }),
			);
	const people =
		(prefix: string, kind: "client" | "lead", table: typeof clients | typeof leads) =>
		({ db }: Ctx) =>
			read(
				prefix,
				table,
				(wanted) =>
					db
						.select({ id: table.id, firstName: table.firstName, lastName: table.lastName, email: table.email })
						.from(table)
						.where(wanted),
				({ email, ...names }) => ({ kind, name: nameOf(names), email }),
			);
	const found = await together(
		ctx,
		people("cli", "client", clients),
		people("led", "lead", leads),
		byName("art", "artist", artists),
		byName("shp", "shop", shops),
		byName("ety", "event_type", eventTypes),
		byName("frm", "form", forms),
		({ db }) =>
			read(
				"apt",
				appointments,
				(wanted) =>
					db
						.select({
							id: appointments.id,
							startAt: appointments.startAt,
							endAt: appointments.endAt,
							timezone: appointments.timezone,
							firstName: ofClient(tenantId, "first_name"),
							lastName: ofClient(tenantId, "last_name"),
						})
						.from(appointments)
						.where(wanted),
				({ startAt, endAt, timezone, ...names }) => ({
					kind: "appointment",
					name: nameOf(names),
					startAt,
					endAt,
					timezone,
				}),
			),
		({ db }) =>
			read(
				"ide",
				ideas,
				(wanted) =>
					db.select({ id: ideas.id, name: ideas.subject, clientId: ideas.clientId }).from(ideas).where(wanted),
				({ name, clientId }) => ({ kind: "idea", name, clientId }),
			),
		({ db }) =>
			read(
				"fsb",
				formSubmissions,
				(wanted) =>
					db.select({ id: formSubmissions.id, formId: formSubmissions.formId }).from(formSubmissions).where(wanted),
				({ formId }) => ({ kind: "form_submission", formId }),
			),
		({ db }) =>
			read(
				["whe", "hok"],
				webhookEndpoints,
				(wanted) =>
					db
						.select({
							id: webhookEndpoints.id,
							url: webhookEndpoints.url,
							host: webhookEndpoints.host,
							description: webhookEndpoints.description,
							deletedAt: webhookEndpoints.deletedAt,
						})
						.from(webhookEndpoints)
						.where(wanted),
				({ url, host, description, deletedAt }) => ({
					kind: "webhook_endpoint",
					url,
					host,
					description,
					isDeleted: deletedAt !== null,
				}),
			),
		({ control }) =>
			read(
				"key",
				apiKeys,
				(wanted) => control.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(wanted),
				({ name }) => ({ kind: "api_key", name }),
			),
		({ control }) => namedUsers(control, ofKind("usr")),
	);
	return new Map(found.flat());
}

async function namedUsers(control: Ctx["control"], ids: string[]): Promise<Found> {
	if (ids.length === 0) return [];
	const rows = await control
		.select({ id: users.id, name: users.email })
		.from(users)
		.where(inArray(users.id, eachOf(ids)));
	return rows.map(({ id, name }) => [id, { kind: "user", name }]);
}

/** SQLite would read all appointments for a join. */
const ofClient = (tenantId: string, column: "first_name" | "last_name") =>
	sql<string | null>`(SELECT c.${sql.identifier(column)} FROM ${clients} c
		WHERE c.tenant_id = ${tenantId} AND c.id = ${appointments.clientId})`;

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
	[firstName, lastName].filter(Boolean).join(" ");
