import { and, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { insert, updateIfUnchanged, type Write } from "../../../platform/commit/write.ts";
import type { Actor, Ctx } from "../../../platform/context.ts";
import { nextNumber } from "../../../platform/db/delivery-ids.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import type { Plan } from "../../../platform/gate/plans.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { mergedMetadata } from "../../../platform/http/fields/metadata.ts";
import { changesBetween, patched } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hostOf, unsafeReason } from "../../../platform/lib/url/safe-url.ts";
import { fieldProblem, notFound } from "../../../platform/problems/problem.ts";
import { newSigningSecret, overlapMs } from "../attempts/request/secrets.ts";
import { clocksAt } from "../dispatch/clocks.ts";
import { markEndpointDeleted, purgeEndpointStep } from "../endpoint-work/delete-endpoint.ts";
import { sendMissed } from "../endpoint-work/missed.ts";
import { endOrdering, startOrdering } from "../endpoint-work/ordering.ts";
import { endpointCapReached, withinEndpointCap } from "../endpoint-work/plan-cap.ts";
import { releaseDeliveries } from "../endpoint-work/release.ts";
import { checkFilter, unknownIds } from "./filter.ts";
import {
	type EndpointRow,
	type newWebhookEndpoint,
	toWebhookEndpoint,
	type WebhookEndpoint,
	type webhookEndpointPatch,
} from "./schema.ts";

interface EndpointAndSecret {
	endpoint: WebhookEndpoint;
	secret: string;
}

export async function listWebhookEndpoints(
	ctx: Ctx,
	filters: UpdatedFilters & { status?: EndpointRow["status"] | undefined },
	page: PageRequest,
): Promise<PartialPage<WebhookEndpoint>> {
	const found = await pageWithLargeColumns(ctx, webhookEndpoints, {
		large: ["url", "filter", "metadata"],
		...walkedList(webhookEndpoints, ctx, page, {
			updated: updatedRange(filters),
			indexed: [[webhookEndpoints.status, filters.status]],
			of: isNoHook,
		}),
		take: page.take,
	});
	return { ...found, rows: found.rows.map((row) => toWebhookEndpoint(row, ctx.now)) };
}

/** Automation hooks are in the same table, but only /v1/automation shows them. */
const isNoHook = and(isNull(webhookEndpoints.trigger), isNull(webhookEndpoints.deletedAt));

export const getWebhookEndpoint = async (ctx: Ctx, id: string): Promise<WebhookEndpoint> =>
	toWebhookEndpoint(await findEndpoint(ctx, id), ctx.now);

export async function createWebhookEndpoint(
	ctx: Ctx,
	given: z.output<typeof newWebhookEndpoint>,
	plan: Plan,
): Promise<Change<EndpointAndSecret>> {
	checkUrl(ctx, given.url);
	checkFilter(await unknownIds(ctx, given.filter));
	const id = newId("webhook_endpoint", ctx.now);
	const secret = newSigningSecret();
	const row: EndpointRow = {
		id,
		tenantId: ctx.tenantId,
		url: given.url,
		host: hostOf(given.url),
		status: "ACTIVE",
		events: given.events,
		number: 0,
		description: given.description ?? null,
		...creator(ctx.actor),
		excludeOwn: given.exclude_own ?? false,
		filter: given.filter ?? null,
		ordered: given.ordered ?? false,
		asymmetric: given.asymmetric ?? false,
		secret: await ctx.vault.seal(secret, id),
		previousSecret: null,
		previousSecretGoodUntil: null,
		consecutiveFailures: 0,
		disabledAt: null,
		disabledReason: null,
		disabledAtSequence: null,
		deletedAt: null,
		releasedAt: null,
		trigger: null,
		metadata: given.metadata ?? {},
		...firstRevision(ctx.now),
	};
	return {
		result: { endpoint: toWebhookEndpoint(row, ctx.now), secret },
		writes: [withinEndpointCap(insertEndpoint(row), ctx.tenantId)],
		audit: { action: "webhook_endpoint.created", resourceId: id },
		onRefused: endpointCapReached(plan),
	};
}

/** The database chooses the number, so that endpoints that are made at the same time have different ones. */
export const insertEndpoint = (row: EndpointRow): Write & object =>
	insert(webhookEndpoints).values({ ...row, number: nextNumber(row.tenantId) });

/** `exclude_own` needs the program that created the endpoint. For a person, nothing is stored. */
const creator = ({ type, id }: Actor) =>
	type === "api_key" || type === "oauth_app"
		? { creatorType: type, creatorId: id }
		: { creatorType: null, creatorId: null };

