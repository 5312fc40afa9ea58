import type { z } from "zod";
import type { failureCodes } from "../../../platform/booking-rules/availability.ts";
import type { refusedSlot } from "../../../platform/booking-rules/refused-slot.ts";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { dayAndTime } from "../calendar/words.ts";

/** Advice for each reason of a refusal. The reason itself comes from the booking rules. */
const advice: Record<(typeof failureCodes)[number], string> = {
	appointment_conflict: "Choose another time, or move the other appointment first.",
	held: "Choose another time, or wait: a visitor of the booking page holds it for at most ten minutes.",
	outside_working_hours: "Choose another time, change the working hours, or choose no event type.",
	max_appointments_per_day: "Choose another day, or raise the number on the artist's page.",
	time_block: "Choose another time, delete the time block, or choose no event type.",
	external_calendar_busy: "Choose another time, or change the other calendar.",
	minimum_notice: "Choose a later time, or choose no event type.",
	beyond_booking_window: "Choose an earlier time, or choose no event type.",
};

/** The field of a suggested time. It holds the instant, because a clock shows some times twice. */
export const suggestedField = "suggested";

/** The faults of a form with a time, and other free times. */
export const RefusedSlot = ({ of, timezone, verb }: { of: FormState; timezone: string; verb: string }) => {
	if (of.extra?.code !== "slot_unavailable") return <FaultSummary of={of} />;
	const { failures, suggested_slots } = of.extra as z.output<typeof refusedSlot>;
	return (
		<>
			<div class="alarm" role="alert">
				<p>The artist is not free at this time. Nothing has been changed.</p>
				<ul>
					{failures.map(({ code, message }) => (
						<li>
							{message} {advice[code]}
						</li>
					))}
				</ul>
			</div>
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
				<p class="dim">The three weeks after this time have no free time of this length.</p>
			)}
		</>
	);
};
