import { TattooStudioError } from "./errors.ts";
import type { WebhookEvent } from "./generated/events.ts";

/**
 * The reason why a webhook was refused:
 * - `missing_signature`: the header `Service-Signature` is missing; with keys, the part `v1a,…` of `webhook-signature`.
 * - `malformed_signature`: the header does not have the form `t=…,v1=…`; with keys, `v1a,<base64>`.
 * - `clock_off`: the signature is valid, but its time is too far from now. `offsetSeconds` says how far.
 * - `body_reserialised`: a program parsed the body and wrote it again. Pass the raw body.
 * - `other_secret`: none of the given secrets made this signature for this body.
 * - `unknown_key`: none of the given keys is the one that the request names. Fetch the keys again.
 * - `other_key`: the key that the request names did not make this signature for this body.
 * - `malformed_body`: the signature is valid, but the body is not JSON. The service never sends such a body.
 */
export type WebhookErrorReason =
	| "missing_signature"
	| "malformed_signature"
	| "clock_off"
	| "body_reserialised"
	| "other_secret"
	| "unknown_key"
	| "other_key"
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

/** A public key of the service, as `/.well-known/webhook-keys` shows it. */
export interface WebhookKey {
	kty: string;
	crv?: string;
	x?: string;
	kid?: string;
}

/** The public keys that may have signed: what `/.well-known/webhook-keys` answers, or its list. */
export interface WebhookKeys {
	keys: readonly WebhookKey[] | { keys: readonly WebhookKey[] };
}

/** A signature of a request, and how to check whether it was made for a body. */
interface Proof {
	/** The time of the signature in unix seconds. */
	time: string;
	fits(body: Bytes): Promise<boolean>;
	otherwise: WebhookError;
}

type Bytes = Uint8Array<ArrayBuffer>;

const header = "Service-Signature";
const utf8 = new TextEncoder();

/**
 * Checks that the service signed the request with this secret, and returns its event. Throws a `WebhookError` if not.
 *
 * @param rawBody The body as it was received. Read it before a framework parses it.
 * @param headers The headers of the request.
 * @param secret The secret of the endpoint, with its `whsec_`, or a list of secrets. For an endpoint with `asymmetric`
 * it may be `{ keys }` instead: the public keys that the service shows at `/.well-known/webhook-keys`.
 */
