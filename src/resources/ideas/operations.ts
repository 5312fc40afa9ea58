import { and, desc, eq } from "drizzle-orm";
import type { EventDraft } from "../../commit/change.ts";
import { type Change, unchanged } from "../../commit/commit.ts";
import { guarded, insert, remove, update } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import type { Violation } from "../../db/errors.ts";
import { narrowed } from "../../db/lists/filtered-list-condition.ts";
import { clients } from "../../db/tables/tenant/clients.ts";
import { bttStatuses, ideaSources, ideaStages, ideas } from "../../db/tables/tenant/ideas.ts";
import type { PageRequest } from "../../http/endpoint.ts";
import { payload } from "../../lib/camel.ts";
import { changesBetween } from "../../lib/changes.ts";
import { newId } from "../../lib/ids.ts";
import { inOrder } from "../../lib/in-order.ts";
import { fieldProblem, notFound, type Problem, problem } from "../../problems.ts";
import { artistReference } from "../artists/reference.ts";
import {
	type Details,
	detailNames,
	detailsOf,
	type Idea,
	type IdeaPatch,
	type IdeaRow,
	type NewIdea,
	toIdea,
} from "./schema.ts";

interface Filters {
	updated_since?: number | undefined;
	client_id?: string | undefined;
	artist_id?: string | undefined;
	stage?: IdeaRow["stage"] | undefined;
	source_type?: IdeaRow["sourceType"] | undefined;
	btt_status?: IdeaRow["bttStatus"] | undefined;
	archived?: boolean | undefined;
}

export async function listIdeas(ctx: Ctx, filters: Filters, page: PageRequest): Promise<Idea[]> {
	const rows = await ctx.db
		.select()
		.from(ideas)
		.where(
			narrowed(ideas, ctx, page, {
				updatedSince: filters.updated_since,
				updatedIndex: "ideas_updated",
				owners: [
					{ column: ideas.clientId, index: "ideas_client", value: filters.client_id },
					{
						column: ideas.artistId,
						index: "ideas_artist",
						facetsIndex: "ideas_artist_facets",
						value: filters.artist_id,
					},
				],
				facetsIndex: "ideas_facets",
				facets: [
					{ column: ideas.stage, values: ideaStages, value: filters.stage },
					{ column: ideas.sourceType, values: ideaSources, value: filters.source_type },
					{ column: ideas.bttStatus, values: bttStatuses, value: filters.btt_status },
					{ column: ideas.archived, values: [false, true], value: filters.archived },
				],
			}),
		)
		.orderBy(desc(ideas.id))
		.limit(page.take);
	return rows.map(toIdea);
}

export const getIdea = async (ctx: Ctx, id: string): Promise<Idea> => toIdea(await findIdea(ctx, id));

/** What a caller of the API does not choose. */
interface Origin {
	formSubmissionId?: string;
}

export async function createIdea(ctx: Ctx, given: NewIdea, origin: Origin = {}): Promise<Change<Idea>> {
	await inOrder(checkClient(ctx, given.client_id), artist.check(ctx, given.artist_id));
	const row: IdeaRow = {
		id: newId("idea", ctx.now),
		tenantId: ctx.tenantId,
		clientId: given.client_id,
		artistId: null,
		subject: given.subject,
		stage: "NEW",
		sourceType: "API",
		bttStatus: "NONE",
		archived: false,
		archivedAt: null,
		formSubmissionId: origin.formSubmissionId ?? null,
		metadata: {},
		...columnsOf(given),
		details: { ...givenDetails(given) },
		createdAt: ctx.now,
		updatedAt: ctx.now,
		revision: 1,
	};
	checkBudget(detailsOf(row));
	const result = toIdea(row);
	return {
		result,
		writes: [insert(ideas).values(row)],
		events: [{ type: "idea.created", data: payload("idea", result) }],
		audit: { action: "idea.created", resourceId: row.id },
		refused: refusedIdea,
	};
}

export async function updateIdea(ctx: Ctx, id: string, patch: IdeaPatch): Promise<Change<Idea>> {
	const [row] = await inOrder(findIdea(ctx, id), checkClient(ctx, patch.client_id), artist.check(ctx, patch.artist_id));
	const next: IdeaRow = { ...row, ...columnsOf(patch), details: { ...row.details, ...givenDetails(patch) } };
	checkBudget(detailsOf(next));
	checkStage(row.stage, next.stage);
	return changed(ctx, row, next, "idea.updated");
}

