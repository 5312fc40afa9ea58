import { type Caller, inTenant, type WaitingMail } from "../../platform/context.ts";
import { invitation, passwordReset } from "./access-mails.ts";
import { bookingMail, type MailOfRow } from "./booking-mail.ts";
import { type BookingMail, isBookingMail } from "./booking-text.ts";
import { emailChange, emailChanged, emailChangeRequested, emailChangeTaken } from "./email-change-mails.ts";
import { endpointDisabled, endpointFailing, endpointsOverPlan } from "./endpoint-health-mails.ts";
import { requestDeclined } from "./request-declined.ts";

const templates = {
	endpoint_failing: endpointFailing,
	endpoint_disabled: endpointDisabled,
	endpoints_over_plan: endpointsOverPlan,
	invitation,
	password_reset: passwordReset,
	email_change: emailChange,
	email_change_taken: emailChangeTaken,
	email_change_requested: emailChangeRequested,
	email_changed: emailChanged,
};

/** The mails to the clients of a studio. The caps bind them. */
export type ClientMail = BookingMail | "request_declined";

export const isClientMail = (kind: string): kind is ClientMail => isBookingMail(kind) || kind === "request_declined";

/** A row of the outbox that is claimed. */
export interface ClaimedMail extends WaitingMail {
	kind: keyof typeof templates | ClientMail;
	/** With this try. */
	tries: number;
	to: string;
	tenantName: string;
}

export async function mailOfRow(
	caller: Caller,
	{ id, tenantId, kind, data, to, tenantName }: ClaimedMail,
): Promise<MailOfRow> {
	const { sealed_link, ...fields } = data;
	const link = typeof sealed_link === "string" ? { link: await caller.vault.open(sealed_link, id) } : {};
	// The change that wrote the mail stored the fields that its kind needs.
	const mailData = { to, tenantName, origin: caller.settings.origin, ...fields, ...link } as never;
	if (!isClientMail(kind)) return { mail: { to, write: () => templates[kind](mailData) } };
	const ctx = await inTenant(caller, tenantId);
	return kind === "request_declined"
		? { mail: await requestDeclined(ctx, mailData) }
		: await bookingMail(ctx, kind, mailData);
}
