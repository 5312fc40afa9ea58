import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { WebhookKey } from "../../webhook.ts";
import type { Option } from "../command.ts";

export const asymmetricOption: Option = {
	about: "Also sign like an endpoint with asymmetric: true. `listen` prints the public key for your receiver.",
};

/** Signs what Standard Webhooks signs. */
export type AsymmetricSigner = (content: string) => { signature: string; kid: string };

export interface ListenerKey {
	/** The public key, as the service publishes its own. */
	keys: (Required<WebhookKey> & { alg: string; use: string })[];
	sign: AsymmetricSigner;
}

/** The bytes that stand before an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The service does not give away its own key, so this one is made of the secret, and stays the same as long as the
 * secret does.
 */
export function listenerKey(secret: string): ListenerKey {
	const seed = createHmac("sha256", secret).update("the key of a listener").digest();
	const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" });
	const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
	const named = { crv: "Ed25519", kty: "OKP", x };
	// The thumbprint of RFC 7638, as the service has it.
	const kid = createHash("sha256").update(JSON.stringify(named)).digest("base64url");
	return {
		keys: [{ ...named, alg: "EdDSA", use: "sig", kid }],
		sign: (content) => ({ signature: `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`, kid }),
	};
}
