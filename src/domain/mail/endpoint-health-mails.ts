import { type Mail, paragraphs } from "../../platform/lib/email.ts";

interface StudioMailData {
	to: string;
	tenantName: string;
	/** The origin of the service's own pages; null if it is not configured. */
	origin: string | null;
}

interface EndpointMailData extends StudioMailData {
	endpoint_id: string;
	url: string;
}

/** A sentence with the endpoint's page at the dashboard, if the service knows its own origin. */
const pageOf = ({ origin, endpoint_id }: EndpointMailData, purpose: string): string =>
	origin === null ? "" : ` ${purpose}:\n\n${origin}/dashboard/webhooks/${endpoint_id}\n\nOr use the API.`;

const mail = ({ to }: StudioMailData, subject: string, text: string): Mail => ({
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

export const endpointsOverPlan = (data: StudioMailData & { plan: string; urls: string[] }): Mail =>
	mail(
		data,
		"Your plan has fewer webhook endpoints",
		`Hello ${data.tenantName},

the plan ${data.plan} allows fewer active webhook endpoints than you have. These were disabled:

${data.urls.join("\n")}

Events go on being kept for 30 days. To choose which endpoints stay, disable one that is active, and then activate one of these and send what it missed.${
			data.origin === null ? "" : ` The dashboard does both:\n\n${data.origin}/dashboard/webhooks\n\nOr use the API.`
		} The call is PATCH /v1/webhook_endpoints/<id> and {"status": "ACTIVE", "replay_missed": true}. If the plan rises again, the service does it by itself.`,
	);
