import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller } from "../../../platform/context.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import { withTimeout } from "../../../platform/lib/async/with-timeout.ts";
import { hourMs, minuteMs, secondMs } from "../../../platform/lib/time.ts";
import { log } from "../../../platform/log.ts";
import { publicJwk, publishedKeys } from "./keys.ts";

export interface SigningKey {
	kid: string;
	privateKey: CryptoKey;
	readAt: number;
}

/** So a rotation holds within this time in every isolate (contract: Signature 11). */
const freshMs = minuteMs;
/** If the key cannot be read, the one from before signs for this time. A replaced key is published for longer. */
const usableMs = 24 * hourMs;

/** An attempt has this much time in its lease. */
const longestReadMs = 3 * secondMs;

/** The key that this isolate has read, so that an attempt costs no read of the control database. */
export const signingKeyCache = {
	key: undefined as SigningKey | undefined,
	clear() {
		this.key = undefined;
	},
};

export async function signingKey(caller: Caller, writer: Writer): Promise<SigningKey | undefined> {
	const known = signingKeyCache.key;
	const age = known ? Math.abs(caller.now - known.readAt) : Number.POSITIVE_INFINITY;
	if (age < freshMs) return known;
	try {
		signingKeyCache.key = await withTimeout(longestReadMs, readSigningKey(caller, writer));
		return signingKeyCache.key;
	} catch (error) {
		log.error("fault", { message: `The key that signs webhooks cannot be read: ${safeMessage(error)}` });
		return age < usableMs ? known : undefined;
	}
}

async function readSigningKey(caller: Caller, writer: Writer): Promise<SigningKey> {
	const [key] = await publishedKeys(caller, writer);
	const { kty, crv, x } = publicJwk(key);
	const jwk = { kty, crv, x, d: await caller.vault.open(key.privateKey, key.kid) };
	const privateKey = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["sign"]);
	return { kid: key.kid, privateKey, readAt: caller.now };
}

export async function asymmetricSignature({ privateKey }: SigningKey, content: string): Promise<string> {
	const signature = await crypto.subtle.sign({ name: "Ed25519" }, privateKey, new TextEncoder().encode(content));
	return `v1a,${Buffer.from(signature).toString("base64")}`;
}