export async function verifyWebhook(
	rawBody: string | Uint8Array | ArrayBuffer,
	headers: WebhookHeaders,
	secret: string | readonly string[] | WebhookKeys,
	{ toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
	const secrets = areKeys(secret) ? [] : [secret].flat();
	if (!areKeys(secret) && (secrets.length === 0 || secrets.some((one) => !one)))
		throw new TypeError("The secret of the webhook is empty.");
	const body = bytesOf(rawBody);
	const proof = areKeys(secret) ? proofByKey(headers, secret) : proofBySecret(headers, secrets);
	if (!(await proof.fits(body))) throw await mismatch(body, proof);
	const offset = Math.floor(now / 1000) - Number(proof.time);
	if (Math.abs(offset) > toleranceSeconds)
		throw new WebhookError(
			"clock_off",
			`The signature was made ${Math.abs(offset)} seconds ${offset > 0 ? "ago" : "in the future"}, by this machine's clock. At most ${toleranceSeconds} are accepted. Either the clock is wrong, or somebody sent an old request again.`,
			offset,
		);
	return eventIn(body);
}

const areKeys = (secret: string | readonly string[] | WebhookKeys): secret is WebhookKeys =>
	typeof secret === "object" && !Array.isArray(secret);

function eventIn(body: Bytes): WebhookEvent {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		throw new WebhookError("malformed_body", "The signature is right, but the body is no JSON.");
	}
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Bytes {
	if (typeof rawBody === "string") return utf8.encode(rawBody) as Bytes;
	if (rawBody instanceof ArrayBuffer || ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody as ArrayBuffer);
	throw new WebhookError("body_reserialised", "Give the raw body: text or bytes as they came, not a parsed object.");
}

function headerIn(headers: WebhookHeaders, name: string): string {
	const value =
		typeof headers.get === "function"
			? headers.get(name)
			: Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
	return value ? String(value) : "";
}

function neededHeader(headers: WebhookHeaders, name: string): string {
	const value = headerIn(headers, name);
	if (!value) throw new WebhookError("missing_signature", `The request has no ${name}.`);
	return value;
}

function proofBySecret(headers: WebhookHeaders, secrets: readonly string[]): Proof {
	const { time, signatures } = parseSignature(neededHeader(headers, header));
	return {
		time,
		fits: (body) => isSigned(body, time, signatures, secrets),
		otherwise: new WebhookError(
			"other_secret",
			"None of the given secrets made this signature over this body. It is the secret of another endpoint or one that was replaced, or the body was changed.",
		),
	};
}

/** The scheme `v1a` of Standard Webhooks. */
function proofByKey(headers: WebhookHeaders, given: WebhookKeys): Proof {
	const parts = neededHeader(headers, "webhook-signature").split(" ");
	const [id, time] = [neededHeader(headers, "webhook-id"), neededHeader(headers, "webhook-timestamp")];
	const signatures = parts.filter((one) => one.startsWith("v1a,")).map((one) => one.slice("v1a,".length));
	if (signatures.length === 0)
		throw new WebhookError(
			"missing_signature",
			"webhook-signature has no part v1a: the endpoint is not asymmetric, and only its secret verifies the request.",
		);
	if (!/^\d{1,12}$/.test(time) || !signatures.every((one) => /^[\w+/]{86}==$/.test(one)))
		throw new WebhookError("malformed_signature", "webhook-signature must have v1a,<base64 of 64 bytes>.");
	const named = headerIn(headers, "webhook-key-id");
	const keys = listOf(given).filter(
		({ kty, crv, kid }) => kty === "OKP" && crv === "Ed25519" && (!named || kid === undefined || kid === named),
	);
	if (keys.length === 0)
		throw new WebhookError(
			"unknown_key",
			`None of the given keys is ${named || "an Ed25519 key"}. Fetch /.well-known/webhook-keys again: the key of the service was rotated.`,
		);
	return {
		time,
		fits: (body) => isSignedByKey(new Uint8Array([...utf8.encode(`${id}.${time}.`), ...body]), signatures, keys),
		otherwise: new WebhookError(
			"other_key",
			"The key did not make this signature over this body: the body or a header was changed, or somebody else sent it.",
		),
	};
}

/** A list has a method with the name `keys`. */
const listOf = ({ keys }: WebhookKeys): readonly WebhookKey[] =>
	typeof keys.keys === "function" ? (keys as readonly WebhookKey[]) : keys.keys;

async function isSignedByKey(
	signed: Bytes,
	signatures: readonly string[],
	keys: readonly WebhookKey[],
): Promise<boolean> {
	for (const { kty, crv, x } of keys) {
		const jwk = { kty, crv, x } as JsonWebKey;
		const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
		for (const one of signatures) {
			const signature = Uint8Array.from(atob(one), (byte) => byte.charCodeAt(0));
			if (await crypto.subtle.verify("Ed25519", key, signature, signed)) return true;
		}
	}
	return false;
}

function parseSignature(value: string): { time: string; signatures: Bytes[] } {
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
async function isSigned(body: Bytes, time: string, signatures: Bytes[], secrets: readonly string[]): Promise<boolean> {
	const signed = new Uint8Array([...utf8.encode(`${time}.`), ...body]);
	for (const secret of secrets) {
		const key = await crypto.subtle.importKey("raw", utf8.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
			"verify",
		]);
		for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
	}
	return false;
}

async function mismatch(body: Bytes, { fits, otherwise }: Proof): Promise<WebhookError> {
	const written = reserialised(body);
	if (written && (await fits(written)))
		return new WebhookError(
			"body_reserialised",
			"The signature is right for the same JSON with other spaces or escapes: a program on the way parsed the body and wrote it again. Read the raw body, before a framework parses it.",
		);
	return otherwise;
}

function reserialised(body: Bytes): Bytes | null {
	try {
		return utf8.encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body)))) as Bytes;
	} catch {
		return null;
	}
}
