import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isTaken } from "../../../platform/commit/transaction/refusals.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { moveStatuses, tenantMoves } from "../../../platform/db/tables/control/tenant-moves.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { together } from "../../../platform/db/together.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { bounded } from "../../../platform/lib/bounded.ts";
import { notFound, type Problem, problem } from "../../../platform/problems/problem.ts";
import { latestMove, newMove, oneMoveAtATime, shownMove } from "../../moves/move-record.ts";
import { checkedDatabase } from "../databases/choose-for-tenant.ts";
import type { OperatorCaller } from "../databases/operator-caller.ts";
import { findOpenTenant, findTenant } from "./operations.ts";

export const newTenantMove = z.object({
	database: bounded(20).meta({ description: "The database to which the tenant goes.", example: "DATA_2" }),
});

export const tenantMove = z
	.object({
		object: z.literal("tenant_move"),
		tenant_id: id("tenant"),
		from: z.string(),
		to: z.string(),
		status: z.enum(moveStatuses).meta({
			description: "COPYING, SWITCHING: changes are refused. FAILED: the tenant stays where it was.",
		}),
		rows_copied: z.int(),
		rows_total: z.int().meta({ description: "How many rows the tenant has, as far as they were counted." }),
		longest_refusal_ms: z.int().meta({ description: "For how long changes were refused." }),
		error: z.string().nullable(),
		started_at: time,
		finished_at: time.nullable(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "TenantMove" });

type TenantMove = z.output<typeof tenantMove>;

/** Begins to move a tenant's data. The queue does the work. */
export async function moveTenant(
	caller: OperatorCaller,
	tenantId: string,
	{ database }: z.output<typeof newTenantMove>,
): Promise<Change<TenantMove>> {
	const [tenant, latest] = await together(
		caller,
		(caller) => findOpenTenant(caller, tenantId),
		(caller) => latestMove(caller.control, tenantId),
	);
	const to = checkedDatabase(caller, database, tenant.region);
	if (latest && latest.finishedAt === null) throw moveUnderWayProblem();
	const { row, write } = newMove({ tenantId, from: tenant.database, to }, caller.now);
	const audit = { action: "tenant.move_started", resourceId: tenantId, details: { from: tenant.database, to } };
	if (to === tenant.database) {
		const done = { ...row, number: (latest?.number ?? 0) + 1, status: "DONE" as const, finishedAt: caller.now };
		return {
			result: shownMove(done, tenant),
			inControlDatabase: true,
			writes: [insert(tenantMoves).values(done), { reason: "stale_write", condition: doesNotMove(tenantId) }],
			onRefused: () => decideAgain,
		};
	}
	const result = shownMove(row, tenant);
	return {
		result,
		inControlDatabase: true,
		tenantId,
		writes: [write, { reason: "stale_write", condition: isStillIn(tenantId, tenant.database) }],
		audit,
		onRefused: (refusal) => (isTaken(refusal, oneMoveAtATime) ? moveUnderWayProblem() : decideAgain),
		afterCommit: async () => {
			await caller.beginMove(tenantId);
			return result;
		},
	};
}

/** The tenant was read before the move that may just have ended. */
const isStillIn = (tenantId: string, database: string): SQL =>
	sql`EXISTS (SELECT 1 FROM ${tenants} WHERE id = ${tenantId} AND ${tenants.database} = ${database} AND delete_at IS NULL)`;

export const doesNotMove = (tenantId: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${tenantMoves} WHERE tenant_id = ${tenantId} AND finished_at IS NULL)`;

export const moveUnderWayProblem = (): Problem => problem("conflict", "The tenant is being moved already.");

export async function getMove(caller: Caller, tenantId: string): Promise<TenantMove> {
	const [tenant, latest] = await together(
		caller,
		(caller) => findTenant(caller, tenantId),
		(caller) => latestMove(caller.control, tenantId),
	);
	if (!latest) throw notFound("move");
	return shownMove(latest, tenant);
}
