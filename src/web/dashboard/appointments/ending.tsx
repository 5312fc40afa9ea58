import type { AppointmentRecord } from "../../../domain/booking/appointments/shown-appointment.ts";
import { causedByAppointment } from "../../../domain/booking/deposits/transitions.ts";
import { Checkbox, type FormState, type FormValues, Input, OptionGroup } from "../../ui/components/fields.tsx";
import { isTicked, textOf, textOrNull } from "../forms/form-values.ts";
import { moneyField, moneyOf, moneyText } from "../forms/money.ts";
import type { Visit } from "../frame/visit.ts";
import { GetConsent } from "./missing.tsx";

// An appointment that ends takes its deposit with it, and perhaps causes a fee.

type End = "CANCELLED" | "NO_SHOW" | "COMPLETED";

const wordsOfDeposit = {
	APPLIED: "counts towards the price",
	FORFEITED: "is kept by the studio",
	REFUNDING: "goes back to the client, unless you keep it",
} as const;

/** A sentence about the deposit; undefined if the end changes nothing that anybody must know. */
function depositSentence({ appointment: { deposit, status } }: AppointmentRecord, end: End): string | undefined {
	if (!deposit || status !== "SCHEDULED") return undefined;
	const money = moneyText(deposit.amount, deposit.currency);
	const name = money ? `The deposit of ${money}` : "The deposit";
	if (deposit.status === "REQUESTED") return `${name} is not paid. After this it cannot be paid any more.`;
	const next = causedByAppointment(deposit.status, end);
	return next === "APPLIED" || next === "FORFEITED" || next === "REFUNDING"
		? `${name} is paid. It ${wordsOfDeposit[next]}.`
		: undefined;
}

/** The page tells this before the button is pressed. */
export const EndWords = ({ visit, record, end }: { visit: Visit; record: AppointmentRecord; end: End }) => {
	const deposit = depositSentence(record, end);
	const consent = end === "COMPLETED" && record.missing.find(({ code }) => code === "consent_missing");
	return (
		<>
			{deposit && <p>{deposit}</p>}
			{consent && (
				<p>
					<strong>{consent.message}</strong> <GetConsent visit={visit} record={record} />
				</p>
			)}
		</>
	);
};

const isHeld = ({ appointment: { deposit } }: AppointmentRecord): boolean => deposit?.status === "HELD";

/** The form to cancel proposes the fee of the event type, and asks what becomes of the money that the studio has. */
export const cancelValues = ({ lateFee }: AppointmentRecord): FormValues => ({
	deposit_status: [""],
	...(lateFee ? { fee_amount: [moneyField(lateFee.amount, lateFee.currency)], fee_currency: [lateFee.currency] } : {}),
});

export const CancelFields = ({ of, record }: { of: FormState; record: AppointmentRecord }) => {
	const { details, lateFee, appointment } = record;
	return (
		<>
			{isHeld(record) && (
				<OptionGroup
					of={of}
					name="deposit_status"
					legend="The deposit"
					type="radio"
					options={[
						{
							value: "",
							text: "Give it back",
							hint: "The studio owes it to the client until you note that it is given back.",
						},
						{ value: "FORFEITED", text: "Keep it", hint: "The deposit ends here. This cannot be undone." },
					]}
				/>
			)}
			{lateFee && appointment.cancellation_fee?.status !== "CHARGED" && (
				<>
					<Checkbox
						of={of}
						name="charge_fee"
						label="Charge the cancellation fee"
						hint={`${
							details?.cancellation_window_hours
								? `The event type asks for it less than ${details.cancellation_window_hours} hours before the appointment.`
								: "The event type asks for it."
						} The service moves no money. The appointment cannot be scheduled again before the fee is refunded.`}
					/>
					<div class="columns">
						<Input of={of} name="fee_amount" label="Fee" hint="Such as 120.00." />
						<Input of={of} name="fee_currency" label="Currency" maxlength={3} />
					</div>
				</>
			)}
		</>
	);
};

export const keepsDeposit = (values: FormValues) =>
	textOf(values, "deposit_status") === "FORFEITED" ? ({ deposit_status: "FORFEITED" } as const) : {};

/** The fee of the form, as the API takes it; undefined if none is charged. */
export function feeIn(values: FormValues): { amount: unknown; currency: string | null } | undefined {
	if (!isTicked(values, "charge_fee")) return undefined;
	const currency = textOrNull(values, "fee_currency")?.toUpperCase() ?? null;
	return { amount: moneyOf(values, "fee_amount", currency), currency };
}
