import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { insertStudio } from "../../../platform/commit/effects/effects.ts";
import { tenantBeingDeleted } from "../../../platform/commit/transaction/open-studio.ts";
import { storedBytesOf } from "../../../platform/commit/transaction/stored-bytes.ts";
import { insert, update, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { tenantEmailKey, tenantNameKey, tenants } from "../../../platform/db/tables/control/tenants.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { withTimeout } from "../../../platform/lib/async/with-timeout.ts";
import { changesBetween } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { clocksAt } from "../../events/dispatch/clocks.ts";
import { afterPlanChange } from "../../events/endpoint-work/plan-cap.ts";
import { countPlacement, databaseForTenant } from "../databases/choose-for-tenant.ts";
import { type newTenant, type Tenant, type TenantRow, type tenantPatch, toTenant } from "./schema.ts";
import { subscriptionEvents } from "./subscription.ts";

interface TenantFilters extends UpdatedFilters {
	email?: string | undefined;
	name?: string | undefined;
	plan?: TenantRow["plan"] | undefined;
	subscription_status?: TenantRow["subscriptionStatus"] | undefined;
}

export async function listTenants(
	caller: Caller,
	filters: TenantFilters,
	page: PageRequest,
): Promise<PartialPage<Tenant>> {
	const found = await pageWithLargeColumns({ db: caller.control }, tenants, {
		large: [],
		...walkedList(tenants, {}, page, {
			updated: updatedRange(filters),
			indexed: [
				[sql.raw(tenantEmailKey), lower(filters.email)],
				[sql.raw(tenantNameKey), lower(filters.name)],
				[tenants.subscriptionStatus, filters.subscription_status],
				[tenants.plan, filters.plan],
			],
		}),
		take: page.take,
	});
	const stored = await together(caller, ...found.rows.map((row) => (caller: Caller) => storedBytesIn(caller, row)));
	return { ...found, rows: found.rows.map((row, n) => toTenant(row, stored[n])) };
}

/** As the database lowers what it has in its indexes. */
const lower = (text: string | undefined) => (text === undefined ? undefined : sql`lower(${text})`);

export async function getTenant(caller: Caller, id: string): Promise<Tenant> {
	const row = await findTenant(caller, id);
	return toTenant(row, await storedBytesIn(caller, row));
}

const storedBytesTimeoutMs = secondMs;

/** Null if the database of the tenant does not answer. */
export async function storedBytesIn({ allData }: Caller, { id, database }: TenantRow): Promise<number | null> {
	const store = allData().find((one) => one.id === database);
	return store ? await withTimeout(storedBytesTimeoutMs, storedBytesOf(store.db, id)).catch(() => null) : null;
}

export async function findTenant(caller: Caller, id: string): Promise<TenantRow> {
	const row = await findTenantIfAny(caller, id);
	if (!row) throw notFound("tenant");
	return row;
}

/** The tenant, for a change that adds something to it. */
export async function findOpenTenant(caller: Caller, id: string): Promise<TenantRow> {
	const row = await findTenant(caller, id);
	if (row.deleteAt !== null) throw tenantBeingDeleted();
	return row;
}

export async function findTenantIfAny({ control }: Caller, id: string): Promise<TenantRow | undefined> {
	const [row] = await control.select().from(tenants).where(eq(tenants.id, id));
	return row;
}

export async function hasTenants({ control }: Caller): Promise<boolean> {
	return (await control.select({ id: tenants.id }).from(tenants).limit(1)).length > 0;
}

export async function createTenant(caller: Caller, given: z.output<typeof newTenant>): Promise<Change<Tenant>> {
	const { now } = caller;
	const database = await databaseForTenant(caller, given);
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
		database,
		region: given.region,
		effects: 0,
		deleteAt: null,
		removalBeganAt: null,
		...firstRevision(now),
	};
	const { id: tenantId, name, email, timezone, plan } = row;
	return {
		result: toTenant(row, 0),
		tenantId,
		inControlDatabase: true,
		writes: [insert(tenants).values(row), countPlacement(database, now)],
		effects: [insertStudio({ tenantId, effects: 0, name, email, timezone, plan })],
		audit: { action: "tenant.created", resourceId: tenantId },
	};
}

export async function updateTenant(
	caller: Caller,
	id: string,
	patch: z.output<typeof tenantPatch>,
): Promise<Change<Tenant>> {
	const row = await findTenant(caller, id);
	const stored = await storedBytesIn(caller, row);
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
	if (!changes) return noChange(before);
	// Events of a tenant that is being deleted would reach nobody.
	if (row.deleteAt !== null) throw tenantBeingDeleted();
	return {
		result,
		tenantId: id,
		inControlDatabase: true,
		writes: [updateIfUnchanged(tenants, row, set)],
		effects: [
			update(studios)
				.set({ name: set.name, email: set.email, timezone: set.timezone, plan: set.plan })
				.where(eq(studios.tenantId, id)),
			...(set.plan === row.plan
				? []
				: afterPlanChange({ ...clocksAt(caller.now), tenantId: id, requestId: caller.requestId }, row.plan, set.plan)),
		],
		events: subscriptionEvents(before, result, changes),
		audit: { action: "tenant.updated", resourceId: id, changes },
		credentials: true,
	};
}
