import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Change, decideAgain, type Meaning } from "../../platform/commit/change.ts";
import { type DatabaseRefusal, isStale } from "../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, update, updateIfUnchanged } from "../../platform/commit/write.ts";
import type { Ctx } from "../../platform/context.ts";
import { pageWithLargeColumns } from "../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../platform/db/lists/time-range.ts";
import { walkedList } from "../../platform/db/lists/walked-list.ts";
import { firstRevision, nextRevision } from "../../platform/db/record.ts";
import { webhookEndpoints } from "../../platform/db/tables/data/webhooks.ts";
import type { PageRequest, PartialPage } from "../../platform/http/endpoint/page.ts";
import { withTagOf } from "../../platform/http/versions/version.ts";
import { newId } from "../../platform/lib/ids.ts";
import { hostOf, unsafeReason } from "../../platform/lib/url/safe-url.ts";
import { fieldProblem, notFound } from "../../platform/problems/problem.ts";
import { newSigningSecret } from "../events/attempts/request/secrets.ts";
import { triggers } from "../events/attempts/request/triggers.ts";
import { type DeliveryFilters, listDeliveriesTo } from "../events/deliveries/lists.ts";
import { clocksAt } from "../events/dispatch/clocks.ts";
import { markEndpointDeleted, purgeEndpointStep } from "../events/endpoint-work/delete-endpoint.ts";
import { hookCapReached, withinHookCap } from "../events/endpoint-work/plan-cap.ts";
import { releaseDeliveries } from "../events/endpoint-work/release.ts";
import { insertEndpoint, rotateSecret } from "../events/endpoints/operations.ts";
import { type Hook, type HookRow, type NewHook, type SubscribedHook, toHook } from "./schema.ts";

const isHook = isNotNull(webhookEndpoints.trigger);
const isActive = eq(webhookEndpoints.status, "ACTIVE");

export async function listHooks(ctx: Ctx, filters: UpdatedFilters, page: PageRequest): Promise<PartialPage<Hook>> {
	const found = await pageWithLargeColumns(ctx, webhookEndpoints, {
		large: ["url"],
		...walkedList(webhookEndpoints, ctx, page, { updated: updatedRange(filters), of: isHook }),
		take: page.take,
	});
	return { ...found, rows: found.rows.map(toHook) };
}

export const getHook = async (ctx: Ctx, id: string): Promise<Hook> => toHook(await findHook(ctx, id));

export const listHookDeliveries = (ctx: Ctx, id: string, filters: DeliveryFilters, page: PageRequest) =>
	listDeliveriesTo(ctx, { id, find: (ctx) => findHook(ctx, id) }, filters, page);

/** An address has at most one hook for each trigger, so a platform may repeat its subscription. */
export async function subscribe(ctx: Ctx, given: NewHook): Promise<Change<SubscribedHook>> {
	const reason = unsafeReason(given.target_url, ctx.settings);
	if (reason) throw fieldProblem("target_url", reason);
	const [row] = await ctx.db
		.select()
		.from(webhookEndpoints)
		.where(
			and(
				eq(webhookEndpoints.tenantId, ctx.tenantId),
				eq(webhookEndpoints.url, given.target_url),
				eq(webhookEndpoints.trigger, given.trigger),
			),
		);
	if (!row) return await addHook(ctx, given);
	if (row.status === "ACTIVE") return confirmHook(row);
	return reactivateHook(ctx, row);
}

/** Another request made the same subscription or changed the hook at the same time. */
const refusedHook = (refusal: DatabaseRefusal): Meaning =>
	isStale(refusal) || (refusal.kind === "unique" && refusal.columns.endsWith(".trigger"))
		? decideAgain
		: hookCapReached(refusal);

async function addHook(ctx: Ctx, given: NewHook): Promise<Change<SubscribedHook>> {
	const secret = newSigningSecret();
	const id = newId("automation_hook", ctx.now);
	const row: HookRow = {
		id,
		tenantId: ctx.tenantId,
		url: given.target_url,
		host: hostOf(given.target_url),
		status: "ACTIVE",
		trigger: given.trigger,
		events: [triggers[given.trigger]],
		description: null,
		creatorType: null,
		creatorId: null,
		excludeOwn: false,
		filter: null,
		number: 0,
		ordered: false,
		asymmetric: false,
		secret: await ctx.vault.seal(secret, id),
		previousSecret: null,
		previousSecretGoodUntil: null,
		consecutiveFailures: 0,
		disabledAt: null,
		disabledReason: null,
		disabledAtSequence: null,
		deletedAt: null,
		releasedAt: null,
		metadata: {},
		...firstRevision(ctx.now),
	};
	const shown = toHook(row);
	return {
		result: withTagOf(shown, { ...shown, secret }),
		writes: [withinHookCap(insertEndpoint(row), ctx.tenantId)],
		audit: { action: "automation_hook.created", resourceId: id },
		onRefused: refusedHook,
	};
}

/**
 * Leaves the hook as it is and raises its revision, so that an attempt that is under way and gets a 410 does not
 * remove it.
 */
const confirmHook = (row: HookRow): Change<Hook> => ({
	result: toHook({ ...row, revision: row.revision + 1 }),
	existed: true,
	writes: [
		mustChangeRows(
			update(webhookEndpoints)
				.set({ revision: sql`${webhookEndpoints.revision} + 1` })
				.where(and(eq(webhookEndpoints.tenantId, row.tenantId), eq(webhookEndpoints.id, row.id), isActive)),
		),
	],
	onRefused: refusedHook,
});

/** Its pending deliveries are sent now. */
function reactivateHook(ctx: Ctx, row: HookRow): Change<Hook> {
	const set = {
		status: "ACTIVE" as const,
		consecutiveFailures: 0,
		disabledAt: null,
		disabledReason: null,
		disabledAtSequence: null,
		releasedAt: ctx.now,
		...nextRevision(row, ctx.now),
	};
	return {
		result: toHook({ ...row, ...set }),
		existed: true,
		writes: [
			updateIfUnchanged(webhookEndpoints, row, set),
			...releaseDeliveries({ tenantId: ctx.tenantId, endpointId: row.id }, clocksAt(ctx.now)),
		],
		audit: { action: "automation_hook.updated", resourceId: row.id },
		onRefused: refusedHook,
	};
}

/** The secret is shown here and at the creation alone. */
export async function rotateHookSecret(ctx: Ctx, id: string): Promise<Change<{ hook: Hook; secret: string }>> {
	const { row, secret, writes } = await rotateSecret(ctx, await findHook(ctx, id));
	return {
		result: { hook: toHook(row), secret },
		writes,
		audit: { action: "automation_hook.secret_rotated", resourceId: id },
	};
}

export async function unsubscribe(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "automation_hook"; id: string; deleted: true }>> {
	const row = await findHook(ctx, id);
	return {
		result: { object: "automation_hook", id, deleted: true },
		// The revision is not checked: a subscription at the same time comes before or after.
		writes: [markEndpointDeleted(row, ctx.now), ...purgeEndpointStep(row, ctx)],
		audit: { action: "automation_hook.deleted", resourceId: id },
		onRefused: refusedHook,
	};
}

async function findHook({ db, tenantId }: Ctx, id: string): Promise<HookRow> {
	const [row] = await db
		.select()
		.from(webhookEndpoints)
		.where(and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id), isHook));
	if (!row) throw notFound("automation hook");
	return row;
}
