import { type Mail, paragraphs } from "../../platform/lib/email.ts";

interface EndpointMailData {
	to: string;
	tenantName: string;
	endpoint_id: string;
	url: string;
	/** The origin of the service's own pages; null if it is not configured. */
	origin: string | null;
}

/** A sentence with the endpoint's page at the dashboard, if the service knows its own origin. */
const pageOf = ({ origin, endpoint_id }: EndpointMailData, purpose: string): string =>
	origin === null ? "" : ` ${purpose}:\n\n${origin}/dashboard/webhooks/${endpoint_id}\n\nOr use the API.`;

const mail = ({ to }: EndpointMailData, subject: string, text: string): Mail => ({
	to,
	subject,
	text,
	html: paragraphs(text),
});

export const endpointFailing = (data: EndpointMailData): Mail =>
	mail(
		data,
		"A webhook endpoint is failing",
		`Hello ${data.tenantName},

the last 25 attempts to deliver events to this webhook endpoint failed:

${data.url}
(${data.endpoint_id})

After 50 failures in a row the service disables it.${pageOf(data, "The dashboard shows its responses")} GET /v1/webhook_endpoints/${data.endpoint_id}/deliveries lists its responses.`,
	);

export const endpointDisabled = (data: EndpointMailData): Mail =>
	mail(
		data,
		"A webhook endpoint was disabled",
		`Hello ${data.tenantName},

50 attempts in a row to deliver events to this webhook endpoint failed, so it was disabled:

${data.url}
(${data.endpoint_id})

The service sends no more events to it, and pending deliveries wait. When the endpoint works again, activate it.${pageOf(data, "The dashboard does that, and sends the events that it missed")} The call is PATCH /v1/webhook_endpoints/${data.endpoint_id} and {"status": "ACTIVE"}. Add "replay_missed": true to get the events that it missed.`,
	);
