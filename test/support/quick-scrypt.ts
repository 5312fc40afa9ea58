// biome-ignore-start lint/style/useNodejsImportProtocol: in the worker's tests the name with the prefix means this module
import { type BinaryLike, type ScryptOptions, scrypt as thorough } from "crypto";

export * from "crypto";
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/**
 * Scrypt without its cost, which is a tenth of a second of both processors for each password: equal passwords under
 * equal salts still make equal keys, and no others do. It takes a moment, so that attempts at once do meet. The real
 * one is tested in `units/passwords.test.ts` and by everyone who signs in in the drills.
 */
export const scrypt = (
	password: BinaryLike,
	salt: BinaryLike,
	length: number,
	_cost: ScryptOptions,
	done: (error: Error | null, key: Buffer) => void,
): void => void setTimeout(() => thorough(password, salt, length, { N: 2, r: 1, p: 1 }, done), 5);
