import { createHash, createHmac } from "node:crypto";

const version = "v1";
const ivBytes = 12;
const keyBytes = 32;
/** Nobody guesses 128 bits. */
const macBytes = 16;

const wrongKey = () => new Error("ENCRYPTION_KEY must be 32 bytes in base64");

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64"));

/**
 * Encrypts stored secrets with AES-256-GCM under the Worker's key. Each secret is bound to its record: if somebody copies
 * it to another record, it cannot be opened there.
 */
export class Vault {
	private imported: Promise<CryptoKey> | undefined;
	private readonly encryptionKey: string | undefined;

	constructor(encryptionKey: string | undefined) {
		this.encryptionKey = encryptionKey;
	}

	/** Imported at the first use, because most requests do not need it. */
	private get key(): Promise<CryptoKey> {
		this.imported ??= importKey(this.encryptionKey);
		return this.imported;
	}

	/** A code that only this installation can make, for one purpose. It is short enough for an address. */
	mac(purpose: string, text: string): string {
		const bytes = fromBase64(this.encryptionKey ?? "");
		if (bytes.length !== keyBytes) throw wrongKey();
		const key = createHmac("sha256", bytes).update(`mac:${purpose}`).digest();
		return createHmac("sha256", key).update(text).digest().subarray(0, macBytes).toString("base64url");
	}

	/** Null if the key is missing or has not 32 bytes. */
	get fingerprint(): string | null {
		const key = this.encryptionKey ?? "";
		return fromBase64(key).length === keyBytes ? fingerprintOf(key) : null;
	}

	async seal(secret: string, owner: string): Promise<string> {
		const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
		const sealed = await crypto.subtle.encrypt(algorithm(iv, owner), await this.key, new TextEncoder().encode(secret));
		return [version, toBase64(iv), toBase64(new Uint8Array(sealed))].join(".");
	}

	async open(sealed: string, owner: string): Promise<string> {
		const [sealedVersion, iv = "", ciphertext = ""] = sealed.split(".");
		if (sealedVersion !== version) throw new Error("The secret was sealed with an unknown version.");
		const opened = await crypto.subtle.decrypt(
			algorithm(fromBase64(iv), owner),
			await this.key,
			fromBase64(ciphertext),
		);
		return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(opened);
	}
}

/** It tells whether two keys are the same, and nothing about them: they are random. */
export const fingerprintOf = (encryptionKey: string): string =>
	createHash("sha256").update(`installation ${encryptionKey}`).digest("hex");

const algorithm = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
	name: "AES-GCM",
	iv,
	additionalData: new TextEncoder().encode(owner),
});

async function importKey(encryptionKey: string | undefined): Promise<CryptoKey> {
	const bytes = fromBase64(encryptionKey ?? "");
	if (bytes.length !== keyBytes) throw wrongKey();
	return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
