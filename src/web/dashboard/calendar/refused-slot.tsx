import type { z } from "zod";
import type { failureCodes } from "../../../platform/booking-rules/availability.ts";
import type { refusedSlot } from "../../../platform/booking-rules/refused-slot.ts";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { dayAndTime } from "./words.ts";

/** What the studio can do about each reason. The reason itself comes from the rules. */
const advice: Record<(typeof failureCodes)[number], string> = {
	appointment_conflict: "Choose another time, or move the other appointment first.",
	held: "Choose another time, or wait: somebody at the booking page holds it for ten minutes at most.",
	outside_working_hours: "Choose another time, change the working hours, or take no event type.",
	max_appointments_per_day: "Choose another day, or raise the number on the artist's page.",
	time_block: "Choose another time, delete the time block, or take no event type.",
	external_calendar_busy: "Choose another time, or change the other calendar.",
	minimum_notice: "Choose a later time, or take no event type.",
	beyond_booking_window: "Choose an earlier time, or take no event type.",
};

/** The hidden name of a suggested time. It names the instant, which a time of a clock may not. */
export const suggestedField = "suggested";

/** What is wrong with a form that asks for a time, and the times that are free instead. */
export const RefusedSlot = ({ of, timezone, verb }: { of: FormState; timezone: string; verb: string }) => {
	if (of.extra?.code !== "slot_unavailable") return <FaultSummary of={of} />;
	const { failures, suggested_slots } = of.extra as z.output<typeof refusedSlot>;
	return (
		<>
			<div class="alarm" role="alert">
				<p>The artist cannot take this time. Nothing has been changed.</p>
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
					<legend>Free times near it</legend>
					<div class="actions">
						{suggested_slots.map(({ start_at }) => (
							<button type="submit" name={suggestedField} value={start_at}>
								{verb} {dayAndTime(Date.parse(start_at), timezone)}
							</button>
						))}
					</div>
				</fieldset>
			) : (
				<p class="dim">There is no free time of this length in the three weeks after it.</p>
			)}
		</>
	);
};

/** Stands first in a form with several buttons: the Enter key presses the first of them. */
export const DefaultButton = ({ verb }: { verb: string }) => (
	<button type="submit" class="hidden" tabindex={-1}>
		{verb}
	</button>
);
