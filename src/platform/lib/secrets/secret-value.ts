import { crc32 } from "node:zlib";
import { base62, randomBase62, sha256 } from "./crypto.ts";

/** 30 letters of base 62 are 178 bits. */
const randomLength = 30;
const checksumLength = 6;
/** Half of the random letters. With the other half unknown, 89 bits are left to guess. */
const familyLength = randomLength / 2;

/**
 * A new secret value: a prefix, random letters, and a checksum of both (contract: Credentials 6). With the checksum the
 * service refuses a mistyped value without a look-up, and secret scanners recognise a leaked one.
 */
export function mintToken(prefix: string, family = ""): string {
	const body = prefix + family + randomBase62(randomLength - family.length);
	return body + checksum(body);
}

/** The letters with which all tokens of one family begin after their prefix. Only the holder of such a token knows them. */
export const newFamily = (): string => randomBase62(familyLength);

export const familyOf = (prefix: string, token: string): string =>
	token.slice(prefix.length, prefix.length + familyLength);

const checksum = (body: string) => base62(crc32(body), checksumLength);

export function isWellFormedToken(prefix: string, value: string): boolean {
	if (!value.startsWith(prefix) || value.length !== prefix.length + randomLength + checksumLength) return false;
	if (!/^[0-9A-Za-z]+$/.test(value.slice(prefix.length))) return false;
	return checksum(value.slice(0, -checksumLength)) === value.slice(-checksumLength);
}

/** The database stores only hashes, so that nobody who reads it can use a value. */
export const hashOfSecret = (value: string): string => sha256(value);

/** The last characters of a value, by which people tell values apart. */
export const hintOfSecret = (value: string): string => value.slice(-4);

const secrets = /(svc(?:_live_sk|_test_sk|oat|ort|ac|osk)_|whsec_)[\w+/=%-]{4,}/g;

/** The text without the secret parts of this service's secrets, for texts that must not contain any. */
export const withoutSecrets = (text: string): string => text.replace(secrets, "$1…");
