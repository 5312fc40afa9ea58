import { type Mail, paragraphs } from "../../platform/lib/email.ts";

interface EndpointMailData {
	to: string;
	tenantName: string;
	endpoint_id: string;
	url: string;
	/** Where the service's own pages are; null where it does not know. */
	origin: string | null;
}

/** The endpoint's page at the dashboard, where the service knows its own address. */
const pageOf = ({ origin, endpoint_id }: EndpointMailData, purpose: string): string =>
	origin === null ? "" : ` ${purpose}:\n\n${origin}/dashboard/webhooks/${endpoint_id}\n\nOr use the API.`;

const mail = ({ to }: EndpointMailData, subject: string, text: string): Mail => ({
	to,
	subject,
	text,
	html: paragraphs(text),
});

export const endpointFailing = (told: EndpointMailData): Mail =>
	mail(
		told,
		"A webhook endpoint is failing",
		`Hello ${told.tenantName},

the last 25 attempts to deliver events to this webhook endpoint failed:

${told.url}
(${told.endpoint_id})

After 50 failures in a row the service disables it.${pageOf(told, "The dashboard shows its responses")} GET /v1/webhook_endpoints/${told.endpoint_id}/deliveries lists its responses.`,
	);

export const endpointDisabled = (told: EndpointMailData): Mail =>
	mail(
		told,
		"A webhook endpoint was disabled",
		`Hello ${told.tenantName},

50 attempts in a row to deliver events to this webhook endpoint failed, so it was disabled:

${told.url}
(${told.endpoint_id})

The service sends no more events to it, and pending deliveries wait. When the endpoint works again, activate it.${pageOf(told, "The dashboard does that, and sends the events that it missed")} The call is PATCH /v1/webhook_endpoints/${told.endpoint_id} and {"status": "ACTIVE"}. Add "replay_missed": true to get the events that it missed.`,
	);
