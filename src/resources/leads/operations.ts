import { and, desc, eq, sql } from "drizzle-orm";
import type { EventDraft } from "../../commit/change.ts";
import { type Change, unchanged } from "../../commit/commit.ts";
import { Overtaken } from "../../commit/overtaken.ts";
import { guarded, insert, remove, update } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import type { Violation } from "../../db/errors.ts";
import { narrowed } from "../../db/lists/filtered-list-condition.ts";
import { clients } from "../../db/tables/tenant/clients.ts";
import { leadStages, leads } from "../../db/tables/tenant/leads.ts";
import type { PageRequest } from "../../http/endpoint.ts";
import { emailKey } from "../../http/fields.ts";
import { payload } from "../../lib/camel.ts";
import { changesBetween } from "../../lib/changes.ts";
import { newId } from "../../lib/ids.ts";
import { inOrder } from "../../lib/in-order.ts";
import { fieldProblem, notFound, type Problem } from "../../problems.ts";
import { artistReference } from "../artists/reference.ts";
import { createClient } from "../clients/operations.ts";
import type { Client } from "../clients/schema.ts";
import { type Lead, type LeadPatch, type LeadRow, type NewLead, toLead } from "./schema.ts";

interface Filters {
	updated_since?: number | undefined;
	stage?: LeadRow["stage"] | undefined;
	assigned_artist_id?: string | undefined;
	source?: string | undefined;
	archived?: boolean | undefined;
}

export async function listLeads(ctx: Ctx, filters: Filters, page: PageRequest): Promise<Lead[]> {
	const rows = await ctx.db
		.select()
		.from(leads)
		.where(
			narrowed(leads, ctx, page, {
				updatedSince: filters.updated_since,
				updatedIndex: "leads_updated",
				owners: [{ column: leads.assignedArtistId, index: "leads_artist", value: filters.assigned_artist_id }],
				facetsIndex: "leads_facets",
				facets: [
					{ column: leads.stage, values: leadStages, value: filters.stage },
					{ column: leads.archived, values: [false, true], value: filters.archived },
				],
				others: filters.source === undefined ? undefined : eq(leads.source, filters.source),
			}),
		)
		.orderBy(desc(leads.id))
		.limit(page.take);
	return rows.map(toLead);
}

export const getLead = async (ctx: Ctx, id: string): Promise<Lead> => toLead(await findLead(ctx, id));

/** What a caller of the API does not choose. */
interface Origin {
	formSubmissionId?: string;
	clientId?: string;
}

export async function createLead(ctx: Ctx, given: NewLead, origin: Origin = {}): Promise<Change<Lead>> {
	await artist.check(ctx, given.assigned_artist_id);
	const row: LeadRow = {
		id: newId("lead", ctx.now),
		tenantId: ctx.tenantId,
		firstName: given.first_name,
		lastName: null,
		email: null,
		phone: null,
		message: null,
		source: null,
		stage: "NEW",
		assignedArtistId: null,
		preferredCommunication: null,
		budgetRangeMin: null,
		budgetRangeMax: null,
		archived: false,
		archivedAt: null,
		clientId: origin.clientId ?? null,
		convertedAt: null,
		formSubmissionId: origin.formSubmissionId ?? null,
		metadata: {},
		...columnsOf(given),
		createdAt: ctx.now,
		updatedAt: ctx.now,
		revision: 1,
	};
	checkBudget(row);
	const result = toLead(row);
	return {
		result,
		writes: [insert(leads).values(row)],
		events: [{ type: "lead.created", data: payload("lead", result) }],
		audit: { action: "lead.created", resourceId: row.id },
		refused: refusedLead,
	};
}

export async function updateLead(ctx: Ctx, id: string, patch: LeadPatch): Promise<Change<Lead>> {
	const [row] = await inOrder(findLead(ctx, id), artist.check(ctx, patch.assigned_artist_id));
	const next = { ...row, ...columnsOf(patch) };
	checkBudget(next);
	return changed(ctx, row, next, "lead.updated");
}

export const archiveLead = (ctx: Ctx, id: string): Promise<Change<Lead>> => setArchived(ctx, id, true);
export const unarchiveLead = (ctx: Ctx, id: string): Promise<Change<Lead>> => setArchived(ctx, id, false);

async function setArchived(ctx: Ctx, id: string, archived: boolean): Promise<Change<Lead>> {
	const row = await findLead(ctx, id);
	if (row.archived === archived) return unchanged(toLead(row));
	const next = { ...row, archived, archivedAt: archived ? ctx.now : null };
	return changed(ctx, row, next, archived ? "lead.archived" : "lead.unarchived");
}

