import type * as z from "zod";
import type { Refusal, refusedSlot } from "../../../platform/booking-rules/refused-slot.ts";
import { Checkbox, FaultSummary, type FormState, type FormValues } from "../../ui/components/fields.tsx";
import { dayAndTime } from "../calendar/words.ts";
import { isTicked } from "../forms/form-values.ts";

/** Advice for each reason of a refusal. The reason itself comes from the booking rules. */
const advice: Record<Refusal["code"], string> = {
	appointment_conflict: "Choose another time, or move the other appointment first.",
	held: "Choose another time, or wait: a visitor of the booking page holds it for at most ten minutes.",
	outside_working_hours: "Choose another time, change the working hours, or choose no event type.",
	max_appointments_per_day: "Choose another day, or raise the number on the artist's page.",
	time_block: "Choose another time, delete the time block, or choose no event type.",
	external_calendar_busy: "Choose another time, or change the other calendar.",
	minimum_notice: "Choose a later time, or choose no event type.",
	beyond_booking_window: "Choose an earlier time, or choose no event type.",
	too_young: "Choose a later day, or another event type.",
	age_unknown: "Enter the date of birth at the client first.",
	client_blocked: "Tick the box below to book all the same, or unblock the client first.",
};

const allowField = "allow_blocked";

/** The choice to book a client who is blocked, as the API takes it. */
export const allowBlockedOf = (values: FormValues) => (isTicked(values, allowField) ? { allow_blocked: true } : {});

const failureCodesOf = ({ extra }: FormState): string[] =>
	((extra?.failures ?? []) as { code: string }[]).map(({ code }) => code);

/** The field is there once a form was refused because the client is blocked. */
export const AllowBlocked = ({ of }: { of: FormState }) =>
	failureCodesOf(of).includes("client_blocked") || isTicked(of.values, allowField) ? (
		<Checkbox of={of} name={allowField} label="Book although the client is blocked" />
	) : null;

/** The field of a suggested time. It holds the instant, because a clock shows some times twice. */
export const suggestedField = "suggested";

/** The faults of a form with a time, and other free times. */
export const RefusedSlot = ({ of, timezone, verb }: { of: FormState; timezone: string; verb: string }) => {
	if (of.extra?.code !== "slot_unavailable")
		return (
			<>
				<FaultSummary of={of} />
				<AllowBlocked of={of} />
			</>
		);
	const { failures, suggested_slots } = of.extra as z.output<typeof refusedSlot>;
	const isBlocked = failures.some(({ code }) => code === "client_blocked");
	const isOfTime = failures.some(({ code }) => code !== "client_blocked");
	return (
		<>
			<div class="alarm" role="alert">
				<p>{isOfTime ? "The artist is not free at this time. " : ""}Nothing has been changed.</p>
				<ul>
					{failures.map(({ code, message }) => (
						<li>
							{message} {advice[code]}
						</li>
					))}
				</ul>
			</div>
			<AllowBlocked of={of} />
			{suggested_slots.length > 0 ? (
				<fieldset class="suggested">
					<legend>Free times near your choice</legend>
					<div class="actions">
						{suggested_slots.map(({ start_at }) => (
							<button type="submit" name={suggestedField} value={start_at}>
								{verb} {dayAndTime(Date.parse(start_at), timezone)}
							</button>
						))}
					</div>
				</fieldset>
			) : (
				!isBlocked && <p class="dim">No free time of this length was found.</p>
			)}
		</>
	);
};
