import { TattooStudioError } from "./errors.ts";
import type { WebhookEvent } from "./generated/events.ts";

/**
 * The reason why a webhook was refused:
 * - `missing_signature`: the header `Service-Signature` is missing.
 * - `malformed_signature`: the header does not have the form `t=…,v1=…`.
 * - `clock_off`: the signature is valid, but its time is too far from now. `offsetSeconds` says how far.
 * - `body_reserialised`: a program parsed the body and wrote it again. Pass the raw body.
 * - `other_secret`: none of the given secrets made this signature for this body.
 * - `malformed_body`: the signature is valid, but the body is not JSON. The service never sends such a body.
 */
export type WebhookErrorReason =
	| "missing_signature"
	| "malformed_signature"
	| "clock_off"
	| "body_reserialised"
	| "other_secret"
	| "malformed_body";

/** The webhook is not genuine, or its signature does not prove that it is. Answer the request with 400. */
export class WebhookError extends TattooStudioError {
	override name = "WebhookError";
	readonly reason: WebhookErrorReason;
	/** With `clock_off`: the seconds by which this machine's clock is ahead of the signature's time. Otherwise null. */
	readonly offsetSeconds: number | null;

	constructor(reason: WebhookErrorReason, message: string, offsetSeconds: number | null = null) {
		super(message);
		this.reason = reason;
		this.offsetSeconds = offsetSeconds;
	}
}

/** The headers of a request: `Headers`, or an object such as Node's `request.headers`. */
export type WebhookHeaders =
	| { get(name: string): string | null }
	| Readonly<Record<string, string | readonly string[] | undefined>>;

/** The options of `verifyWebhook`. */
export interface VerifyOptions {
	/** The largest difference between the time of the signature and now, in seconds. Default: 300. */
	toleranceSeconds?: number | undefined;
	/** The present time in milliseconds since 1970, for tests. Default: the clock. */
	now?: number | undefined;
}

const header = "Service-Signature";
const utf8 = new TextEncoder();

/**
 * Checks that the service signed the request with this secret, and returns its event. Throws a `WebhookError` if not.
 *
 * @param rawBody The body as it was received. Read it before a framework parses it.
 * @param headers The headers of the request.
 * @param secret The secret of the endpoint, with its `whsec_`, or a list of secrets.
 */
export async function verifyWebhook(
	rawBody: string | Uint8Array | ArrayBuffer,
	headers: WebhookHeaders,
	secret: string | readonly string[],
	{ toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
	const secrets = [secret].flat();
	if (secrets.length === 0 || secrets.some((one) => !one)) throw new TypeError("The secret of the webhook is empty.");
	const body = bytesOf(rawBody);
	const { time, signatures } = parseSignature(signatureHeaderIn(headers));
	if (!(await isSigned(body, time, signatures, secrets))) throw await mismatch(body, time, signatures, secrets);
	const offset = Math.floor(now / 1000) - Number(time);
	if (Math.abs(offset) > toleranceSeconds)
		throw new WebhookError(
			"clock_off",
			`The signature was made ${Math.abs(offset)} seconds ${offset > 0 ? "ago" : "in the future"}, by this machine's clock. At most ${toleranceSeconds} are accepted. Either the clock is wrong, or somebody sent an old request again.`,
			offset,
		);
	return eventIn(body);
}

function eventIn(body: Uint8Array<ArrayBuffer>): WebhookEvent {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		throw new WebhookError("malformed_body", "The signature is right, but the body is no JSON.");
	}
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
	if (typeof rawBody === "string") return utf8.encode(rawBody) as Uint8Array<ArrayBuffer>;
	if (rawBody instanceof ArrayBuffer || ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody as ArrayBuffer);
	throw new WebhookError("body_reserialised", "Give the raw body: text or bytes as they came, not a parsed object.");
}

function signatureHeaderIn(headers: WebhookHeaders): string {
	const value =
		typeof headers.get === "function"
			? headers.get(header)
			: Object.entries(headers).find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
	if (!value) throw new WebhookError("missing_signature", `The request has no ${header}.`);
	return String(value);
}

function parseSignature(value: string): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
	const parts = value.split(",").map((part) => part.trim().split("="));
	const [time = "", ...others] = parts.flatMap(([name, one = ""]) => (name === "t" ? [one] : []));
	const signatures = parts.flatMap(([name, one = ""]) =>
		name === "v1" && /^[0-9a-f]{64}$/i.test(one) ? [fromHex(one)] : [],
	);
	if (!/^\d{1,12}$/.test(time) || others.length > 0 || signatures.length === 0)
		throw new WebhookError("malformed_signature", `${header} must be t=<unix seconds>,v1=<hex of a SHA-256>.`);
	return { time, signatures };
}

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
	body: Uint8Array<ArrayBuffer>,
	time: string,
	signatures: Uint8Array<ArrayBuffer>[],
	secrets: readonly string[],
): Promise<boolean> {
	const signed = new Uint8Array([...utf8.encode(`${time}.`), ...body]);
	for (const secret of secrets) {
		const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
			"verify",
		]);
		for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
	}
	return false;
}

async function mismatch(
	body: Uint8Array<ArrayBuffer>,
	time: string,
	signatures: Uint8Array<ArrayBuffer>[],
	secrets: readonly string[],
): Promise<WebhookError> {
	const written = reserialised(body);
	if (written && (await isSigned(written, time, signatures, secrets)))
		return new WebhookError(
			"body_reserialised",
			"The signature is right for the same JSON with other spaces or escapes: a program on the way parsed the body and wrote it again. Read the raw body, before a framework parses it.",
		);
	return new WebhookError(
		"other_secret",
		"None of the given secrets made this signature over this body. It is the secret of another endpoint or one that was replaced, or the body was changed.",
	);
}

function reserialised(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
	try {
		return utf8.encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body)))) as Uint8Array<ArrayBuffer>;
	} catch {
		return null;
	}
}
