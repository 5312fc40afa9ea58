import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

export const sha256 = (value: string | Uint8Array): string => createHash("sha256").update(value).digest("hex");

/** Compares two secrets in a time that depends on neither of them. */
export function sameSecret(a: string, b: string): boolean {
	return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomBase62(length: number): string {
	let out = "";
	while (out.length < length) {
		// 248 is the largest multiple of 62 in a byte. Larger bytes would favour the first letters.
		for (const byte of randomBytes(length)) if (byte < 248 && out.length < length) out += alphabet[byte % 62];
	}
	return out;
}

export function base62(value: number, length: number): string {
	let out = "";
	for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = alphabet[rest % 62] + out;
	return out;
}

// N=2^14, r=8, p=5 is one of the settings of OWASP's Password Storage Cheat Sheet. It needs 16 MiB of the 128 MiB of an
// isolate. The platform refuses N·r·p above 2^20.
const cost = { N: 2 ** 14, r: 8, p: 5 };
const keyLength = 32;

export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(16);
	const key = await derive(password, salt, cost);
	return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
	return new Promise((resolve, reject) =>
		scrypt(password.normalize("NFKC"), salt, keyLength, { N, r, p }, (error, key) =>
			error ? reject(error) : resolve(key),
		),
	);
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
	const [scheme, N, r, p, salt = "", key = ""] = hash.split("$");
	if (scheme !== "scrypt") throw new Error("The password was hashed with an unknown scheme.");
	const derived = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
	const expected = Buffer.from(key, "base64url");
	return derived.length === expected.length && timingSafeEqual(derived, expected);
}
