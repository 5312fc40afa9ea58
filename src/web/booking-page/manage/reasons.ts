import {
	type ManagedBooking,
	type ReasonNotChanged,
	whyNotCancelled,
	whyNotMoved,
} from "../../../domain/booking/bookings/managed-booking.ts";
import type { Words } from "../../../domain/languages/words.ts";

export const sentenceOf = (reason: ReasonNotChanged, { manage }: Words): string =>
	({
		not_movable: manage.notMovable,
		moved_often: manage.movedOften,
		too_late_to_move: manage.tooLateToMove,
		too_late_to_cancel: manage.tooLateToCancel,
	})[reason];

/** The reasons why the client cannot move or cancel the appointment, in as few sentences as possible. */
export function refusalSentences(managed: ManagedBooking, now: number, words: Words): string[] {
	const [move, cancel] = [whyNotMoved(managed, now), whyNotCancelled(managed, now)];
	if (cancel && move === "too_late_to_move") return [words.manage.tooLate];
	return [move, cancel].filter((why) => why !== undefined).map((why) => sentenceOf(why, words));
}
