import { type SQL, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import { mayContinue } from "../../../platform/commit/in-bulk/may-continue.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import { type Ctx, inTenant, type LocalCaller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { appointments, type StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { findAppointment } from "../appointments/operations.ts";
import type { AppointmentRow } from "../appointments/schema.ts";
import { updateAppointment } from "../appointments/update.ts";
import { appointmentMail, withCancellationMail } from "../bookings/booking-mails.ts";

/** The `cancellation_reason` of the service (contract: Deposits 12). */
export const notPaid = "deposit_not_paid";
const studiosAtOnce = 20;
const longestMs = 5 * secondMs;

/** The deposits that are due in the index of the table, the first one of each studio after `last`. */
function dueInTurn(now: number, last: string): SQL {
	const next = (condition: SQL) =>
		sql`(SELECT a.tenant_id FROM ${appointments} a WHERE a.deposit ->> '$.check_at' IS NOT NULL AND ${condition} ORDER BY a.tenant_id LIMIT 1)`;
	const first = sql`(SELECT a.id FROM ${appointments} a WHERE a.tenant_id = tenant AND a.deposit ->> '$.check_at' <= ${now}
		ORDER BY a.deposit ->> '$.check_at' LIMIT 1)`;
	const isHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = tenant AND ${isStudioHere})`;
	return sql`SELECT tenant, id FROM (
		WITH RECURSIVE turn (tenant) AS (
			SELECT ${next(sql`a.tenant_id > ${last}`)} UNION ALL SELECT ${next(sql`a.tenant_id > tenant`)} FROM turn WHERE tenant IS NOT NULL
		)
		SELECT tenant, ${first} AS id FROM turn WHERE tenant IS NOT NULL AND ${isHere}
	) WHERE id IS NOT NULL LIMIT ${studiosAtOnce}`;
}

export const areDepositsDue = (now: number): SQL => sql`EXISTS (${dueInTurn(now, "")})`;

/**
 * Reminds clients of deposits and cancels appointments whose deposit is not paid, each in a transaction of its own, one
 * of each studio in turn. A deposit that fails waits for the next run.
 */
export async function settleUnpaidDeposits(caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> {
	const until = Date.now() + forMs;
	let [last, settled] = ["", 0];
	while (mayContinue(writer, until)) {
		const due = await caller.db.values<[tenantId: string, id: string]>(dueInTurn(caller.now, last));
		for (const [tenantId, id] of due) {
			if (!mayContinue(writer, until)) return;
			settled += await settleSafely(caller, writer, tenantId, id);
		}
		const isRoundOver = due.length < studiosAtOnce;
		if (isRoundOver && settled === 0) return;
		if (isRoundOver) settled = 0;
		last = isRoundOver ? "" : (due.at(-1)?.[0] ?? "");
	}
}

async function settleSafely(caller: LocalCaller, writer: Writer, tenantId: string, id: string): Promise<number> {
	try {
		const ctx = await inTenant(caller, tenantId);
		return (await execute(writer, ctx, (ctx) => settleUnpaid(ctx, id))).result ? 1 : 0;
	} catch (error) {
		log.warning("fault", { message: `The deposit of ${id} waits: ${safeMessage(error)}` });
		return 0;
	}
}

/** A payment that is noted in the same moment wins or loses: both change the appointment at the revision that they read. */
async function settleUnpaid(ctx: Ctx, id: string): Promise<Change<boolean>> {
	const row = await findAppointment(ctx, id);
	const { deposit } = row;
	if (!deposit || deposit.check_at === null || deposit.check_at > ctx.now) return noChange(false);
	if (deposit.due_at > ctx.now) return await reminded(ctx, row, deposit);
	const patch = { status: "CANCELLED", cancellation_reason: notPaid } as const;
	const change = await withCancellationMail(ctx, await updateAppointment(ctx, id, patch));
	// The operation has read the appointment again, and somebody may have paid, moved or waived in between.
	const after = change.result.data.deposit;
	if (after?.id !== deposit.id || after.status !== "REQUESTED" || Date.parse(after.due_at) > ctx.now)
		return noChange(true);
	const { afterCommit: _, dryResult: __, ...cancelled } = change;
	return {
		...cancelled,
		result: true,
		onRefused: async (refusal) => (isStale(refusal) ? decideAgain : await change.onRefused?.(refusal)),
	};
}

/** The reminder changes nothing that an answer shows, so the appointment keeps its revision. */
async function reminded(ctx: Ctx, row: AppointmentRow, deposit: StoredDeposit): Promise<Change<boolean>> {
	const next = { ...deposit, reminded_at: ctx.now, check_at: deposit.due_at };
	return {
		result: true,
		tenantId: ctx.tenantId,
		writes: [
			updateIfUnchanged(appointments, row, { deposit: next }),
			...(await appointmentMail(ctx, "deposit_reminder", { id: row.id, client_id: row.clientId })),
		],
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}
