import * as z from "zod";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { idOf, opaqueId } from "../../../platform/http/fields/payload-fields.ts";
import { type Definitions, define } from "./definition.ts";
import { ids, now } from "./example-ids.ts";

const bookingLink = z.object({
	bookingLinkId: opaqueId,
	url: z.string().meta({ description: "The address of the booking page." }),
	artistId: id("artist"),
	eventTypeId: idOf("ety").nullable(),
	clientId: id("client").nullable(),
	leadId: idOf("led").nullable(),
	ideaId: idOf("ide").nullable(),
	channel: z.enum(["EMAIL", "SMS", "INSTAGRAM", "WHATSAPP", "IN_APP"]),
	recipient: z.string().nullable().meta({ description: "The address or number that the link was sent to." }),
	expiresAt: time.nullable(),
	sentAt: time,
});

export const bookingLinkEvents = {
	"booking_link.sent": define("A booking link was sent to someone.", bookingLink, {
		bookingLinkId: ids.bookingLink,
		url: "https://book.example.com/mika-sorensen/book/half-day",
		artistId: ids.artist,
		eventTypeId: ids.eventType,
		clientId: ids.client,
		leadId: null,
		ideaId: ids.idea,
		channel: "EMAIL",
		recipient: "noor@example.com",
		expiresAt: "2026-03-28T10:30:00.000Z",
		sentAt: now,
	}),
} satisfies Definitions;
