import { createHash } from "node:crypto";

/** Verifiers and challenges have 43 to 128 unreserved characters (RFC 7636 4.1, 4.2). */
const grammar = /^[A-Za-z0-9\-._~]{43,128}$/;

export const isChallenge = (text: string): boolean => grammar.test(text);

/** Whether the app made the challenge from this verifier, by S256. */
export const matchesChallenge = (verifier: string, challenge: string): boolean =>
	grammar.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
