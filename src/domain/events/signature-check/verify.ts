import { timingSafeEqual } from "node:crypto";
import { signature, standardSignature } from "../attempts/request/sign.ts";
import { type PastedHeaders, type PastedSignature, signatureIn } from "./pasted-headers.ts";

export interface SecretCandidate {
	secret: string;
	/** `previous`: it was replaced and signs until `until`, which may be past. `other`: it belongs to another endpoint. */
	whose: "present" | "previous" | "other";
	until?: number;
	endpoint?: { id: string; url: string };
}

/** A signature made within this many seconds is accepted (contract: Signature 4). */
const toleranceSeconds = 300;

export const signatureFaults = [
	"missing_signature",
	"malformed_signature",
	"clock_off",
	"body_reserialised",
	"other_secret",
	"malformed_body",
] as const;
type SignatureFault = (typeof signatureFaults)[number];

/** The result, in words for the person who pasted the request. */
export interface Verdict {
	/** The secret that signed is one that signs now. */
	verifies: boolean;
	/** Null if a receiver takes the request: the reasons of the typed client. */
	reason: SignatureFault | null;
	/** The time of the signature, in seconds; null if it cannot be read. */
	seconds: number | null;
	title: string;
	text: string[];
	other?: { id: string; url: string };
}

interface PastedRequest {
	headers: PastedHeaders;
	body: string;
	candidates: SecretCandidate[];
	/** The body that the service sent. Null if neither the headers nor the body tell which delivery it is. */
	sent: string | null;
	now: number;
}

type Words = Omit<Verdict, "reason" | "seconds">;

/** The verdict reveals nothing of a secret, except whose it is. */
export function verify({ headers, body, candidates, sent, now }: PastedRequest): Verdict {
	const proof = signatureIn(headers);
	if (typeof proof === "string")
		return { ...failure("The header cannot be checked", [proof]), reason: missingOrMalformed(headers), seconds: null };
	const told = (words: Words, reason: SignatureFault | null): Verdict => ({ ...words, reason, seconds: proof.seconds });
	const find = (text: string) => candidates.find(({ secret }) => isSignedBy(proof, text, secret));
	const asPasted = find(body);
	if (asPasted) return told(verdictOf(asPasted, proof, now, []), faultOf(asPasted, proof, body, now));
	const trimmed = body.replace(/\r?\n$/, "");
	const withoutEnd = trimmed !== body ? find(trimmed) : undefined;
	if (withoutEnd) return told(verdictOf(withoutEnd, proof, now, [lineEnd]), "body_reserialised");
	const original = sent !== null && sent !== body ? find(sent) : undefined;
	if (original && sent !== null)
		return told(
			changedBody(sent, trimmed, original, proof, now),
			sameJson(sent, trimmed) ? "body_reserialised" : "other_secret",
		);
	return told(failure("No secret fits", noSecretFits(sent !== null)), "other_secret");
}

const missingOrMalformed = (headers: PastedHeaders): SignatureFault =>
	"service-signature" in headers || "webhook-signature" in headers ? "malformed_signature" : "missing_signature";

function faultOf(
	{ whose, until = 0 }: SecretCandidate,
	{ seconds }: PastedSignature,
	body: string,
	now: number,
): SignatureFault | null {
	if (whose === "other" || (whose === "previous" && until <= now)) return "other_secret";
	if (Math.abs(Math.floor(now / 1000) - seconds) > toleranceSeconds) return "clock_off";
	return isJson(body) ? null : "malformed_body";
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const failure = (title: string, text: string[]): Words => ({ verifies: false, title, text });

function isSignedBy(proof: PastedSignature, body: string, secret: string): boolean {
	const expected =
		proof.scheme === "service"
			? signature(body, [secret], proof.seconds).replace(/^t=\d+,v1=/, "")
			: standardSignature(proof.id, body, [secret], proof.seconds);
	return proof.signatures.some(
		(one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)),
	);
}

const lineEnd =
	"The text that you pasted ends with a line break that the signed body does not have. If your receiver sees it, too, something between adds it.";

