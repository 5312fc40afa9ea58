import { createHash } from "node:crypto";

/** RFC 7636 4.1 and 4.2: 43 to 128 unreserved characters, of verifiers and challenges alike. */
const grammar = /^[A-Za-z0-9\-._~]{43,128}$/;

export const isChallenge = (text: string): boolean => grammar.test(text);

/** Whether the verifier is the one that the challenge was made from, by S256. */
export const verifies = (verifier: string, challenge: string): boolean =>
	grammar.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
