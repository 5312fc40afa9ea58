import { type Caller, inTenant, type WaitingMail } from "../../../platform/context.ts";
import { invitation, passwordReset } from "../access-mails.ts";
import { bookingMail } from "../booking/booking-mail.ts";
import { type BookingMail, bookingMails, isBookingMail } from "../booking/booking-text.ts";
import { requestDeclined } from "../booking/request-declined.ts";
import { emailChange, emailChanged, emailChangeRequested, emailChangeTaken } from "../email-change-mails.ts";
import { endpointDisabled, endpointFailing, endpointsOverPlan } from "../endpoint-health-mails.ts";
import { type MailOfRow, needless } from "../prepared-mail.ts";
import { isStillTrue } from "./still-true.ts";

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

/** The caps bind mails to the clients of a studio, and no others. */
export type ClientMail = BookingMail | "request_declined";

export const clientMails: readonly ClientMail[] = [...bookingMails, "request_declined"];

export const isClientMail = (kind: string): kind is ClientMail => isBookingMail(kind) || kind === "request_declined";

export interface ClaimedMail extends WaitingMail {
	kind: keyof typeof templates | ClientMail;
	/** This try is counted. */
	tries: number;
	to: string;
	tenantName: string;
}

/**
 * Makes the mail from the present records, whatever was true when the row was written. This is the one place that
 * decides whether a mail is still true (contract: Booking page 15).
 */
export async function mailOfRow(caller: Caller, claimed: ClaimedMail): Promise<MailOfRow> {
	const { id, tenantId, kind, data, to, tenantName } = claimed;
	const { sealed_link, ...fields } = data;
	const link = typeof sealed_link === "string" ? await caller.vault.open(sealed_link, id) : undefined;
	// The change that wrote the mail stored the fields that its kind needs.
	const mailData = { to, tenantName, origin: caller.settings.origin, ...fields, link } as never;
	if (isClientMail(kind)) {
		const ctx = await inTenant(caller, tenantId);
		return kind === "request_declined"
			? await requestDeclined(ctx, id)
			: await bookingMail(ctx, { id, kind, data: mailData });
	}
	const isTrue = await isStillTrue(caller, { tenantId, kind, data, link });
	return isTrue ? { mail: { to, write: () => templates[kind](mailData) } } : needless;
}