/** The signature fits the body. */
function verdictOf(
	{ whose, until = 0, endpoint }: SecretCandidate,
	proof: PastedSignature,
	now: number,
	notes: string[],
): Words {
	if (whose === "other" && endpoint)
		return {
			...failure("Signed with another endpoint's secret", [
				`The body and the header belong together, but they were signed for the endpoint ${endpoint.url}. Your receiver must verify each request with the secret of the endpoint that it came from.`,
				...notes,
			]),
			other: endpoint,
		};
	const age = ageWords(proof, now);
	if (whose === "present")
		return age === null
			? {
					verifies: true,
					title: "It verifies",
					text: [
						"This endpoint's present secret made this signature over exactly this body.",
						...notes,
						ifRefused(proof),
					],
				}
			: {
					verifies: true,
					title: "It verifies, but it is old",
					text: [
						`This endpoint's present secret made this signature over exactly this body. ${age}`,
						...notes,
						ifRefused(proof),
					],
				};
	const over = until <= now;
	const replaced = over
		? "The secret that made this signature was replaced, and its 48 hours are over. The service does not sign with it any more."
		: "This signature was made with the secret before the last rotation, which still signs. A receiver that has only the new secret refuses it where the signature by the new one is left out.";
	return {
		verifies: !over,
		title: over ? "Signed with a secret that has ended" : "Signed with the replaced secret",
		text: [replaced, ...(age === null ? [] : [age]), ...notes],
	};
}

/** Null if a receiver accepts the time. */
function ageWords({ seconds }: PastedSignature, now: number): string | null {
	const age = Math.floor(now / 1000) - seconds;
	if (Math.abs(age) <= toleranceSeconds) return null;
	return age > 0
		? `It was signed ${durationWords(age)} ago. A receiver that follows our advice refuses a signature older than five minutes. That is as it should be when you check an old request; if your receiver refused it when it came, the clock of its machine is wrong.`
		: `Its time is ${durationWords(-age)} in the future. The header was changed on its way, or not made by this service.`;
}

function durationWords(seconds: number): string {
	const units = [
		[86_400, "day"],
		[3600, "hour"],
		[60, "minute"],
	] as const;
	const [size, name] = units.find(([size]) => seconds >= size) ?? [1, "second"];
	const count = Math.floor(seconds / size);
	return `${count} ${name}${count === 1 ? "" : "s"}`;
}

const ifRefused = ({ scheme }: PastedSignature): string =>
	scheme === "service"
		? "If your receiver refuses it nevertheless: the key of the HMAC is the whole secret, “whsec_” included, and what is signed is t, a full stop, and the raw body as it came, before any program parses it."
		: "If your receiver refuses it nevertheless: the key of the HMAC is the secret without “whsec_”, decoded from base64, and what is signed is webhook-id, webhook-timestamp and the raw body as it came, with full stops between them.";

function changedBody(sent: string, pasted: string, by: SecretCandidate, proof: PastedSignature, now: number): Words {
	const also = by.whose === "other" ? verdictOf(by, proof, now, []).text : [];
	if (sameJson(sent, pasted))
		return failure("The body was written anew", [
			"The pasted body holds the same JSON as the delivery that the service sent, but other bytes: spaces, the order of its keys, or how characters are written. The signature is right for the bytes that were sent.",
			"A program on the way parses the body and writes it again. Verify the raw body, before a framework parses it.",
			...also,
		]);
	return failure("The body was changed", [
		"The signature is right for the delivery that the service sent, and the pasted body says something else. It was changed on its way, or it is the body of another request.",
		...also,
	]);
}

function sameJson(one: string, other: string): boolean {
	try {
		return canonical(JSON.parse(one)) === canonical(JSON.parse(other));
	} catch {
		return false;
	}
}

const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		typeof inner === "object" && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

const noSecretFits = (isKnown: boolean): string[] =>
	isKnown
		? [
				"The service knows this delivery, and the signature is not right for the body that it sent either, with none of the studio's secrets. The header belongs to another request, was changed, or was made with a secret that was replaced more than once.",
			]
		: [
				"None of the studio's secrets made this signature over this body: not this endpoint's, not the one before, not another endpoint's. Either the body is not what was signed, or the header belongs to another request.",
				"Paste all headers of the request, so that the service can look up the delivery and compare the body that it sent.",
			];
