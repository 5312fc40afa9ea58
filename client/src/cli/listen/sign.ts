import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEvent } from "../../generated/events.ts";
import type { AsymmetricSigner } from "./listener-key.ts";

const secretBytes = 32;

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString("base64")}`;

export interface SignedEvent {
	body: string;
	headers: Record<string, string>;
}

/**
 * The request has both signatures of the service, and with `sign` that of an asymmetric endpoint (contract: Command
 * line 5).
 */
export function signed(event: WebhookEvent, secret: string, unixSeconds: number, sign?: AsymmetricSigner): SignedEvent {
	// A record of the feed has `object`; the body of a webhook does not.
	const { object: _, ...envelope } = event as WebhookEvent & { object?: string };
	const body = JSON.stringify(envelope);
	const digest = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
	const standardKey = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const content = `${event.id}.${unixSeconds}.${body}`;
	const standard = `v1,${digest(standardKey, content).digest("base64")}`;
	const byKey = sign?.(content);
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
			"webhook-signature": byKey ? `${standard} ${byKey.signature}` : standard,
			...(byKey && { "webhook-key-id": byKey.kid }),
		},
	};
}
