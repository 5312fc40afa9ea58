import { and, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { type DatabaseRefusal, isStale } from "../../../platform/commit/transaction/refusals.ts";
import {
	changedColumns,
	insertRow,
	mustChangeRows,
	removeIfUnchanged,
	update,
} from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { hasValue, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, ifUnchanged, nextRevision } from "../../../platform/db/record.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { leadEmailKey, leads } from "../../../platform/db/tables/data/leads.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { fieldProblem, type Problem, problem } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";
import { artistReference } from "../../studio/artists/reference.ts";
import { clientWithEmail, isEmailTaken } from "../clients/lookup.ts";
import { createNewcomer } from "../clients/operations.ts";
import type { Client } from "../clients/schema.ts";
import { checkOrder, hasWords, wordsIn, wordsInPhone } from "../search-words.ts";
import { openBookingRequest, openStages } from "./booking-request.ts";
import { type Lead, type LeadPatch, type LeadRow, largeColumns, type NewLead, toLead } from "./schema.ts";

interface Filters extends CreatedFilters, UpdatedFilters {
	q?: string | undefined;
	stage?: LeadRow["stage"] | undefined;
	assigned_artist_id?: string | undefined;
	email?: string | undefined;
	client_id?: string | undefined;
	source?: string | undefined;
	archived?: boolean | undefined;
}

export async function listLeads(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Lead>> {
	checkOrder(filters.q, page);
	const found = await pageWithLargeColumns(ctx, leads, {
		large: largeColumns,
		...walkedList(leads, ctx, page, {
			updated: updatedRange(filters),
			created: { kind: "lead", range: filters },
			indexed: [
				[sql.raw(leadEmailKey), filters.email && emailKey(filters.email)],
				[leads.clientId, filters.client_id],
				[leads.assignedArtistId, filters.assigned_artist_id],
				[leads.source, filters.source],
				[leads.stage, filters.stage],
			],
			others: [hasValue(leads.archived, filters.archived), ...hasWords(leads.searchWords, filters.q)],
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toLead) };
}

export const getLead = async (ctx: Ctx, id: string): Promise<Lead> => toLead(await findLead(ctx, id));

/** Only the service sets these fields. The client must exist at the commit. */
interface Origin {
	formSubmissionId?: string;
	clientId?: string;
}

export async function createLead(ctx: Ctx, given: NewLead, origin: Origin = {}): Promise<Change<Lead>> {
	await artist.check(ctx, given.assigned_artist_id);
	const row = withSearchWords({
		...defaultsOf(leads),
		id: newId("lead", ctx.now),
		tenantId: ctx.tenantId,
		firstName: given.first_name,
		stage: "NEW",
		clientId: origin.clientId ?? null,
		formSubmissionId: origin.formSubmissionId ?? null,
		...columnsOf(leads, given),
		...firstRevision(ctx.now),
	});
	checkBudget(row);
	const result = toLead(row);
	const write = insertRow(leads, row);
	return {
		result,
		writes: [
			origin.clientId === undefined
				? write
				: { write, condition: clientExists(ctx, origin.clientId), reason: "stale_write" },
		],
		events: [{ type: "lead.created", data: payload("lead", result) }],
		audit: { action: "lead.created", resourceId: row.id },
		onRefused: refusedLead,
	};
}

export async function updateLead(ctx: Ctx, id: string, patch: LeadPatch): Promise<Change<Lead>> {
	const [row] = await together(
		ctx,
		(ctx) => findLead(ctx, id),
		(ctx) => artist.check(ctx, patch.assigned_artist_id),
	);
	const next = { ...row, ...columnsOf(leads, patch), metadata: mergedMetadata(row.metadata, patch.metadata) };
	checkBudget(next);
	checkStage(row, next);
	return changedLead(ctx, row, next, "lead.updated");
}

export const archiveLead = (ctx: Ctx, id: string): Promise<Change<Lead>> => setArchived(ctx, id, true);
export const unarchiveLead = (ctx: Ctx, id: string): Promise<Change<Lead>> => setArchived(ctx, id, false);

async function setArchived(ctx: Ctx, id: string, archived: boolean): Promise<Change<Lead>> {
	const row = await findLead(ctx, id);
	if (row.archived === archived) return noChange(toLead(row));
	const next = { ...row, archived, archivedAt: archived ? ctx.now : null };
	return changedLead(ctx, row, next, archived ? "lead.archived" : "lead.unarchived");
}

/**
 * The lead gets the client whom it names already, or else the one who has its email, or else a new one with the data of
 * the lead.
 */
export async function convertLead(ctx: Ctx, id: string): Promise<Change<Lead>> {
	const row = await findLead(ctx, id);
	if (row.convertedAt !== null) return noChange(toLead(row));
	checkStage(row, { ...row, stage: "BOOKED" });
	const holder = await presentClientOf(ctx, row);
	if (!holder && row.email === null) throw fieldProblem("email", "is required: the lead has no email");
	const created = holder || row.email === null ? undefined : await createClientOfLead(ctx, row, row.email);
	const clientId = created?.result.id ?? holder ?? null;
	const converted: LeadRow = { ...row, clientId, convertedAt: ctx.now, stage: "BOOKED" };
	const change = changedLead(ctx, row, converted, "lead.converted", holder);
	return combine(created ? [created] : [], {
		...change,
		// Another request created the client, or converted the lead.
		onRefused: (refusal) => (isEmailTaken(refusal) || isStale(refusal) ? decideAgain : refusedLead(refusal)),
	});
}

async function presentClientOf(ctx: Ctx, { clientId, email }: LeadRow): Promise<string | undefined> {
	if (clientId !== null && (await isClient(ctx, clientId))) return clientId;
	return email === null ? undefined : await clientWithEmail(ctx, email);
}

async function isClient(ctx: Ctx, id: string): Promise<boolean> {
	const [found] = await ctx.db.select({ is: clientExists(ctx, id).mapWith(Boolean) }).from(sql`(SELECT 1)`);
	return found?.is === true;
}

const createClientOfLead = (ctx: Ctx, row: LeadRow, email: string): Promise<Change<Client>> =>
	createNewcomer(ctx, {
		email,
		first_name: row.firstName,
		last_name: row.lastName,
		phone: row.phone,
		source: row.source,
		preferred_communication: row.preferredCommunication,
		assigned_artist_id: row.assignedArtistId,
	});

export async function deleteLead(ctx: Ctx, id: string): Promise<Change<{ object: "lead"; id: string; deleted: true }>> {
	const row = await findLead(ctx, id);
	return {
		result: { object: "lead", id, deleted: true },
		writes: [removeIfUnchanged(leads, row)],
		audit: [...(await deletedWith(ctx, [row])), { action: "lead.deleted", resourceId: id }],
	};
}

/** With `clientId`, the change needs this client to exist at the commit. */
export function changedLead(ctx: Ctx, row: LeadRow, wanted: LeadRow, action: string, clientId?: string): Change<Lead> {
	const before = toLead(row);
	const next = withSearchWords({ ...wanted, ...nextRevision(row, ctx.now) });
	const result = toLead(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	const data = { ...payload("lead", result), changes };
	const emit = (type: EventDraft["type"], when: boolean): EventDraft[] => (when ? [{ type, data }] : []);
	const events = [
		...emit("lead.stage_changed", row.stage !== next.stage),
		...emit("lead.assigned", next.assignedArtistId !== null && row.assignedArtistId !== next.assignedArtistId),
		...emit("lead.archived", next.archived && !row.archived),
	];
	return {
		result,
		writes: [
			mustChangeRows(
				update(leads)
					.set(changedColumns(row, next))
					.where(and(ifUnchanged(leads, row), clientId === undefined ? undefined : clientExists(ctx, clientId))),
			),
		],
		events,
		audit: { action, resourceId: row.id, recentChanges: events.length === 0 ? changes : null },
		onRefused: refusedLead,
	};
}

const withSearchWords = (row: Omit<LeadRow, "searchWords">): LeadRow => ({
	...row,
	searchWords: [
		...new Set([...[row.firstName, row.lastName, row.email, row.message].flatMap(wordsIn), ...wordsInPhone(row.phone)]),
	],
});

/** A client waits for the answer to a booking request, so its end books the appointment or tells the client. */
function checkStage(row: LeadRow, next: LeadRow): void {
	if (row.stage === next.stage || openStages.includes(next.stage) || !openBookingRequest(row)) return;
	const answer = next.stage === "BOOKED" ? "confirm" : "decline";
	const detail = `The lead is a booking request. To ${answer} it, use POST /v1/leads/{lead_id}/${answer}.`;
	throw problem("conflict", detail);
}

function checkBudget({ budgetRangeMin: min, budgetRangeMax: max }: LeadRow): void {
	if (min !== null && max !== null && min > max)
		throw fieldProblem("budget_range_max", "must not be less than budget_range_min");
}

export const findLead = recordFinder(leads, "lead");

const clientExists = ({ tenantId }: Ctx, clientId: string) =>
	sql`EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.tenantId} = ${tenantId} AND ${clients.id} = ${clientId})`;

const artist = artistReference("assigned_artist_id");

const refusedLead = (refusal: DatabaseRefusal): Problem | undefined =>
	refusal.kind === "foreign_key" ? artist.namesNone() : undefined;
