import { text } from "../../../../platform/http/fields/fields.ts";
import { commonPasswords } from "./common-passwords.ts";

const shortest = 10;
export const longestPassword = 256;

/** Passwords that look the same have the same hash, so the rules apply to the form that is hashed. */
const asHashed = (password: string): string => password.normalize("NFKC");

const isLong = (password: string): boolean => [...asHashed(password)].length >= shortest;
const isVaried = (password: string): boolean => new Set(asHashed(password).toLowerCase().trim()).size > 1;
const isRare = (password: string): boolean => !commonPasswords.has(asHashed(password).toLowerCase().trim());

/** The rules for a new password. They do not apply at sign-in, because a password may be older than the rules. */
export const newPassword = text(longestPassword)
	.refine(isLong, { error: `must have at least ${shortest} characters`, abort: true })
	.refine(isVaried, { error: "must not be one repeated character", abort: true })
	.refine(isRare, "must not be one of the most common passwords");

/** False if no account can have this password. NUL is refused because scrypt ignores one at the end of a password. */
export const isPossible = (password: string): boolean => password.length <= longestPassword && !password.includes("\0");
