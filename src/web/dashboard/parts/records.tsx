import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { eachOf } from "../../../platform/db/each-of.ts";
import { apiKeys } from "../../../platform/db/tables/control/api-keys.ts";
import { users } from "../../../platform/db/tables/control/people.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { path as artistPath } from "../artists/paths.ts";
import { path as calendarPath } from "../calendar/paths.ts";
import { pathOf as formPath, submissionPath } from "../client-forms/paths.ts";
import { pathOf as clientPath, ideaPath } from "../clients/paths.ts";
import { path as eventTypePath } from "../event-types/paths.ts";
import type { Visit } from "../frame/visit.ts";
import { pathOf as leadPath } from "../leads/paths.ts";
import { nameOf as nameOfEndpoint } from "../webhooks/parts.tsx";
import { IdLink } from "./links.tsx";

interface NamedRecord {
	name: string;
	/** The path of its page, if it has one. */
	path?: string;
}

/** The records that a page names and that still exist, by their ids. */
export type Records = ReadonlyMap<string, NamedRecord>;

interface TenantTable extends SQLiteTable {
	tenantId: SQLiteColumn;
	id: SQLiteColumn;
}

/** Reads the names of the records, in one call to the studio's data and one to the control database. */
export async function recordsOf({ ctx }: Visit, ids: readonly string[]): Promise<Records> {
	const { db, control, tenantId } = ctx;
	const all = [...new Set(ids)];
	const ofKind = (prefix: string) => all.filter((id) => id.startsWith(`${prefix}_`));
	const listed = (column: SQLiteColumn, wanted: string[]) => sql`${column} IN ${eachOf(wanted)}`;
	/** Reads nothing if the page names no record of the kind. */
	const named = async <R extends { id: string }>(
		prefix: string,
		table: TenantTable,
		read: (condition: SQL) => PromiseLike<R[]>,
		record: (row: R) => NamedRecord,
	): Promise<[string, NamedRecord][]> => {
		const wanted = ofKind(prefix);
		if (wanted.length === 0) return [];
		// With two conditions, SQLite may read all of the tenant from an index that has the columns.
		const keys = sql`(SELECT ${tenantId}, value FROM json_each(${JSON.stringify(wanted)}))`;
		const rows = await read(sql`(${table.tenantId}, ${table.id}) IN ${keys}`);
		return rows.map((row) => [row.id, record(row)]);
	};
	const person = { firstName: clients.firstName, lastName: clients.lastName };
	/** SQLite would read all appointments for a join. */
	const ofClient = (column: "first_name" | "last_name") =>
		sql<string | null>`(SELECT c.${sql.identifier(column)} FROM ${clients} c
			WHERE c.tenant_id = ${tenantId} AND c.id = ${appointments.clientId})`;
	const nameOf = (row: { firstName: string | null; lastName: string | null }) =>
		[row.firstName, row.lastName].filter(Boolean).join(" ");
	const found = await together(
		{ db, control },
		({ db }) =>
			named(
				"cli",
				clients,
				(wanted) =>
					db
						.select({ id: clients.id, ...person })
						.from(clients)
						.where(wanted),
				(row) => ({ name: nameOf(row), path: clientPath(row.id) }),
			),
		({ db }) =>
			named(
				"apt",
				appointments,
				(wanted) =>
					db
						.select({ id: appointments.id, firstName: ofClient("first_name"), lastName: ofClient("last_name") })
						.from(appointments)
						.where(wanted),
				(row) => ({ name: `Appointment of ${nameOf(row) || "a client"}`, path: `${calendarPath}/${row.id}` }),
			),
		({ db }) =>
			named(
				"ide",
				ideas,
				(wanted) =>
					db.select({ id: ideas.id, name: ideas.subject, clientId: ideas.clientId }).from(ideas).where(wanted),
				({ id, name, clientId }) => ({ name, path: ideaPath(clientId, id) }),
			),
		({ db }) =>
			named(
				"led",
				leads,
				(wanted) =>
					db.select({ id: leads.id, firstName: leads.firstName, lastName: leads.lastName }).from(leads).where(wanted),
				(row) => ({ name: nameOf(row), path: leadPath(row.id) }),
			),
		({ db }) =>
			named(
				"art",
				artists,
				(wanted) => db.select({ id: artists.id, name: artists.name }).from(artists).where(wanted),
				({ id, name }) => ({ name, path: `${artistPath}/${id}` }),
			),
		({ db }) =>
			named(
				"shp",
				shops,
				(wanted) => db.select({ id: shops.id, name: shops.name }).from(shops).where(wanted),
				({ id, name }) => ({ name, path: `/dashboard/shops/${id}` }),
			),
		({ db }) =>
			named(
				"ety",
				eventTypes,
				(wanted) => db.select({ id: eventTypes.id, name: eventTypes.name }).from(eventTypes).where(wanted),
				({ id, name }) => ({ name, path: `${eventTypePath}/${id}` }),
			),
		({ db }) =>
			named(
				"frm",
				forms,
				(wanted) => db.select({ id: forms.id, name: forms.name }).from(forms).where(wanted),
				({ id, name }) => ({ name, path: formPath({ id }) }),
			),
		({ db }) =>
			named(
				"fsb",
				formSubmissions,
				(wanted) =>
					db.select({ id: formSubmissions.id, form_id: formSubmissions.formId }).from(formSubmissions).where(wanted),
				(row) => ({ name: "Submission", path: submissionPath(row) }),
			),
		({ db }) =>
			named(
				"whe",
				webhookEndpoints,
				(wanted) =>
					db
						.select({
							...{ id: webhookEndpoints.id, url: webhookEndpoints.url, description: webhookEndpoints.description },
							deletedAt: webhookEndpoints.deletedAt,
						})
						.from(webhookEndpoints)
						.where(wanted),
				(row) => ({
					name: nameOfEndpoint(row),
					...(row.deletedAt === null && { path: `/dashboard/webhooks/${row.id}` }),
				}),
			),
		({ control }) =>
			named(
				"key",
				apiKeys,
				(wanted) => control.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(wanted),
				({ id, name }) => ({ name, path: `/dashboard/api_keys/${id}` }),
			),
		({ control }) =>
			ofKind("usr").length === 0
				? []
				: control
						.select({ id: users.id, name: users.email })
						.from(users)
						.where(listed(users.id, ofKind("usr")))
						.then((rows) => rows.map(({ id, name }): [string, NamedRecord] => [id, { name }])),
	);
	return new Map(found.flat());
}

/** Kinds whose records are looked up. One that is not found has been deleted, so nothing leads to it. */
const lookedUp = /^(?:cli|apt|ide|led|art|shp|ety|frm|fsb|whe|key|usr)_/;

/** A record by its name, or else by the end of its id, with a link to its page. */
export const RecordLink = ({ visit, id, records }: { visit: Visit; id: string; records: Records }) => {
	const record = records.get(id);
	if (record === undefined) return <IdLink visit={visit} id={id} short linked={!lookedUp.test(id)} />;
	return record.path === undefined ? (
		<span title={id}>{record.name}</span>
	) : (
		<a href={visit.to(record.path)} title={id}>
			{record.name}
		</a>
	);
};
