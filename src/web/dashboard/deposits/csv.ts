import { type ListedDeposit, listDeposits } from "../../../domain/booking/deposits/list-deposits.ts";
import type { Ctx } from "../../../platform/context.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { moneyField } from "../forms/money.ts";
import { csvStream } from "../lists/csv.ts";

const perRead = 500;

const columns = [
	"booked_at",
	"client",
	"appointment",
	"artist",
	"start_at",
	"appointment_status",
	"status",
	"amount",
	"currency",
	"due_at",
	"method",
	"held_at",
	"released_at",
	"note",
	"deposit_id",
	"appointment_id",
	"client_id",
];

const rowOf = ({ deposit, ...of }: ListedDeposit): string[] => [
	timestamp(of.createdAt),
	of.client ?? "",
	of.title ?? of.eventType ?? "",
	of.artist,
	timestamp(of.startAt),
	of.status,
	deposit.status,
	moneyField(deposit.amount, deposit.currency),
	deposit.currency ?? "",
	timestamp(deposit.due_at),
	deposit.method ?? "",
	timestampOrNull(deposit.held_at) ?? "",
	timestampOrNull(deposit.released_at) ?? "",
	deposit.note ?? "",
	deposit.id,
	of.id,
	of.clientId,
];

/** All deposits of the bookings of a span, the newest booking first. */
export const depositsCsv = (ctx: Ctx, span: { since: number | undefined; until: number | undefined }) =>
	csvStream(columns, perRead, async (after, take) => {
		const found = await listDeposits(ctx, { ...span, after }, take);
		return { rows: found.map(rowOf), after: found.length < take ? undefined : found.at(-1)?.id };
	});
