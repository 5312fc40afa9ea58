import { eq } from "drizzle-orm";
import type { z } from "zod";
import { type Change, unchanged } from "../../commit/change.ts";
import { storedBytesOf } from "../../commit/stored-bytes.ts";
import { insert, updateAsRead } from "../../commit/write.ts";
import type { Caller } from "../../context.ts";
import { beginOf, orderOf } from "../../db/lists/page-order.ts";
import { firstRevision, nextRevision } from "../../db/record.ts";
import { tenants } from "../../db/tables/service/tenants.ts";
import type { PageRequest } from "../../http/page.ts";
import { changesBetween } from "../../lib/changes.ts";
import { newId } from "../../lib/ids.ts";
import { notFound } from "../../problems.ts";
import { afterPlanChange } from "../../webhooks/plan-cap.ts";
import { type newTenant, type Tenant, type TenantRow, type tenantPatch, toTenant } from "./schema.ts";
import { subscriptionEvents } from "./subscription.ts";

export async function listTenants(
	{ db }: Caller,
	filters: { updated_since?: number | undefined },
	page: PageRequest,
): Promise<Tenant[]> {
	const rows = await db
		.select()
		.from(tenants)
		.where(beginOf(tenants, page, filters.updated_since))
		.orderBy(...orderOf(tenants, page))
		.limit(page.take);
	// Read for each tenant by itself, because tenants may be in different databases.
	const stored = await Promise.all(rows.map(({ id }) => storedBytesOf(db, id)));
	return rows.map((row, n) => toTenant(row, stored[n]));
}

export async function getTenant(caller: Caller, id: string): Promise<Tenant> {
	const [row, stored] = await Promise.all([findTenant(caller, id), storedBytesOf(caller.db, id)]);
	return toTenant(row, stored);
}

export async function findTenant({ db }: Caller, id: string): Promise<TenantRow> {
	const [row] = await db.select().from(tenants).where(eq(tenants.id, id));
	if (!row) throw notFound("tenant");
	return row;
}

export async function createTenant({ now }: Caller, given: z.output<typeof newTenant>): Promise<Change<Tenant>> {
	const row: TenantRow = {
		id: newId("tenant", now),
		name: given.name,
		plan: given.plan,
		email: given.email,
		timezone: given.timezone,
		subscriptionStatus: given.subscription_status ?? "active",
		trialEndsAt: given.trial_ends_at ?? null,
		trialEndingSentAt: null,
		credentialVersion: 1,
		...firstRevision(now),
	};
	return {
		result: toTenant(row),
		tenantId: row.id,
		writes: [insert(tenants).values(row)],
		audit: { action: "tenant.created", resourceId: row.id },
	};
}

export async function updateTenant(
	caller: Caller,
	id: string,
	patch: z.output<typeof tenantPatch>,
): Promise<Change<Tenant>> {
	const [row, stored] = await Promise.all([findTenant(caller, id), storedBytesOf(caller.db, id)]);
	const before = toTenant(row, stored);
	const trialEndsAt = patch.trial_ends_at === undefined ? row.trialEndsAt : patch.trial_ends_at;
	const set = {
		name: patch.name ?? row.name,
		plan: patch.plan ?? row.plan,
		email: patch.email ?? row.email,
		timezone: patch.timezone ?? row.timezone,
		subscriptionStatus: patch.subscription_status ?? row.subscriptionStatus,
		trialEndsAt,
		// A trial with another end is announced again, before the new end.
		trialEndingSentAt: trialEndsAt === row.trialEndsAt ? row.trialEndingSentAt : null,
		...nextRevision(row, caller.now),
	};
	const result = toTenant({ ...row, ...set }, stored);
	const changes = changesBetween(before, result);
	if (!changes) return unchanged(before);
	return {
		result,
		tenantId: id,
		writes: [
			updateAsRead(tenants, row, set),
			...(set.plan === row.plan
				? []
				: afterPlanChange({ tenantId: id, requestId: caller.requestId, now: caller.now }, row.plan, set.plan)),
		],
		events: subscriptionEvents(before, result, changes),
		audit: { action: "tenant.updated", resourceId: id },
		credentials: true,
	};
}
