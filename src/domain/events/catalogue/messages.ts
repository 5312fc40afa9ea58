import * as z from "zod";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { idOf, opaqueId } from "../../../platform/http/fields/payload-fields.ts";
import { type Definitions, define } from "./definition.ts";
import { ids, now } from "./example-ids.ts";

const message = z.object({
	messageId: opaqueId,
	conversationId: opaqueId.nullable(),
	direction: z
		.enum(["INBOUND", "OUTBOUND"])
		.meta({ description: "INBOUND: to the studio. OUTBOUND: from the studio." }),
	channel: z.enum(["EMAIL", "SMS", "INSTAGRAM", "WHATSAPP", "IN_APP"]),
	clientId: id("client").nullable(),
	leadId: idOf("led").nullable(),
	artistId: id("artist").nullable(),
	appointmentId: idOf("apt").nullable(),
	subject: z.string().nullable(),
	body: z.string(),
	attachments: z.array(z.object({ url: z.string(), fileName: z.string(), contentType: z.string() })),
	createdAt: time,
});

export const messageEvents = {
	"message.created": define("A message was sent to a client or lead, or came from one.", message, {
		messageId: ids.message,
		conversationId: ids.conversation,
		direction: "INBOUND",
		channel: "EMAIL",
		clientId: ids.client,
		leadId: null,
		artistId: ids.artist,
		appointmentId: ids.appointment,
		subject: "My appointment on Friday",
		body: "Could we start half an hour later?",
		attachments: [{ url: "https://files.example.com/fern.jpg", fileName: "fern.jpg", contentType: "image/jpeg" }],
		createdAt: now,
	}),
} satisfies Definitions;
