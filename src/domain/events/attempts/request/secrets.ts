import type { Vault } from "../../../../platform/lib/secrets/vault.ts";
import { hourMs } from "../../../../platform/lib/time.ts";

const secretBytes = 32;

/** The replaced secret goes on signing for this time (contract: Signature 5). */
export const overlapMs = 48 * hourMs;

export function newSigningSecret(): string {
	return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(secretBytes))).toString("base64")}`;
}

interface SealedSecrets {
	endpointId: string;
	secret: string;
	previousSecret: string | null;
	previousSecretGoodUntil: number | null;
}

/** The secrets that sign now, the newest first, without those that the vault's key cannot open. */
export async function openSecrets(vault: Vault, sealed: SealedSecrets, now: number): Promise<string[]> {
	const overlapping = sealed.previousSecret !== null && (sealed.previousSecretGoodUntil ?? 0) > now;
	const secrets =
		overlapping && sealed.previousSecret !== null ? [sealed.secret, sealed.previousSecret] : [sealed.secret];
	const opened = await Promise.allSettled(secrets.map((secret) => vault.open(secret, sealed.endpointId)));
	return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