/** The client is the one who has the lead's email, or is made of what the lead tells. */
export async function convertLead(ctx: Ctx, id: string): Promise<Change<Lead>> {
	const row = await findLead(ctx, id);
	if (row.convertedAt !== null) return unchanged(toLead(row));
	if (row.email === null) throw fieldProblem("email", "is needed: the lead has none");
	const holder = await clientWith(ctx, row.email);
	const made = holder ? undefined : await makeClient(ctx, row, row.email);
	const clientId = made?.id ?? holder ?? null;
	const converted: LeadRow = { ...row, clientId, convertedAt: ctx.now, stage: "BOOKED" };
	const change = changed(ctx, row, converted, "lead.converted", holder);
	return {
		...change,
		writes: [...(made?.change.writes ?? []), ...change.writes],
		events: [...(made?.change.events ?? []), ...(change.events ?? [])],
		audit: [made?.change.audit ?? [], change.audit ?? []].flat(),
		refused: (refusal) => {
			// Another request made the client, or converted the lead.
			const isOvertaken = refusal.kind === "unique" || (refusal.kind === "raised" && refusal.name === "stale_write");
			if (isOvertaken) throw new Overtaken(() => convertLead(ctx, id));
			return refusedLead(refusal);
		},
	};
}

async function makeClient(ctx: Ctx, row: LeadRow, email: string) {
	const change = await createClient(ctx, {
		email,
		first_name: row.firstName,
		last_name: row.lastName,
		phone: row.phone,
		source: row.source,
		preferred_communication: row.preferredCommunication,
		assigned_artist_id: row.assignedArtistId,
	});
	return { change, id: (change.result as Client).id };
}

export async function deleteLead(ctx: Ctx, id: string): Promise<Change<{ object: "lead"; id: string; deleted: true }>> {
	const row = await findLead(ctx, id);
	return {
		result: { object: "lead", id, deleted: true },
		writes: [guarded(remove(leads).where(asRead(row)))],
		audit: { action: "lead.deleted", resourceId: id },
	};
}

/** From one state of a lead to the next; with a client, only while there is that client. */
function changed(ctx: Ctx, row: LeadRow, wanted: LeadRow, action: string, clientId?: string): Change<Lead> {
	const before = toLead(row);
	const next: LeadRow = { ...wanted, updatedAt: ctx.now, revision: row.revision + 1 };
	const result = toLead(next);
	const changes = changesBetween(before, result);
	if (!changes) return unchanged(before);
	const data = { ...payload("lead", result), changes };
	const emit = (type: EventDraft["type"], when: boolean): EventDraft[] => (when ? [{ type, data }] : []);
	return {
		result,
		writes: [
			guarded(
				update(leads)
					.set(next)
					.where(and(asRead(row), clientId === undefined ? undefined : isThere(ctx, clientId))),
			),
		],
		events: [
			...emit("lead.stage_changed", row.stage !== next.stage),
			...emit("lead.assigned", next.assignedArtistId !== null && row.assignedArtistId !== next.assignedArtistId),
			...emit("lead.archived", next.archived && !row.archived),
		],
		audit: { action, resourceId: row.id },
		refused: refusedLead,
	};
}

function checkBudget({ budgetRangeMin: min, budgetRangeMax: max }: LeadRow): void {
	if (min !== null && max !== null && min > max)
		throw fieldProblem("budget_range_max", "must not be less than budget_range_min");
}

async function findLead({ db, tenantId }: Ctx, id: string): Promise<LeadRow> {
	const [row] = await db
		.select()
		.from(leads)
		.where(and(eq(leads.tenantId, tenantId), eq(leads.id, id)));
	if (!row) throw notFound("lead");
	return row;
}

async function clientWith({ db, tenantId }: Ctx, email: string): Promise<string | undefined> {
	const [holder] = await db
		.select({ id: clients.id })
		.from(clients)
		.where(and(eq(clients.tenantId, tenantId), eq(clients.emailKey, emailKey(email))));
	return holder?.id;
}

/** The row as it was when the change was decided. */
const asRead = (row: LeadRow) =>
	and(eq(leads.tenantId, row.tenantId), eq(leads.id, row.id), eq(leads.revision, row.revision));

const isThere = ({ tenantId }: Ctx, clientId: string) =>
	sql`EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.tenantId} = ${tenantId} AND ${clients.id} = ${clientId})`;

const artist = artistReference("assigned_artist_id");

const refusedLead = (refusal: Violation): Problem | undefined =>
	refusal.kind === "foreign_key" ? artist.namesNone() : undefined;

/** The columns that a body sets. */
function columnsOf(given: LeadPatch): Partial<LeadRow> {
	const columns = {
		firstName: given.first_name,
		lastName: given.last_name,
		email: given.email,
		phone: given.phone,
		message: given.message,
		source: given.source,
		stage: given.stage,
		assignedArtistId: given.assigned_artist_id,
		preferredCommunication: given.preferred_communication,
		budgetRangeMin: given.budget_range_min,
		budgetRangeMax: given.budget_range_max,
		metadata: given.metadata,
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<LeadRow>;
}
