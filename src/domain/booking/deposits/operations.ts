import type * as z from "zod";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { updateToNext } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { appointments, type StoredDeposit } from "../../../platform/db/tables/data/appointments.ts";
import { patched } from "../../../platform/lib/changes.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { appointmentChanges, changeEvent } from "../appointments/events.ts";
import { findAppointment } from "../appointments/operations.ts";
import { type AppointmentRow, toAppointment } from "../appointments/schema.ts";
import { depositEvents } from "./events.ts";
import { planned } from "./follow-appointment.ts";
import { type DepositPatch, type depositOfAppointment, toDepositOfAppointment } from "./schema.ts";
import { canBecome, withStatus } from "./transitions.ts";

type Shown = z.output<typeof depositOfAppointment>;

/** Notes what became of a deposit. The service moves no money. */
export async function updateDeposit(ctx: Ctx, appointmentId: string, patch: DepositPatch): Promise<Change<Shown>> {
	const row = await findAppointment(ctx, appointmentId);
	if (!row.deposit) throw notFound("deposit");
	const deposit = nextDeposit(ctx, row, row.deposit, patch);
	const next = { ...row, deposit, ...nextRevision(row, ctx.now) };
	const [before, after] = [toAppointment(row), toAppointment(next)];
	const changes = appointmentChanges(before, after);
	if (!changes) return noChange(toDepositOfAppointment(row, row.deposit));
	return {
		result: toDepositOfAppointment(next, deposit),
		writes: [updateToNext(appointments, row, next)],
		events: [changeEvent(before, after, changes), ...depositEvents(row, next)],
		audit: { action: "appointment.deposit_updated", resourceId: row.id },
		// Another request changed the appointment first. The next decision finds what is possible by now.
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

function nextDeposit({ now }: Ctx, row: AppointmentRow, deposit: StoredDeposit, patch: DepositPatch): StoredDeposit {
	const { status = deposit.status, method } = patch;
	if (patch.status === "HELD" && method === undefined) throw fieldProblem("method", "is required with HELD");
	if (patch.status !== "HELD" && method !== undefined) throw fieldProblem("method", "goes with the status HELD only");
	const noted: StoredDeposit = {
		...deposit,
		...amountAfter(row, deposit, patch),
		note: patched(patch.note, deposit.note),
	};
	if (status === deposit.status) return noted;
	if (!canBecome(deposit.status, status))
		throw problem("conflict", `A deposit that is ${deposit.status} cannot become ${status}.`);
	if (status === "HELD") {
		if (isOver(row, now)) throw problem("conflict", "The appointment is over, so its deposit cannot be paid any more.");
		if (noted.amount === null || noted.currency === null)
			throw fieldProblem("amount", "is required: the deposit has no amount yet");
	}
	const next = { ...row, deposit: noted };
	return planned(row, next, withStatus(noted, status, now, method), now);
}

const isOver = ({ status, endAt }: AppointmentRow, now: number): boolean => status !== "SCHEDULED" || endAt <= now;

/** An amount was fixed at the booking, or is set once. */
function amountAfter(row: AppointmentRow, deposit: StoredDeposit, { amount }: DepositPatch) {
	if (amount === undefined || amount === deposit.amount) return {};
	if (deposit.amount !== null) throw fieldProblem("amount", "is fixed already");
	const currency = row.currency ?? deposit.currency;
	if (currency === null) throw fieldProblem("amount", "needs a currency: give the appointment its `currency` first");
	return { amount, currency };
}
