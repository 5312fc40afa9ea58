import { and, desc, eq, isNotNull } from "drizzle-orm";
import { type Change, unchanged } from "../../commit/commit.ts";
import { Overtaken } from "../../commit/overtaken.ts";
import { guarded, insert, remove, update } from "../../commit/write.ts";
import type { Ctx } from "../../context.ts";
import type { Violation } from "../../db/errors.ts";
import { listed } from "../../db/lists/list-condition.ts";
import { webhookEndpoints } from "../../db/tables/tenant/webhooks.ts";
import type { PageRequest } from "../../http/endpoint.ts";
import { newId } from "../../lib/ids.ts";
import { unsafeReason } from "../../lib/safe-url.ts";
import { fieldProblem, notFound } from "../../problems.ts";
import { resume } from "../../webhooks/pending.ts";
import { mintSecret } from "../../webhooks/secrets.ts";
import { triggers } from "../../webhooks/triggers.ts";
import { asRead } from "../webhook-endpoints/operations.ts";
import { type Hook, type HookRow, type NewHook, toHook } from "./schema.ts";

const isHook = isNotNull(webhookEndpoints.trigger);

export async function listHooks(
	ctx: Ctx,
	filters: { updated_since?: number | undefined },
	page: PageRequest,
): Promise<Hook[]> {
	const rows = await ctx.db
		.select()
		.from(webhookEndpoints)
		.where(listed(webhookEndpoints, ctx, page, { updatedSince: filters.updated_since, filters: isHook }))
		.orderBy(desc(webhookEndpoints.id))
		.limit(page.take);
	return rows.map(toHook);
}

export const getHook = async (ctx: Ctx, id: string): Promise<Hook> => toHook(await findHook(ctx, id));

/** A platform subscribes as often as it likes: one address has one hook of a trigger. */
export async function subscribe(ctx: Ctx, given: NewHook): Promise<Change<Hook>> {
	const reason = unsafeReason(given.target_url, ctx.rules);
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
	const again = (refusal: Violation): undefined => {
		if (isTaken(refusal)) throw new Overtaken(() => subscribe(ctx, given));
	};
	if (!row) return { ...(await added(ctx, given)), refused: again };
	if (row.status === "ACTIVE") return { ...unchanged(toHook(row)), found: true };
	return { ...revived(ctx, row), refused: again };
}

/** Another request subscribed the same, or changed the hook, at the same time. */
const isTaken = (refusal: Violation): boolean =>
	refusal.kind === "unique"
		? refusal.columns.endsWith(".trigger")
		: refusal.kind === "raised" && refusal.name === "stale_write";

async function added(ctx: Ctx, given: NewHook): Promise<Change<Hook>> {
	const id = newId("automation_hook", ctx.now);
	const row: HookRow = {
		id,
		tenantId: ctx.tenantId,
		url: given.target_url,
		status: "ACTIVE",
		trigger: given.trigger,
		events: [triggers[given.trigger]],
		description: null,
		secret: await ctx.vault.seal(mintSecret(), id),
		previousSecret: null,
		previousSecretGoodUntil: null,
		consecutiveFailures: 0,
		disabledAt: null,
		disabledReason: null,
		disabledAtSequence: null,
		metadata: {},
		createdAt: ctx.now,
		updatedAt: ctx.now,
		revision: 1,
	};
	return {
		result: toHook(row),
		writes: [insert(webhookEndpoints).values(row)],
		audit: { action: "automation_hook.created", resourceId: id },
	};
}

/** The platform wants it again: it is active from now on, and what is pending is sent. */
function revived(ctx: Ctx, row: HookRow): Change<Hook> {
	const set = {
		status: "ACTIVE" as const,
		consecutiveFailures: 0,
		disabledAt: null,
		disabledReason: null,
		disabledAtSequence: null,
		updatedAt: ctx.now,
		revision: row.revision + 1,
	};
	return {
		result: toHook({ ...row, ...set }),
		found: true,
		writes: [
			guarded(update(webhookEndpoints).set(set).where(asRead(row))),
			resume({ tenantId: ctx.tenantId, endpointId: row.id }, ctx.now),
		],
		audit: { action: "automation_hook.updated", resourceId: row.id },
	};
}

export async function unsubscribe(
	ctx: Ctx,
	id: string,
): Promise<Change<{ object: "automation_hook"; id: string; deleted: true }>> {
	const row = await findHook(ctx, id);
	return {
		result: { object: "automation_hook", id, deleted: true },
		writes: [guarded(remove(webhookEndpoints).where(asRead(row)))],
		audit: { action: "automation_hook.deleted", resourceId: id },
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
