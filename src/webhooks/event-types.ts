/** Every public event type. */
export const eventTypes = [
	"appointment.created",
	"appointment.updated",
	"appointment.rescheduled",
	"appointment.cancelled",
	"appointment.no_show",
	"appointment.completed",
	"lead.created",
	"lead.stage_changed",
	"lead.assigned",
	"lead.archived",
	"client.created",
	"client.updated",
	"client.merged",
	"client.deleted",
	"form_submission.created",
	"consent_submission.signed",
	"idea.created",
	"idea.stage_changed",
	"idea.transferred",
	"message.created",
	"payment.succeeded",
	"payment.failed",
	"payment.refunded",
	"payout.paid",
	"deposit.held",
	"deposit.released",
	"artist.created",
	"artist.deactivated",
	"shop.created",
	"subscription.trial_ending",
	"subscription.activated",
	"subscription.cancelled",
	"subscription.past_due",
	"booking_link.sent",
] as const;

export type EventType = (typeof eventTypes)[number];

/** An event as an operation describes it; `commit` gives it its place. */
export interface EventDraft {
	/** Where the operation must know it beforehand. */
	id?: string;
	type: EventType;
	/** camelCase payload. */
	data: Record<string, unknown>;
}
