import { createHash } from "node:crypto";
import { desc, gt, isNull, or, sql } from "drizzle-orm";
import { execute } from "../../../platform/commit/execute.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { webhookKeys } from "../../../platform/db/tables/control/webhook-keys.ts";

export type WebhookKey = typeof webhookKeys.$inferSelect;

export async function newWebhookKey({ vault, now }: Caller, number: number): Promise<WebhookKey> {
	const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
	const { x = "", d = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
	const kid = createHash("sha256")
		.update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
		.digest("base64url");
	return {
		number,
		kid,
		publicKey: x,
		privateKey: await vault.seal(d, kid),
		publishedUntil: null,
		createdAt: now,
	};
}

/** The key that signs comes first. If there is none yet, this makes the first one. */
export async function publishedKeys(caller: Caller, writer: Writer): Promise<[WebhookKey, ...WebhookKey[]]> {
	const [signing, ...others] = await readPublished(caller);
	if (signing) return [signing, ...others];
	const first = await newWebhookKey(caller, 1);
	await execute(writer, caller, () => ({
		result: null,
		inControlDatabase: true,
		writes: [insert(webhookKeys).values(first).onConflictDoNothing()],
		proofOfCommit: sql`SELECT 1 FROM ${webhookKeys}`,
	}));
	// Another request may have made the first key.
	const [made, ...replaced] = await readPublished(caller);
	if (!made) throw new Error("The first key for webhooks was not made.");
	return [made, ...replaced];
}

const readPublished = ({ control, now }: Caller): Promise<WebhookKey[]> =>
	control
		.select()
		.from(webhookKeys)
		.where(or(isNull(webhookKeys.publishedUntil), gt(webhookKeys.publishedUntil, now)))
		.orderBy(desc(webhookKeys.number));

export async function newestKey({ control }: Caller): Promise<WebhookKey | undefined> {
	const [newest] = await control.select().from(webhookKeys).orderBy(desc(webhookKeys.number)).limit(1);
	return newest;
}

/** The public key as a JWK (RFC 8037). */
export const publicJwk = ({ kid, publicKey }: WebhookKey) =>
	({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x: publicKey }) as const;
