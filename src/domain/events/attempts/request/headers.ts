import { asymmetricSignature, type SigningKey } from "../../webhook-keys/signing-key.ts";
import { signature, standardContent, standardSignature } from "./sign.ts";

interface Sent {
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

/** The headers name the id of the installation's key (contract: Signature 9). */
export async function withAsymmetric(
	headers: Record<string, string>,
	{ eventId }: Sent,
	body: string,
	key: SigningKey,
	unixSeconds: number,
): Promise<Record<string, string>> {
	const signed = await asymmetricSignature(key, standardContent(eventId, body, unixSeconds));
	return { ...headers, "webhook-signature": `${headers["webhook-signature"]} ${signed}`, "webhook-key-id": key.kid };
}