export async function updateWebhookEndpoint(
	ctx: Ctx,
	id: string,
	patch: z.output<typeof webhookEndpointPatch>,
	plan: Plan,
): Promise<Change<WebhookEndpoint>> {
	if (patch.url !== undefined) checkUrl(ctx, patch.url);
	const [row, [sequence], unknown] = await together(
		ctx,
		(ctx) => findEndpoint(ctx, id),
		(ctx) => ctx.db.select({ last: lastNumber(ctx.tenantId) }).from(sql`(SELECT 1)`),
		(ctx) => unknownIds(ctx, patch.filter),
	);
	checkFilter(unknown, row.filter);
	const before = toWebhookEndpoint(row, ctx.now);
	const activating = row.status === "DISABLED" && patch.status === "ACTIVE";
	// An endpoint that the plan has disabled can be disabled by hand as well. Then a larger plan does not enable it again.
	const disabling = patch.status === "DISABLED" && (row.status === "ACTIVE" || row.disabledReason === "plan_limit");
	const url = patch.url ?? row.url;
	const next: EndpointRow = {
		...row,
		url,
		host: hostOf(url),
		events: patch.events ?? row.events,
		description: patched(patch.description, row.description),
		excludeOwn: patched(patch.exclude_own, row.excludeOwn),
		filter: patched(patch.filter, row.filter),
		ordered: patched(patch.ordered, row.ordered),
		asymmetric: patched(patch.asymmetric, row.asymmetric),
		metadata: mergedMetadata(row.metadata, patch.metadata),
		...(activating
			? {
					status: "ACTIVE",
					consecutiveFailures: 0,
					disabledAt: null,
					disabledReason: null,
					disabledAtSequence: null,
					releasedAt: ctx.now,
				}
			: {}),
		...(disabling
			? {
					status: "DISABLED",
					disabledAt: row.disabledAt ?? ctx.now,
					disabledReason: "manual",
					disabledAtSequence: row.disabledAtSequence ?? sequence?.last ?? 0,
				}
			: {}),
		...nextRevision(row, ctx.now),
	};
	const result = toWebhookEndpoint(next, ctx.now);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	// Attempts count failures at the same time, without a new revision. So the count is written only to reset it.
	const { consecutiveFailures, ...others } = next;
	const write = updateIfUnchanged(webhookEndpoints, row, activating ? next : others);
	const whose = { tenantId: ctx.tenantId, endpointId: id };
	const missed = { ...whose, after: row.disabledAtSequence ?? 0 };
	return {
		result,
		writes: [
			activating ? withinEndpointCap(write, ctx.tenantId) : write,
			...(activating && patch.replay_missed ? sendMissed(missed, ctx.now) : []),
			...(activating ? releaseDeliveries(whose, clocksAt(ctx.now)) : []),
			...(next.ordered && !row.ordered ? startOrdering(whose, ctx.now) : []),
			...(row.ordered && !next.ordered ? endOrdering(whose, clocksAt(ctx.now)) : []),
		],
		audit: { action: "webhook_endpoint.updated", resourceId: id, changes },
		onRefused: endpointCapReached(plan),
	};
}

export async function deleteWebhookEndpoint(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "webhook_endpoint"; id: string; deleted: true }>> {
	const row = await findEndpoint(ctx, id);
	return {
		result: { object: "webhook_endpoint", id, deleted: true },
		writes: [markEndpointDeleted(row, ctx.now, row.revision), ...purgeEndpointStep(row, ctx)],
		audit: { action: "webhook_endpoint.deleted", resourceId: id },
	};
}

export async function rotateEndpointSecret(ctx: Ctx, id: string): Promise<Change<EndpointAndSecret>> {
	const { row, secret, writes } = await rotateSecret(ctx, await findEndpoint(ctx, id));
	return {
		result: { endpoint: toWebhookEndpoint(row, ctx.now), secret },
		writes,
		audit: { action: "webhook_endpoint.secret_rotated", resourceId: id },
	};
}

/** The replaced secret signs for 48 more hours. A secret that was replaced earlier ends now. */
export async function rotateSecret({ vault, now }: Ctx, row: EndpointRow) {
	const secret = newSigningSecret();
	const set = {
		secret: await vault.seal(secret, row.id),
		previousSecret: row.secret,
		previousSecretGoodUntil: now + overlapMs,
		...nextRevision(row, now),
	};
	return { row: { ...row, ...set }, secret, writes: [updateIfUnchanged(webhookEndpoints, row, set)] };
}

/** If there is no replaced secret, nothing changes. */
export async function endReplacedSecret(ctx: Ctx, id: string): Promise<Change<WebhookEndpoint>> {
	const row = await findEndpoint(ctx, id);
	if ((row.previousSecretGoodUntil ?? 0) <= ctx.now) return noChange(toWebhookEndpoint(row, ctx.now));
	const set = { previousSecret: null, previousSecretGoodUntil: null, ...nextRevision(row, ctx.now) };
	return {
		result: toWebhookEndpoint({ ...row, ...set }, ctx.now),
		writes: [updateIfUnchanged(webhookEndpoints, row, set)],
		audit: { action: "webhook_endpoint.replaced_value_ended", resourceId: id },
	};
}

export async function findEndpoint({ db, tenantId }: Ctx, id: string): Promise<EndpointRow> {
	const [row] = await db
		.select()
		.from(webhookEndpoints)
		.where(and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id), isNoHook));
	if (!row) throw notFound("webhook endpoint");
	return row;
}

function checkUrl({ settings }: Ctx, url: string): void {
	const reason = unsafeReason(url, settings);
	if (reason) throw fieldProblem("url", reason);
}
