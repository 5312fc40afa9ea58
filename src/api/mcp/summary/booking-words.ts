import { type BookingContext, calendarOf, readBookingContext } from "../../../domain/booking/slots/booking-context.ts";
import { wordsIn } from "../../../domain/languages/words.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import { detailsOf } from "../../../domain/studio/event-types/schema.ts";
import { failuresOf } from "../../../platform/booking-rules/availability.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import type { Json } from "../protocol/messages.ts";
import { newDepositWords } from "./deposit-words.ts";
import { quotedName } from "./quoted-text.ts";

/** The API and the dashboard speak English. */
const english = wordsIn("en");

/** The records and the calendar around an appointment. */
export const contextOf = (ctx: ApiCtx, record: Json): Promise<BookingContext> =>
	readBookingContext(ctx, {
		appointmentId: String(record.id),
		artistId: String(record.artist_id),
		clientId: String(record.client_id),
		eventTypeId: typeof record.event_type_id === "string" ? record.event_type_id : undefined,
		from: Date.parse(String(record.start_at)),
		to: Date.parse(String(record.end_at)),
	});

/** Of a new booking: the service, its price and its deposit. */
export function serviceWords(record: Json, { eventType }: BookingContext): string[] {
	const agreed =
		typeof record.price_amount === "number"
			? english.formats.money(record.price_amount, String(record.currency))
			: null;
	if (!eventType) return [`No service is named${agreed === null ? ", and no price is agreed" : ""}.`];
	const details = detailsOf(eventType);
	const usual = priceOf(details, english);
	const price = agreed === null ? usual : agreed === usual ? agreed : `${agreed}${usual ? ` (usually ${usual})` : ""}`;
	return [
		`The service is ${quotedName(eventType.name)}${price ? `, ${price}` : ""}.`,
		newDepositWords(record.deposit, {
			zone: String(record.timezone),
			cancels: details.deposit_unpaid === "CANCEL",
		}),
	];
}

/** Without an event type an appointment is only kept from other appointments. */
const allRules = { bufferBeforeMs: 0, bufferAfterMs: 0, minimumNoticeMs: null, bookingWindowMs: null };

/** The rules that the appointment breaks because they do not apply to it. */
export function rulesNotApplied(record: Json, context: BookingContext, now: number): string[] {
	const { artist, eventType } = context;
	if (!artist) return [];
	const span = { start: Date.parse(String(record.start_at)), end: Date.parse(String(record.end_at)) };
	const past = span.start < now ? ["The time has passed already."] : [];
	if (record.status !== "SCHEDULED") return [...past, "The time is not checked, because the appointment is not live."];
	if (eventType) return past;
	const broken = failuresOf(span, calendarOf(artist, context), allRules, now).filter(
		({ code }) => code !== "appointment_conflict" && code !== "held",
	);
	return [...past, ...broken.map(({ message }) => `Allowed because no event type is named: ${message}`)];
}

/** The reminders that the event type sends later; undefined if it sends none. */
export function reminderWords({ eventType, client }: BookingContext, record: Json, now: number): string | undefined {
	if (!eventType || !client || client.isBlocked || client.doNotContact) return undefined;
	const start = Date.parse(String(record.start_at));
	const due = detailsOf(eventType).reminder_hours.filter((before) => start - before * hourMs > now);
	return due.length > 0
		? `A reminder follows by mail ${due.map(english.formats.hours).join(" and ")} before.`
		: undefined;
}
