import { type Column, type SQL, sql } from "drizzle-orm";
import { ageOn } from "../../../platform/booking-rules/age.ts";
import type { Refusal } from "../../../platform/booking-rules/refused-slot.ts";
import type { Ctx } from "../../../platform/context.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { type FieldError, problem } from "../../../platform/problems/problem.ts";
import { detailsOf, type EventTypeRow } from "../../studio/event-types/schema.ts";
import type { AppointmentRow } from "../appointments/schema.ts";

interface Aged {
	eventType: Pick<EventTypeRow, "details"> | undefined;
	dateOfBirth: string | null | undefined;
	start: number;
	timezone: string;
}

/** The reason why a client is not old enough for an event type on the day of an appointment (contract: Event types 11). */
export function refusalsOfAge({ eventType, dateOfBirth, start, timezone }: Aged): Refusal[] {
	const minAge = eventType ? detailsOf(eventType).min_age : null;
	if (minAge === null) return [];
	if (!dateOfBirth)
		return [{ code: "age_unknown", message: `The client must be ${minAge}, and has no date of birth.` }];
	if (ageOn(dateOfBirth, start, timezone) >= minAge) return [];
	return [{ code: "too_young", message: `The client is younger than ${minAge} on the day of the appointment.` }];
}

/** A place on the body must be one that the event type allows, if it names some. */
export function placementErrors(
	eventType: EventTypeRow | undefined,
	placement: string | null | undefined,
): FieldError[] {
	const allowed = eventType ? detailsOf(eventType).allowed_placements : [];
	if (!placement || allowed.length === 0 || allowed.includes(placement)) return [];
	const message = "is none of the places on the body that the event type allows";
	return [{ location: "body", path: "placement", message }];
}

/** A consent that is older than this at the booking does not count. */
const consentMs = 365 * dayMs;

export const consentMissing =
	"The client has not signed the consent form of the event type since the booking or within the year before it.";

interface Consent {
	tenantId: string;
	clientId: string | Column;
	/** The time of the booking. */
	bookedAt: number | Column;
	formId: string | SQL | null;
}

/** When the client of an appointment signed the consent form of its event type last; null if that does not count. */
export const consentSignedAt = ({ tenantId, clientId, bookedAt, formId }: Consent): SQL<number | null> =>
	sql`(SELECT max(signed_at) FROM ${formSubmissions} WHERE tenant_id = ${tenantId} AND client_id = ${clientId}
		AND form_id = ${formId} AND signed_at >= ${bookedAt} - ${consentMs})`;

/** Throws if the appointment lacks a consent. Returns the condition that must hold at the commit, too. */
export async function checkConsent(
	{ db }: Ctx,
	{ tenantId, clientId, createdAt: bookedAt }: AppointmentRow,
	eventType: EventTypeRow | undefined,
): Promise<SQL[]> {
	const details = eventType && detailsOf(eventType);
	if (!details?.requires_consent) return [];
	const condition = sql`${consentSignedAt({ tenantId, clientId, bookedAt, formId: details.consent_form_id })} IS NOT NULL`;
	const [found] = await db.select({ isSigned: sql<number>`${condition}` }).from(sql`(SELECT 1)`);
	if (found?.isSigned === 1) return [condition];
	throw problem("consent_missing", consentMissing);
}
