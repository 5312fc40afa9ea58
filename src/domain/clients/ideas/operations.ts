import { type Change, noChange } from "../../../platform/commit/change.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import { insertRow, removeIfUnchanged, updateToNext } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { hasElement, hasValue, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { currencyErrors } from "../../../platform/http/fields/money.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { fieldProblem, fieldProblems, type Problem, problem } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { deletedWith } from "../../pictures/deleted-with.ts";
import { artistReference } from "../../studio/artists/reference.ts";
import { clientReference } from "../clients/lookup.ts";
import { checkOrder, hasWords } from "../search-words.ts";
import {
	type Details,
	detailNames,
	detailsOf,
	type Idea,
	type IdeaPatch,
	type IdeaRow,
	type NewIdea,
	toIdea,
	withSearchWords,
} from "./schema.ts";

interface Filters extends CreatedFilters, UpdatedFilters {
	q?: string | undefined;
	client_id?: string | undefined;
	tag?: string | undefined;
	artist_id?: string | undefined;
	stage?: IdeaRow["stage"] | undefined;
	source_type?: IdeaRow["sourceType"] | undefined;
	btt_status?: IdeaRow["bttStatus"] | undefined;
	archived?: boolean | undefined;
}

export async function listIdeas(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Idea>> {
	checkOrder(filters.q, page);
	const found = await pageWithLargeColumns(ctx, ideas, {
		large: ["details", "metadata", "searchWords"],
		...walkedList(ideas, ctx, page, {
			updated: updatedRange(filters),
			created: { kind: "idea", range: filters },
			indexed: [
				[ideas.clientId, filters.client_id],
				[ideas.artistId, filters.artist_id],
				[ideas.stage, filters.stage],
			],
			others: [
				hasElement(ideas.details, "$.tags", filters.tag),
				hasValue(ideas.sourceType, filters.source_type),
				hasValue(ideas.bttStatus, filters.btt_status),
				hasValue(ideas.archived, filters.archived),
				...hasWords(ideas.searchWords, filters.q),
			],
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toIdea) };
}

export const getIdea = async (ctx: Ctx, id: string): Promise<Idea> => toIdea(await findIdea(ctx, id));

/** The fields that only the service sets, and no caller of the API. */
interface Origin {
	formSubmissionId?: string;
}

export async function createIdea(ctx: Ctx, given: NewIdea, origin: Origin = {}): Promise<Change<Idea>> {
	await together(
		ctx,
		(ctx) => client.check(ctx, given.client_id),
		(ctx) => artist.check(ctx, given.artist_id),
	);
	const row = withSearchWords({
		...defaultsOf(ideas),
		id: newId("idea", ctx.now),
		tenantId: ctx.tenantId,
		clientId: given.client_id,
		subject: given.subject,
		stage: "NEW",
		sourceType: "API",
		bttStatus: "NONE",
		formSubmissionId: origin.formSubmissionId ?? null,
		...columnsOf(ideas, given),
		details: { ...givenDetails(given) },
		...firstRevision(ctx.now),
	});
	checkMoney(detailsOf(row));
	const result = toIdea(row);
	return {
		result,
		writes: [insertRow(ideas, row)],
		events: [{ type: "idea.created", data: payload("idea", result) }],
		audit: { action: "idea.created", resourceId: row.id },
		onRefused: refusedIdea,
	};
}

export async function updateIdea(ctx: Ctx, id: string, patch: IdeaPatch): Promise<Change<Idea>> {
	const [row] = await together(
		ctx,
		(ctx) => findIdea(ctx, id),
		(ctx) => client.check(ctx, patch.client_id),
		(ctx) => artist.check(ctx, patch.artist_id),
	);
	const next = {
		...row,
		...columnsOf(ideas, patch),
		details: { ...row.details, ...givenDetails(patch) },
		metadata: mergedMetadata(row.metadata, patch.metadata),
	};
	checkMoney(detailsOf(next), detailsOf(row));
	checkStage(row.stage, next.stage);
	return changedIdea(ctx, row, next, "idea.updated");
}

export const archiveIdea = (ctx: Ctx, id: string): Promise<Change<Idea>> => setArchived(ctx, id, true);
export const unarchiveIdea = (ctx: Ctx, id: string): Promise<Change<Idea>> => setArchived(ctx, id, false);

async function setArchived(ctx: Ctx, id: string, archived: boolean): Promise<Change<Idea>> {
	const row = await findIdea(ctx, id);
	if (row.archived === archived) return noChange(toIdea(row));
	const next = { ...row, archived, archivedAt: archived ? ctx.now : null };
	return changedIdea(ctx, row, next, archived ? "idea.archived" : "idea.unarchived");
}

export async function deleteIdea(ctx: Ctx, id: string): Promise<Change<{ object: "idea"; id: string; deleted: true }>> {
	const row = await findIdea(ctx, id);
	return {
		result: { object: "idea", id, deleted: true },
		writes: [removeIfUnchanged(ideas, row)],
		audit: [...(await deletedWith(ctx, [row])), { action: "idea.deleted", resourceId: id }],
	};
}

function changedIdea(ctx: Ctx, row: IdeaRow, wanted: IdeaRow, action: string): Change<Idea> {
	const before = toIdea(row);
	const next = withSearchWords({ ...wanted, ...nextRevision(row, ctx.now) });
	const result = toIdea(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	const data = { ...payload("idea", result), changes };
	const transferred = row.artistId !== null && next.artistId !== null && row.artistId !== next.artistId;
	const events: EventDraft[] = [
		...(row.stage !== next.stage ? [{ type: "idea.stage_changed" as const, data }] : []),
		...(transferred ? [{ type: "idea.transferred" as const, data }] : []),
	];
	return {
		result,
		writes: [updateToNext(ideas, row, next)],
		events,
		audit: { action, resourceId: row.id, recentChanges: events.length === 0 ? changes : null },
		onRefused: refusedIdea,
	};
}

/** An idea that is finished or declined must be reviewed again before it gets another stage. */
function checkStage(from: IdeaRow["stage"], to: IdeaRow["stage"]): void {
	if (from === to || to === "IN_REVIEW") return;
	if (from === "DONE" || from === "DECLINED")
		throw problem("conflict", `An idea that is ${from} must go back to IN_REVIEW before it can become ${to}.`);
}

function checkMoney(next: Details, before?: Details): void {
	const { budget_min, budget_max } = next;
	if (budget_min !== null && budget_max !== null && budget_min > budget_max)
		throw fieldProblem("budget_max", "must not be less than budget_min");
	const errors = [
		...currencyErrors(budgetOf(next), before && budgetOf(before)),
		...currencyErrors(quoteOf(next), before && quoteOf(before)),
	];
	if (errors.length > 0) throw fieldProblems(errors);
}

const budgetOf = ({ budget_min, budget_max, deposit_amount, currency }: Details) => ({
	field: "currency",
	currency,
	amounts: [budget_min, budget_max, deposit_amount],
});

const quoteOf = ({ quote_amount, quote_currency }: Details) => ({
	field: "quote_currency",
	currency: quote_currency,
	amounts: [quote_amount],
});

const findIdea = recordFinder(ideas, "idea");

const client = clientReference("client_id");
const artist = artistReference("artist_id");

const refusedIdea = (refusal: DatabaseRefusal): Problem | undefined =>
	refusal.kind === "foreign_key"
		? artist.namesNone()
		: refusal.kind === "raised" && refusal.name === "gone"
			? client.namesNone()
			: undefined;

const givenDetails = (given: IdeaPatch): Partial<Details> =>
	Object.fromEntries(detailNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
