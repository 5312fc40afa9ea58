import { crc32 } from "node:zlib";
import { base62, randomBase62, sha256 } from "./crypto.ts";

/** 30 letters of base 62 hold 178 bits. */
const randomLength = 30;
const checksumLength = 6;

/**
 * A new value that is shown once: prefix, randomness, and a checksum of both, so that a mistyped one
 * is refused without a look-up and scanners can tell a leaked one from chance.
 */
export function mintToken(prefix: string): string {
	const body = prefix + randomBase62(randomLength);
	return body + checksum(body);
}

const checksum = (body: string) => base62(crc32(body), checksumLength);

/** Whether the value can have been minted with this prefix. */
export function isMinted(prefix: string, value: string): boolean {
	if (!value.startsWith(prefix) || value.length !== prefix.length + randomLength + checksumLength) return false;
	if (!/^[0-9A-Za-z]+$/.test(value.slice(prefix.length))) return false;
	return checksum(value.slice(0, -checksumLength)) === value.slice(-checksumLength);
}

/** Only hashes are stored: whoever reads the database can use none of the values. */
export const hashOfSecret = (value: string): string => sha256(value);
/** The last characters, to tell values apart where they are managed. */
export const hintOfSecret = (value: string): string => value.slice(-4);
