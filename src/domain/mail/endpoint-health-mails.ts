import { type Mail, mailHtml } from "../../platform/lib/text/email.ts";

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

/** Empty if the service does not know its own origin. */
const pageOf = ({ origin, endpoint_id }: EndpointMailData, purpose: string): string =>
	origin === null ? "" : ` ${purpose}:\n\n${origin}/dashboard/webhooks/${endpoint_id}\n\nOr use the API.`;

const mail = ({ to }: StudioMailData, subject: string, text: string): Mail => ({
	to,
	subject,
	text,
	html: mailHtml(text),
});

export const endpointFailing = (data: EndpointMailData): Mail =>
	mail(
		data,
		"A webhook endpoint is failing",
		`Hello ${data.tenantName},

The last 25 attempts to deliver events to this webhook endpoint failed:

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

interface OverPlanData extends StudioMailData {
	plan: string;
	/** The oldest endpoints that were disabled. */
	urls: string[];
	/** Absent in a mail that the release before wrote, like `cap` and `count`. */
	ids?: string[];
	cap?: number;
	count?: number;
}

export function endpointsOverPlan(data: OverPlanData): Mail {
	const { plan, urls, ids = [], cap, count = urls.length, origin } = data;
	const listed = urls.map((url, n) => (ids[n] === undefined ? url : `${url}\n(${ids[n]})`));
	const further = count > urls.length ? [`and ${count - urls.length} more`] : [];
	const allows =
		cap === undefined
			? "fewer active webhook endpoints than you have"
			: `${cap} active webhook endpoints, and you had more`;
	return mail(
		data,
		"Webhook endpoints were disabled, because your plan allows fewer",
		`Hello ${data.tenantName},

The ${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan allows ${allows}. ${count === 1 ? "The newest one was" : `The newest ${count} were`} disabled:

${[...listed, ...further].join("\n\n")}

The service sends nothing there now. It keeps events for 30 days, so the events of that time wait.

If you take a larger plan, the service activates again what it disabled, and sends the events that were missed.

If you want to choose which endpoints stay, disable one that is active, and then activate one of this list and let the service send what it missed.${
			origin === null ? "" : ` The dashboard does both:\n\n${origin}/dashboard/webhooks\n\nOr use the API.`
		} The calls are PATCH /v1/webhook_endpoints/<id> with {"status": "DISABLED"}, and with {"status": "ACTIVE", "replay_missed": true}.`,
	);
}
