import type { Words } from "../../languages/words.ts";

interface Terms {
	cancellation_window_hours?: number | null | undefined;
	cancellation_fee_amount?: number | null | undefined;
	cancellation_fee_type?: string | undefined;
	currency?: string | null | undefined;
}

/** The rules of cancellations in sentences, for pages and mails. The studio's own policy follows them. */
export function cancellationRules(
	terms: Terms,
	{ hasDeposit }: { hasDeposit: boolean },
	{ appointment, formats }: Words,
): string[] {
	const { cancellation_window_hours: free, cancellation_fee_amount: fee, cancellation_fee_type, currency } = terms;
	const amount =
		cancellation_fee_type === "PERCENTAGE"
			? appointment.shareOfPrice(formats.percent(fee ?? 0))
			: formats.money(fee ?? 0, currency);
	return [
		...(free ? [appointment.freeCancellation(formats.hours(free))] : fee ? [appointment.freeUntilStart] : []),
		...(fee ? [appointment.lateCancellation(amount)] : []),
		...(hasDeposit ? [appointment.depositBack, appointment.depositKept] : []),
	];
}
