import { signature, standardSignature } from "./sign.ts";

interface Sent {
	/** The delivery. */
	id: string;
	eventId: string;
	eventType: string;
}

/** The headers of an attempt that stay the same when it is sent again. */
export const fixedHeaders = ({ id, eventId, eventType }: Sent, attempt: number): Record<string, string> => ({
	"Content-Type": "application/json",
	"User-Agent": "Service-Webhook/1.0",
	"webhook-id": eventId,
	"Service-Event-Type": eventType,
	"Service-Event-Id": eventId,
	"Service-Delivery-Id": id,
	"Service-Attempt": String(attempt),
});

/** The headers that prove who sent a body, and when. */
export const signingHeaders = (
	{ eventId }: Sent,
	body: string,
	secrets: string[],
	unixSeconds: number,
): Record<string, string> => ({
	"Service-Signature": signature(body, secrets, unixSeconds),
	"webhook-timestamp": String(unixSeconds),
	"webhook-signature": standardSignature(eventId, body, secrets, unixSeconds),
});
