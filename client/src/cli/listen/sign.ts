import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEvent } from "../../generated/events.ts";

const secretBytes = 32;

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString("base64")}`;

export interface SignedEvent {
	body: string;
	headers: Record<string, string>;
}

/** The request of a webhook for the event, with both signatures that the service makes (contract: Command line 5). */
export function signed(event: WebhookEvent, secret: string, unixSeconds: number): SignedEvent {
	// The feed shows a record, which says what it is. A webhook is an event by itself.
	const { object: _, ...envelope } = event as WebhookEvent & { object?: string };
	const body = JSON.stringify(envelope);
	const digest = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
	const standardKey = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	return {
		body,
		headers: {
			"Content-Type": "application/json",
			"User-Agent": "Service-Webhook/1.0 (tattoo-studio listen)",
			"Service-Event-Type": event.type,
			"Service-Event-Id": event.id,
			"Service-Attempt": "1",
			"Service-Signature": `t=${unixSeconds},v1=${digest(secret, `${unixSeconds}.${body}`).digest("hex")}`,
			"webhook-id": event.id,
			"webhook-timestamp": String(unixSeconds),
			"webhook-signature": `v1,${digest(standardKey, `${event.id}.${unixSeconds}.${body}`).digest("base64")}`,
		},
	};
}