export const archiveIdea = (ctx: Ctx, id: string): Promise<Change<Idea>> => setArchived(ctx, id, true);
export const unarchiveIdea = (ctx: Ctx, id: string): Promise<Change<Idea>> => setArchived(ctx, id, false);

async function setArchived(ctx: Ctx, id: string, archived: boolean): Promise<Change<Idea>> {
	const row = await findIdea(ctx, id);
	if (row.archived === archived) return unchanged(toIdea(row));
	const next = { ...row, archived, archivedAt: archived ? ctx.now : null };
	return changed(ctx, row, next, archived ? "idea.archived" : "idea.unarchived");
}

export async function deleteIdea(ctx: Ctx, id: string): Promise<Change<{ object: "idea"; id: string; deleted: true }>> {
	const row = await findIdea(ctx, id);
	return {
		result: { object: "idea", id, deleted: true },
		writes: [guarded(remove(ideas).where(asRead(row)))],
		audit: { action: "idea.deleted", resourceId: id },
	};
}

/** From one state of an idea to the next. */
function changed(ctx: Ctx, row: IdeaRow, wanted: IdeaRow, action: string): Change<Idea> {
	const before = toIdea(row);
	const next: IdeaRow = { ...wanted, updatedAt: ctx.now, revision: row.revision + 1 };
	const result = toIdea(next);
	const changes = changesBetween(before, result);
	if (!changes) return unchanged(before);
	const data = { ...payload("idea", result), changes };
	const transferred = row.artistId !== null && next.artistId !== null && row.artistId !== next.artistId;
	const events: EventDraft[] = [
		...(row.stage !== next.stage ? [{ type: "idea.stage_changed" as const, data }] : []),
		...(transferred ? [{ type: "idea.transferred" as const, data }] : []),
	];
	return {
		result,
		writes: [guarded(update(ideas).set(next).where(asRead(row)))],
		events,
		audit: { action, resourceId: row.id },
		refused: refusedIdea,
	};
}

/** What was finished or declined is looked at again before anything else becomes of it. */
function checkStage(from: IdeaRow["stage"], to: IdeaRow["stage"]): void {
	if (from === to || to === "IN_REVIEW") return;
	if (from === "DONE" || from === "DECLINED")
		throw problem("conflict", `An idea that is ${from} goes back to IN_REVIEW before it becomes ${to}.`);
}

function checkBudget({ budget_min, budget_max }: Details): void {
	if (budget_min !== null && budget_max !== null && budget_min > budget_max)
		throw fieldProblem("budget_max", "must not be less than budget_min");
}

async function findIdea({ db, tenantId }: Ctx, id: string): Promise<IdeaRow> {
	const [row] = await db
		.select()
		.from(ideas)
		.where(and(eq(ideas.tenantId, tenantId), eq(ideas.id, id)));
	if (!row) throw notFound("idea");
	return row;
}

/** The row as it was when the change was decided. */
const asRead = (row: IdeaRow) =>
	and(eq(ideas.tenantId, row.tenantId), eq(ideas.id, row.id), eq(ideas.revision, row.revision));

async function checkClient({ db, tenantId }: Ctx, id: string | undefined): Promise<void> {
	if (id === undefined) return;
	const found = await db
		.select({ id: clients.id })
		.from(clients)
		.where(and(eq(clients.tenantId, tenantId), eq(clients.id, id)));
	if (found.length === 0) throw fieldProblem("client_id", "names no client");
}

const artist = artistReference("artist_id");

const refusedIdea = (refusal: Violation): Problem | undefined =>
	refusal.kind === "foreign_key"
		? artist.namesNone()
		: refusal.kind === "raised" && refusal.name === "gone"
			? fieldProblem("client_id", "names no client")
			: undefined;

const givenDetails = (given: IdeaPatch): Partial<Details> =>
	Object.fromEntries(detailNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));

/** The columns that a body sets. */
function columnsOf(given: IdeaPatch): Partial<IdeaRow> {
	const columns = {
		clientId: given.client_id,
		artistId: given.artist_id,
		subject: given.subject,
		stage: given.stage,
		sourceType: given.source_type,
		bttStatus: given.btt_status,
		metadata: given.metadata,
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<IdeaRow>;
}
