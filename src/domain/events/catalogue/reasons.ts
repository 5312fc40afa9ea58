import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";

/** For each event type the reason why it is sent: who did what, and how it differs from similar types. */
export const reasons: Record<PublicEventType, string> = {
	"appointment.created":
		"Somebody booked: your program, a person at the dashboard, or a client at the booking page. A request that the studio has to approve first is a lead, and this event follows when it is approved.",
	"appointment.updated":
		"Somebody changed the title, the notes, the price, the metadata or another detail that has no event of its own, or set or refunded a cancellation fee. It is also sent when a cancelled appointment is booked again.",
	"appointment.rescheduled":
		"A live appointment got another start or end, from the studio or from the client through the link in their mail. The payload has the times before and after.",
	"appointment.cancelled":
		"The studio or the client cancelled, or the client was deleted and their appointments ahead were cancelled with them. The time is free again.",
	"appointment.no_show": "Somebody of the studio noted that the client did not come.",
	"appointment.completed": "Somebody of the studio noted that the appointment took place.",
	"lead.created":
		"Somebody asked the studio for something and is no client yet: through your form, through a form of the studio that makes leads, or by a booking that the studio has to approve.",
	"lead.stage_changed":
		"A lead went on in the studio's work, such as from NEW to CONTACTED, was lost, or became a client. Other edits of a lead send nothing.",
	"lead.assigned":
		"A lead got an artist who looks after it, or another one. Taking the artist away sends nothing. The new artist is in `assignedArtistId`.",
	"lead.archived": "Somebody put a lead away. One change may send this and `lead.stage_changed`.",
	"client.created":
		"Somebody became a client: by your program, at the dashboard, by a first booking, or because a lead was converted.",
	"client.updated":
		"A field of a client has another value. `changes` holds each field with its old and its new value, so you can tell whether it concerns you. A PATCH that changes nothing sends nothing.",
	"client.merged":
		"Somebody found that two clients are one person. The source is gone, and what belonged to it now belongs to the target. Replace the id of the source wherever you keep it.",
	"client.deleted":
		"Somebody deleted a client. Remove what you hold about the person, and with `erased: true` also what your backups and logs hold. The cancelled appointments send events of their own.",
	"form_submission.created":
		"Somebody filled in a form of the studio, at the booking page or where your program shows it. A signed consent form sends this and `consent_submission.signed`.",
	"consent_submission.signed":
		"Somebody signed a consent form. This event alone carries the signature, the name of who signed, and the address they signed from.",
	"idea.created":
		"A tattoo idea was noted for a client, by your program, at the dashboard, or by the answers to a form that makes ideas.",
	"idea.stage_changed":
		"An idea went on, such as from the first thought to a design. Other edits of an idea send nothing.",
	"idea.transferred":
		"An idea that had an artist got another one. A first assignment sends nothing, and neither does taking the artist away.",
	"message.created": "The studio wrote to a client or a lead, or one of them wrote to the studio.",
	"payment.succeeded":
		"Money came in. `purpose` says what for: an appointment, a deposit, a cancellation fee or something else. For a deposit, `deposit.held` comes with it.",
	"payment.failed":
		"A client tried to pay and the payment did not go through. They may try again, and then another event follows.",
	"payment.refunded": "The studio gave money back, all of it or a part. The amounts are in the payload.",
	"payout.paid": "Money that the product collected was paid out to an artist or a shop.",
	"deposit.held":
		"The studio noted that a client paid the deposit of an appointment. It is kept aside until it counts towards the price, goes back or is lost.",
	"deposit.released":
		"A deposit that was paid has ended. `releaseReason` says why: it counts towards the price, it went back, or the studio keeps it. A deposit that the studio still owes to the client sends nothing before it is given back.",
	"artist.created": "The studio added an artist, at the dashboard or through your program.",
	"artist.deactivated":
		"The studio took an artist out of work. Nobody can book them any more. Their appointments stay until somebody cancels them.",
	"shop.created": "The studio added a place where its artists work.",
	"subscription.trial_ending":
		"The studio's trial ends in three days. It is sent once for each trial, so that you can tell the studio what will stop.",
	"subscription.activated":
		"The studio's subscription became active, or the studio took another plan. Limits and the number of active webhook endpoints follow the plan at once.",
	"subscription.cancelled":
		"The studio ended its subscription, or went to the Light plan. Nothing is delivered on Light, so you find that one in the feed, after the studio has come back.",
	"subscription.past_due": "A payment for the studio's own subscription is overdue.",
	"booking_link.sent": "The studio sent somebody the address at which they can book.",
};
