import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { type Picture, toPicture } from "../../pictures/schema.ts";
import { requestedKeys } from "./booking-request.ts";

/** A picture of another record than that of the page. */
export interface FoundPicture {
	picture: Picture;
	/** The record that has the picture, and the one that it belongs to, which its page needs. */
	owner: { type: "lead" | "idea" | "form_submission"; id: string; of: string };
	/** The id of the record for which it was found. */
	root: string;
}

/** A page shows so many pictures of each record, and of all of them together. */
const limits = { perRecord: 6, together: 24 };

/**
 * Bookings make their submissions in the transaction of the lead or the appointment, at the same time and for the same
 * client. The range of ids spares a search through all submissions of the client: within an isolate an id can be a
 * little ahead of its time.
 */
const aheadMs = 60_000;

/**
 * The records whose pictures belong to a lead or an appointment: the leads, the submissions that were made with them, and
 * the ideas that these made. `roots` has the columns root, client_id, lead_id, submission_id and at.
 */
const recordsFrom = ({ tenantId }: Ctx, roots: SQL): SQL => sql`
	WITH roots(root, client_id, lead_id, submission_id, at) AS (${roots}),
	made(root, id, idea_id) AS (
		SELECT r.root, s.id, s.idea_id FROM roots r CROSS JOIN ${formSubmissions} s
		WHERE s.tenant_id = ${tenantId} AND s.id = r.submission_id
		UNION
		SELECT r.root, s.id, s.idea_id FROM roots r CROSS JOIN ${formSubmissions} s INDEXED BY form_submissions_client
		WHERE s.tenant_id = ${tenantId} AND s.client_id = r.client_id AND s.created_at = r.at
			AND s.id >= 'fsb_' || printf('%012x', r.at) AND s.id < 'fsb_' || printf('%012x', r.at + ${aheadMs})
	)
	SELECT root, lead_id AS record_id FROM roots WHERE lead_id IS NOT NULL
	UNION SELECT root, id FROM made
	UNION SELECT root, idea_id FROM made WHERE idea_id IS NOT NULL`;

/** Pictures of the leads, and of the forms with which people asked. */
export function picturesOfLeads(ctx: Ctx, leadIds: readonly string[]): Promise<FoundPicture[]> {
	const wanted = sql`(SELECT ${ctx.tenantId}, value FROM json_each(${JSON.stringify(leadIds)}))`;
	const roots = sql`SELECT id, client_id, id, form_submission_id, created_at FROM ${leads} WHERE (tenant_id, id) IN ${wanted}`;
	return readPictures(ctx, recordsFrom(ctx, roots), limits.together * Math.max(1, leadIds.length));
}

/** The request of an appointment is among the latest leads of its client. */
const latestLeads = 50;

/** The pictures of the request that the appointment confirmed, and of the forms that were filled in for it. */
export function picturesOfAppointment(ctx: Ctx, id: string): Promise<FoundPicture[]> {
	const { tenantId } = ctx;
	const appointment = sql`SELECT id, client_id, created_at FROM ${appointments} WHERE tenant_id = ${tenantId} AND id = ${id}`;
	const roots = sql`
		SELECT id, client_id, NULL, NULL, created_at FROM (${appointment})
		UNION ALL
		SELECT ${id}, l.client_id, l.id, l.form_submission_id, l.created_at FROM (
			SELECT * FROM ${leads} WHERE tenant_id = ${tenantId} AND client_id = (SELECT client_id FROM (${appointment}))
			ORDER BY id DESC LIMIT ${latestLeads}
		) l WHERE l.metadata ->> ${`$.${requestedKeys.appointmentId}`} = ${id}`;
	return readPictures(ctx, recordsFrom(ctx, roots), limits.together);
}

/** The newest records of a client that have pictures. */
const latestRecords = 20;

/** The pictures of the client's ideas, submissions and leads, the newest first. */
export function picturesOfClient(ctx: Ctx, id: string): Promise<FoundPicture[]> {
	const latest = (table: typeof ideas | typeof formSubmissions | typeof leads) =>
		sql`SELECT client_id AS root, id AS record_id FROM (
			SELECT client_id, id FROM ${table} WHERE tenant_id = ${ctx.tenantId} AND client_id = ${id}
			ORDER BY id DESC LIMIT ${latestRecords})`;
	const owners = sql`${latest(ideas)} UNION ALL ${latest(formSubmissions)} UNION ALL ${latest(leads)}`;
	return readPictures(ctx, owners, limits.together, sql`${pictures.id} DESC`);
}

/** `owners` has the ids of the records in the column record_id. */
async function readPictures(
	ctx: Ctx,
	owners: SQL,
	take: number,
	order: SQL = sql`o.root, ${pictures.ownerType} = 'idea', ${pictures.ownerId}, ${pictures.position}`,
): Promise<FoundPicture[]> {
	const { db, tenantId } = ctx;
	const rows = await db
		.select({
			root: sql<string>`o.root`,
			row: pictures,
			clientId: sql<
				string | null
			>`(SELECT client_id FROM ${ideas} i WHERE i.tenant_id = ${tenantId} AND i.id = o.record_id)`,
			formId: sql<
				string | null
			>`(SELECT form_id FROM ${formSubmissions} s WHERE s.tenant_id = ${tenantId} AND s.id = o.record_id)`,
		})
		// The records are few. A plain join might begin with all pictures of the studio.
		.from(sql`(${owners}) o`)
		.crossJoin(pictures)
		.where(
			and(
				eq(pictures.tenantId, tenantId),
				sql`${pictures.ownerId} = o.record_id`,
				lte(pictures.position, limits.perRecord),
			),
		)
		.orderBy(order)
		.limit(take);
	return rows.flatMap(({ root, row, clientId, formId }) => {
		const owner = ownerOf(row, clientId, formId);
		return owner === undefined ? [] : [{ root, picture: toPicture(ctx, row), owner }];
	});
}

function ownerOf(
	{ ownerType, ownerId: id }: typeof pictures.$inferSelect,
	clientId: string | null,
	formId: string | null,
): FoundPicture["owner"] | undefined {
	if (ownerType === "lead") return { type: ownerType, id, of: id };
	if (ownerType === "idea" && clientId !== null) return { type: ownerType, id, of: clientId };
	if (ownerType === "form_submission" && formId !== null) return { type: ownerType, id, of: formId };
	return undefined;
}
