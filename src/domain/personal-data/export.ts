import { asc, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/context.ts";
import { eachOf } from "../../platform/db/each-of.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { auditEntries } from "../../platform/db/tables/data/audit-log.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { events } from "../../platform/db/tables/data/events.ts";
import { formSubmissions } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { pictures } from "../../platform/db/tables/data/pictures.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { problem } from "../../platform/problems/problem.ts";
import { recordFinder } from "../../platform/record-finder.ts";
import { toAuditEntry } from "../access/audit-log/operations.ts";
import { toAppointment } from "../booking/appointments/schema.ts";
import { toClient } from "../clients/clients/schema.ts";
import { toSubmission } from "../clients/form-submissions/schema.ts";
import { toIdea } from "../clients/ideas/schema.ts";
import { toLead } from "../clients/leads/schema.ts";
import { toEvent } from "../events/feed/operations.ts";
import { toPicture } from "../pictures/schema.ts";
import { importRowsOf } from "./import-rows.ts";
import { areOf, eventsOfClients, eventsOfRecord, mergedIds, type Person, recordsOf } from "./person.ts";
import type { ClientExport } from "./schema.ts";

/** All that the studio holds about the person. */
export async function exportClient(ctx: Ctx, id: string): Promise<ClientExport> {
	const client = await findClient(ctx, id);
	const clientIds = await mergedIds(ctx, id);
	const person = { tenantId: ctx.tenantId, clientIds, emails: [client.emailKey] };
	const room = { bytes: mostBytes };
	const read = <R extends { id: string }>(table: RecordTable, ids: SQL): Promise<R[]> =>
		readAll(ctx, table, areOf(ctx, table, ids), room);
	const appointmentRows = await read<typeof appointments.$inferSelect>(appointments, recordsOf.appointments(person));
	const leadRows = await read<typeof leads.$inferSelect>(leads, recordsOf.leads(person));
	const ideaRows = await read<typeof ideas.$inferSelect>(ideas, recordsOf.ideas(person));
	const submissionsOfLeads = leadRows.flatMap(({ formSubmissionId }) => formSubmissionId ?? []);
	const submissionRows = await read<typeof formSubmissions.$inferSelect>(
		formSubmissions,
		recordsOf.submissions(person, submissionsOfLeads),
	);
	const owners = idsOf([...leadRows, ...ideaRows, ...submissionRows]);
	const pictureRows = await read<typeof pictures.$inferSelect>(pictures, recordsOf.pictures(person, owners));
	const ids = [...clientIds, ...idsOf(appointmentRows), ...owners, ...idsOf(pictureRows)];
	const eventIds = await eventIdsOf(ctx, person, [...leadRows, ...submissionRows]);
	return {
		object: "client_export",
		client_id: id,
		exported_at: timestamp(ctx.now),
		merged_client_ids: clientIds.filter((one) => one !== id),
		data: {
			client: toClient(client),
			appointments: appointmentRows.map(toAppointment),
			leads: leadRows.map(toLead),
			ideas: ideaRows.map(toIdea),
			form_submissions: submissionRows.map(toSubmission),
			pictures: pictureRows.map((row) => toPicture(ctx, row)),
			import_rows: await importRowsOf(ctx, person, (rows) => takeRoom(room, rows)),
			events: (await read<typeof events.$inferSelect>(events, sql`SELECT value FROM ${eachOf(eventIds)}`)).map(toEvent),
			audit_entries: (await read<typeof auditEntries.$inferSelect>(auditEntries, entriesOf(ctx, ids))).map(
				toAuditEntry,
			),
		},
	};
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const findClient = recordFinder(clients, "client");

/** A Worker has 128 MB for all that it does. */
const mostBytes = 16 * 1024 * 1024;
const rowsAtOnce = 200;

type RecordTable =
	| typeof appointments
	| typeof leads
	| typeof ideas
	| typeof formSubmissions
	| typeof pictures
	| typeof events
	| typeof auditEntries;

/** The oldest first. */
async function readAll<R extends { id: string }>(
	{ db }: Ctx,
	table: RecordTable,
	where: SQL,
	room: { bytes: number },
): Promise<R[]> {
	const all: R[] = [];
	for (let after = ""; ; ) {
		const rows = (await db
			.select()
			.from(table)
			.where(sql`${where} AND ${gt(table.id, after)}`)
			.orderBy(asc(table.id))
			.limit(rowsAtOnce)) as unknown as R[];
		takeRoom(room, rows);
		all.push(...rows);
		const last = rows.at(-1);
		if (!last || rows.length < rowsAtOnce) return all;
		after = last.id;
	}
}

function takeRoom(room: { bytes: number }, rows: readonly unknown[]): void {
	room.bytes -= JSON.stringify(rows).length;
	if (room.bytes < 0)
		throw problem("conflict", "More is held about the client than fits into one document. Read the lists instead.");
}

/** Events of a record with a client name the client. */
async function eventIdsOf(
	ctx: Ctx,
	person: Person,
	records: readonly { id: string; clientId: string | null }[],
): Promise<string[]> {
	const found = new Set(await eventsOfClients(ctx, person));
	for (const { id, clientId } of records)
		if (clientId === null) for (const event of await eventsOfRecord(ctx, id)) found.add(event);
	return [...found];
}

const entriesOf = ({ tenantId }: Ctx, ids: readonly string[]): SQL =>
	sql`SELECT a.id FROM ${eachOf(ids)} r CROSS JOIN ${auditEntries} a INDEXED BY audit_entries_resource
		ON a.tenant_id = ${tenantId} AND a.resource_id = r.value`;
