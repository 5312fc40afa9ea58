// biome-ignore-start lint/style/useNodejsImportProtocol: in the worker's tests the name with the prefix means this module
import { type BinaryLike, type ScryptOptions, scrypt as thorough } from "crypto";

export * from "crypto";
// biome-ignore-end lint/style/useNodejsImportProtocol: see above

/**
 * Scrypt at the lowest cost. The real cost is a tenth of a second of two processors for each password. Only equal
 * passwords with equal salts make equal keys, as with the real one. It waits a moment, so that attempts at the same
 * time overlap. `units/passwords.test.ts` and the drills use the real one.
 */
export const scrypt = (
	password: BinaryLike,
	salt: BinaryLike,
	length: number,
	_cost: ScryptOptions,
	done: (error: Error | null, key: Buffer) => void,
): void => void setTimeout(() => thorough(password, salt, length, { N: 2, r: 1, p: 1 }, done), 5);
