import { createHash } from "node:crypto";
import { refusal } from "./errors.ts";

const algorithms = {
	md5: { name: "MD5", bytes: 16 },
	sha1: { name: "SHA-1", bytes: 20 },
	sha256: { name: "SHA-256", bytes: 32 },
	sha384: { name: "SHA-384", bytes: 48 },
	sha512: { name: "SHA-512", bytes: 64 },
} as const;
type Algorithm = keyof typeof algorithms;
const all = Object.keys(algorithms) as Algorithm[];

export type GivenChecksums = { [each in Algorithm]?: ArrayBuffer | ArrayBufferView | string };

const digestOf = (bytes: Uint8Array, algorithm: Algorithm): string => createHash(algorithm).update(bytes).digest("hex");

/** The one checksum that the caller gave, in hex. Throws if there are several, or if it has not the form of one. */
export function givenChecksum(given: GivenChecksums): { algorithm: Algorithm; hex: string } | undefined {
	const [algorithm, ...others] = all.filter((one) => given[one] !== undefined);
	if (algorithm === undefined) return undefined;
	if (others.length > 0) throw new TypeError("You cannot specify multiple hashing algorithms.");
	const { name, bytes } = algorithms[algorithm];
	const value = given[algorithm] as ArrayBuffer | ArrayBufferView | string;
	if (typeof value === "string") {
		if (value.length !== 2 * bytes) throw new TypeError(`${name} is ${2 * bytes} hex characters, not ${value.length}`);
		if (!/^[0-9a-f]*$/i.test(value)) throw new TypeError(`Provided ${name} wasn't a valid hex string`);
		return { algorithm, hex: value.toLowerCase() };
	}
	if (value.byteLength !== bytes) throw new TypeError(`${name} is ${bytes} bytes, not ${value.byteLength}`);
	const view = ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, bytes) : Buffer.from(value);
	return { algorithm, hex: view.toString("hex") };
}

/** The checksums that R2 keeps: MD5, and the one that the caller gave, if it is right. */
export function checksumsOf(bytes: Uint8Array, given: ReturnType<typeof givenChecksum>): Map<Algorithm, string> {
	const kept = new Map<Algorithm, string>([["md5", digestOf(bytes, "md5")]]);
	if (!given) return kept;
	const { algorithm, hex } = given;
	const { name } = algorithms[algorithm];
	const actual = digestOf(bytes, algorithm);
	if (actual !== hex)
		throw refusal(
			"put",
			"BadDigest",
			`The ${name} checksum you specified did not match what we received.\nYou provided a ${name} checksum with value: ${hex}\nActual ${name} was: ${actual}`,
		);
	return kept.set(algorithm, actual);
}

/** Checksums as the caller sees them: bytes, and as JSON in hex. */
export class Checksums {
	declare readonly md5?: ArrayBuffer;

	constructor(kept: Map<Algorithm, string>) {
		const toJSON = () => Object.fromEntries(kept);
		Object.defineProperty(this, "toJSON", { value: toJSON });
		for (const [algorithm, hex] of kept) {
			const get = () => Uint8Array.from(Buffer.from(hex, "hex")).buffer;
			Object.defineProperty(this, algorithm, { get, enumerable: true });
		}
	}
}
