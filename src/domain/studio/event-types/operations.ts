import { and, eq, inArray, sql } from "drizzle-orm";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import {
	referrersIn,
	refusedRemoval,
	removeUnreferenced,
	stillReferenced,
} from "../../../platform/commit/referrers.ts";
import type { DatabaseRefusal } from "../../../platform/commit/transaction/refusals.ts";
import { insert, remove, updateToNext } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { joinedPageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { columnsUnderName } from "../../../platform/db/lists/union.ts";
import { hasValue, walkEnd, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { columnsOf, firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { holds } from "../../../platform/db/tables/data/holds.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { currencyErrors } from "../../../platform/http/fields/money.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { fieldProblem, fieldProblems, notFound } from "../../../platform/problems/problem.ts";
import { checkForms, whileFormsExist } from "../forms/references.ts";
import { isSlugTaken, slugTaken } from "../slugs.ts";
import { renewReminders } from "./renew-reminders.ts";
import {
	type Details,
	detailNames,
	detailsOf,
	type EventType,
	type EventTypePatch,
	type EventTypeRow,
	type FoundEventType,
	type NewEventType,
	toEventType,
} from "./schema.ts";

interface Filters extends UpdatedFilters {
	artist_id?: string | undefined;
	kind?: EventTypeRow["kind"] | undefined;
	shop_id?: string | undefined;
	slug?: string | undefined;
	is_active?: boolean | undefined;
	visibility?: Details["visibility"] | undefined;
}

export async function listEventTypes(ctx: Ctx, filters: Filters, page: PageRequest): Promise<PartialPage<EventType>> {
	const { walk, where, order } = walkedList(eventTypes, ctx, page, {
		updated: updatedRange(filters),
		indexed: [
			[eventTypes.slug, filters.slug],
			[eventTypes.artistId, filters.artist_id],
		],
		others: [
			hasValue(eventTypes.kind, filters.kind),
			hasValue(eventTypes.isActive, filters.is_active),
			filters.visibility && sql`coalesce(${eventTypes.details} ->> '$.visibility', 'PUBLIC') = ${filters.visibility}`,
			filters.shop_id === undefined ? undefined : inArray(eventTypes.artistId, artistsOf(ctx, filters.shop_id)),
		],
	});
	const found = await joinedPageWithLargeColumns(ctx, eventTypes, {
		large: ["details", "metadata"],
		take: page.take,
		read: (db, columns) =>
			db
				.select({ ...(walk ? { ...columnsUnderName(columns), walkEnd } : columns), ...artistColumns })
				.from(walk ?? eventTypes)
				.innerJoin(artists, isItsArtist)
				.leftJoin(shops, isShopOfArtist)
				.where(where)
				.orderBy(...order)
				.limit(page.take),
	});
	return { ...found, rows: found.rows.map((row) => toEventType({ row, ...row }, ctx.settings.bookingUrl)) };
}

const artistsOf = ({ tenantId }: Ctx, shopId: string) =>
	sql`(SELECT ${artists.id} FROM ${artists} WHERE ${artists.tenantId} = ${tenantId} AND ${artists.shopId} = ${shopId})`;

export async function getEventType(ctx: Ctx, id: string): Promise<EventType> {
	return toEventType(await findEventType(ctx, id), ctx.settings.bookingUrl);
}

export async function createEventType(ctx: Ctx, given: NewEventType): Promise<Change<EventType>> {
	const [artist] = await together(
		ctx,
		(ctx) => readArtist(ctx, given.artist_id),
		(ctx) => checkForms(ctx, formsIn(given)),
	);
	const row: EventTypeRow = {
		id: newId("event_type", ctx.now),
		tenantId: ctx.tenantId,
		artistId: given.artist_id,
		name: given.name,
		slug: given.slug,
		kind: given.kind,
		durationMinutes: given.duration_minutes,
		bufferBeforeMinutes: 0,
		bufferAfterMinutes: 0,
		minimumNoticeMinutes: null,
		bookingWindowDays: null,
		isActive: true,
		metadata: {},
		...columnsOf(eventTypes, given),
		details: { ...givenDetails(given) },
		...firstRevision(ctx.now),
	};
	checkDetails(detailsOf(row));
	return {
		result: toEventType({ row, ...artist }, ctx.settings.bookingUrl),
		tenantId: ctx.tenantId,
		writes: [whileFormsExist(ctx.tenantId, formsIn(given), insert(eventTypes).values(row))],
		audit: { action: "event_type.created", resourceId: row.id },
		onRefused: refusedEventType,
	};
}

/** An event type always belongs to the same artist, because its appointments are with that artist. */
export async function updateEventType(ctx: Ctx, id: string, patch: EventTypePatch): Promise<Change<EventType>> {
	const found = await findEventType(ctx, id);
	const { row } = found;
	await checkForms(ctx, formsIn(patch));
	const before = toEventType(found, ctx.settings.bookingUrl);
	const next: EventTypeRow = {
		...row,
		...columnsOf(eventTypes, patch),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		details: { ...row.details, ...givenDetails(patch) },
		...nextRevision(row, ctx.now),
	};
	checkDetails(detailsOf(next), detailsOf(row));
	const result = toEventType({ ...found, row: next }, ctx.settings.bookingUrl);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	return {
		result,
		tenantId: row.tenantId,
		writes: [
			whileFormsExist(row.tenantId, formsIn(patch), updateToNext(eventTypes, row, next)),
			...("reminderHours" in changes ? renewReminders(ctx, row) : []),
		],
		audit: { action: "event_type.updated", resourceId: id, changes },
		onRefused: refusedEventType,
	};
}

/** No appointment may name the event type. The times that visitors hold for it are free again. */
export async function deleteEventType(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "event_type"; id: string; deleted: true }>> {
	const ofTenant = { tenantId: ctx.tenantId, id };
	const referrers = [referrersIn("appointment", appointments, appointments.eventTypeId, ofTenant)];
	const [found, inUse] = await together(
		ctx,
		(ctx) => findEventType(ctx, id),
		(ctx) => stillReferenced(ctx, "event type", referrers),
	);
	if (inUse) throw inUse;
	return {
		result: { object: "event_type", id, deleted: true },
		tenantId: ctx.tenantId,
		writes: [
			remove(holds).where(and(eq(holds.tenantId, ctx.tenantId), eq(holds.eventTypeId, id))),
			removeUnreferenced(eventTypes, found.row, referrers),
		],
		audit: { action: "event_type.deleted", resourceId: id },
		onRefused: refusedRemoval,
	};
}

async function findEventType(ctx: Ctx, id: string): Promise<FoundEventType> {
	const [found] = await selectEventTypes(ctx).where(and(eq(eventTypes.tenantId, ctx.tenantId), eq(eventTypes.id, id)));
	if (!found) throw notFound("event type");
	return found;
}

const artistColumns = { artistSlug: artists.slug, shopId: artists.shopId, shopSlug: shops.slug };
const isItsArtist = and(eq(artists.tenantId, eventTypes.tenantId), eq(artists.id, eventTypes.artistId));
const isShopOfArtist = and(eq(shops.tenantId, artists.tenantId), eq(shops.id, artists.shopId));

const selectEventTypes = ({ db }: Pick<Ctx, "db">) =>
	db
		.select({ row: eventTypes, ...artistColumns })
		.from(eventTypes)
		.innerJoin(artists, isItsArtist)
		.leftJoin(shops, isShopOfArtist);

async function readArtist({ db, tenantId }: Ctx, id: string): Promise<Omit<FoundEventType, "row">> {
	const [artist] = await db
		.select(artistColumns)
		.from(artists)
		.leftJoin(shops, isShopOfArtist)
		.where(and(eq(artists.tenantId, tenantId), eq(artists.id, id)));
	if (!artist) throw noArtist();
	return artist;
}

const formsIn = ({ intake_form_id, consent_form_id }: EventTypePatch) => ({ intake_form_id, consent_form_id });

const noArtist = () => fieldProblem("artist_id", "names no artist");

const refusedEventType = (refusal: DatabaseRefusal) => {
	if (refusal.kind === "foreign_key") return noArtist();
	return isSlugTaken(refusal) ? slugTaken("event type of the artist") : undefined;
};

function checkDetails(details: Details, before?: Details): void {
	checkRange(details, "min_duration_minutes", "max_duration_minutes");
	checkRange(details, "price_from", "price_to");
	if (details.requires_consent && details.consent_form_id === null)
		throw fieldProblem("consent_form_id", "is required where consent is required");
	checkPercentage(details, "deposit");
	checkPercentage(details, "cancellation_fee");
	const errors = currencyErrors(moneyOf(details), before && moneyOf(before));
	if (errors.length > 0) throw fieldProblems(errors);
}

/** An amount in percent needs no currency. */
const moneyOf = (details: Details) => ({
	field: "currency",
	currency: details.currency,
	amounts: [
		details.price_amount,
		details.price_from,
		details.price_to,
		details.deposit_type === "FIXED" ? details.deposit_amount : null,
		details.cancellation_fee_type === "FIXED" ? details.cancellation_fee_amount : null,
	],
});

function checkRange(
	details: Details,
	minField: "min_duration_minutes" | "price_from",
	maxField: "max_duration_minutes" | "price_to",
) {
	const [low, high] = [details[minField], details[maxField]];
	if (low !== null && high !== null && low > high) throw fieldProblem(maxField, `must not be less than ${minField}`);
}

function checkPercentage(details: Details, name: "deposit" | "cancellation_fee") {
	if (details[`${name}_type`] === "PERCENTAGE" && (details[`${name}_amount`] ?? 0) > 100)
		throw fieldProblem(`${name}_amount`, "must not be more than 100 percent");
}

const givenDetails = (given: EventTypePatch): Partial<Details> =>
	Object.fromEntries(detailNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
