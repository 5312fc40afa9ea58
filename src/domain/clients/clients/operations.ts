import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import { type DatabaseRefusal, isStale } from "../../../platform/commit/transaction/refusals.ts";
import { insertRow, removeIfUnchanged, updateToNext } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type CreatedFilters, type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { hasElement, hasValue, type WalkFilters, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, defaultsOf, firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { type Problem, problem } from "../../../platform/problems/problem.ts";
import { recordFinder } from "../../../platform/record-finder.ts";
import { artistReference } from "../../studio/artists/reference.ts";
import { checkOrder, hasWords, wordsIn, wordsInPhone } from "../search-words.ts";
import { cancelFutureAppointments, deleteIdeasOf } from "./delete-belongings.ts";
import { clientWithEmail, isEmailTaken } from "./lookup.ts";
import { type Client, type ClientPatch, type ClientRow, largeColumns, type NewClient, toClient } from "./schema.ts";
import { searchWalk } from "./search.ts";

interface Filters extends CreatedFilters, UpdatedFilters {
	q?: string | undefined;
	email?: string | undefined;
	assigned_artist_id?: string | undefined;
	source?: string | undefined;
	tag?: string | undefined;
	is_blocked?: boolean | undefined;
}

export async function listClients(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<Client>> {
	const { q, email, tag } = filters;
	checkOrder(q, page);
	const wanted = {
		updated: updatedRange(filters),
		created: { kind: "client", range: filters },
		indexed: [
			[clients.emailKey, email && emailKey(email)],
			[clients.assignedArtistId, filters.assigned_artist_id],
			[clients.source, filters.source],
		],
		others: [
			hasElement(clients.tags, "$", tag),
			hasValue(clients.isBlocked, filters.is_blocked),
			...hasWords(clients.searchWords, q),
		],
	} satisfies WalkFilters;
	const isSearch = q !== undefined && email === undefined;
	const found = await pageWithLargeColumns(ctx, clients, {
		large: largeColumns,
		...(isSearch ? searchWalk(ctx, q, page, wanted) : walkedList(clients, ctx, page, wanted)),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toClient) };
}

export const getClient = async (ctx: Ctx, id: string): Promise<Client> => toClient(await findClient(ctx, id));

/** A caller passes `id` if it must know the id beforehand. */
export async function createClient(
	ctx: Ctx,
	given: NewClient,
	id: string = newId("client", ctx.now),
): Promise<Change<Client>> {
	await together(
		ctx,
		(ctx) => artist.check(ctx, given.assigned_artist_id),
		(ctx) => checkEmail(ctx, given.email),
	);
	return addition(ctx, given, id);
}

/**
 * For a caller that has just looked for a client with this email and found none. Another request may create that client
 * meanwhile. The commit is then refused, and the caller decides again.
 */
export async function createNewcomer(
	ctx: Ctx,
	given: NewClient,
	id: string = newId("client", ctx.now),
): Promise<Change<Client>> {
	await artist.check(ctx, given.assigned_artist_id);
	return addition(ctx, given, id);
}

function addition(ctx: Ctx, given: NewClient, id: string): Change<Client> {
	const row = newRow(ctx, id, given);
	const result = toClient(row);
	return {
		result,
		writes: [insertRow(clients, row)],
		events: [{ type: "client.created", data: payload("client", result) }],
		audit: { action: "client.created", resourceId: row.id },
		onRefused: refusedClient(ctx, row.email),
	};
}

export async function updateClient(ctx: Ctx, id: string, patch: ClientPatch): Promise<Change<Client>> {
	const [row] = await together(
		ctx,
		(ctx) => findClient(ctx, id),
		(ctx) => artist.check(ctx, patch.assigned_artist_id),
		(ctx) => checkEmail(ctx, patch.email, id),
	);
	const before = toClient(row);
	const next = withSearchWords({
		...row,
		...clientColumns(patch),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...nextRevision(row, ctx.now),
	});
	const result = toClient(next);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	return {
		result,
		writes: [updateToNext(clients, row, next)],
		events: [{ type: "client.updated", data: { ...payload("client", result), changes } }],
		audit: { action: "client.updated", resourceId: id },
		onRefused: refusedClient(ctx, next.email),
	};
}

/**
 * Also cancels the future appointments and deletes the ideas. Past appointments and signed forms keep the client's id.
 */
export async function deleteClient(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "client"; id: string; deleted: true }>> {
	const [row, appointments, ideas] = await together(
		ctx,
		(ctx) => findClient(ctx, id),
		(ctx) => cancelFutureAppointments(ctx, id),
		(ctx) => deleteIdeasOf(ctx, id),
	);
	return combine([appointments, ideas], {
		result: { object: "client", id, deleted: true },
		writes: [removeIfUnchanged(clients, row)],
		events: [{ type: "client.deleted", data: payload("client", toClient(row)) }],
		audit: { action: "client.deleted", resourceId: id },
		// An appointment or an idea of the client changed meanwhile.
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	});
}

const findClient = recordFinder(clients, "client");

const artist = artistReference("assigned_artist_id");

/** The database refuses a taken email in any case. This check gives a better answer, and earlier. */
async function checkEmail(ctx: Ctx, email: string | undefined, exceptId?: string): Promise<void> {
	if (email === undefined) return;
	const holder = await clientWithEmail(ctx, email);
	if (holder !== undefined && holder !== exceptId) throw duplicateEmail(holder);
}

const duplicateEmail = (existing_id: string): Problem =>
	problem("duplicate_email", "Another client has this email.", { existing_id });

/** Another request was faster than the checks. */
const refusedClient =
	(ctx: Ctx, email: string) =>
	async (refusal: DatabaseRefusal): Promise<Problem | undefined> => {
		if (refusal.kind === "foreign_key") return artist.namesNone();
		if (!isEmailTaken(refusal)) return undefined;
		const holder = await clientWithEmail(ctx, email);
		return holder === undefined
			? problem("conflict", "The email was taken and freed again at the same time. Repeat the request.")
			: duplicateEmail(holder);
	};

function newRow(ctx: Ctx, id: string, given: NewClient): ClientRow {
	return withSearchWords({
		...defaultsOf(clients),
		id,
		tenantId: ctx.tenantId,
		email: given.email,
		emailKey: emailKey(given.email),
		firstName: given.first_name,
		...clientColumns(given),
		...firstRevision(ctx.now),
	});
}

/** More words cost writes, and do not improve the result. */
const maxWords = 24;

function withSearchWords(row: Omit<ClientRow, "searchWords">): ClientRow {
	const words = [
		...[row.firstName, row.lastName].flatMap(wordsIn),
		...wordsInPhone(row.phone),
		...[row.email, row.instagramHandle].flatMap(wordsIn),
	];
	return { ...row, searchWords: [...new Set(words)].slice(0, maxWords) };
}

/** The columns that a body sets. A new email also sets the key by which emails are compared. */
const clientColumns = <Given extends { email?: string | undefined }>(given: Given) => ({
	...columnsOf(clients, given),
	...(given.email === undefined ? {} : { emailKey: emailKey(given.email) }),
});
