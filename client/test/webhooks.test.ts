import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signature } from "../../src/domain/events/attempts/request/sign.ts";
import { verifyWebhook, WebhookError, type WebhookKey, type WebhookKeys } from "../src/index.ts";
import { failure } from "./service.ts";

const now = 1_800_000_000_000;
const seconds = now / 1000;
const secret = "whsec_c2VjcmV0";
const event = { id: "evt_1", type: "client.created", data: { clientId: "cli_1", firstName: "Zoë" } };
const body = JSON.stringify(event);
const header = "Service-Signature";

const headersOf = (value = signature(body, [secret], seconds)) => ({
	"content-type": "application/json",
	"service-signature": value,
});
const verify = (
	given = body as Parameters<typeof verifyWebhook>[0],
	headers = headersOf() as Parameters<typeof verifyWebhook>[1],
	with_: string | string[] = secret,
) => verifyWebhook(given, headers, with_, { now });

describe("a genuine webhook gives its event", () => {
	it.each<[string, Parameters<typeof verifyWebhook>[0]]>([
		["as text", body],
		["as bytes", new TextEncoder().encode(body)],
		["as a buffer of Node", Buffer.from(body)],
		["as a part of a larger buffer", Buffer.from(`xx${body}yy`).subarray(2, -2)],
		["as an ArrayBuffer", new TextEncoder().encode(body).buffer as ArrayBuffer],
	])("%s", async (_, given) => {
		expect(await verify(given)).toEqual(event);
	});

	it("with headers of every kind", async () => {
		const value = signature(body, [secret], seconds);
		for (const headers of [new Headers({ [header]: value }), { [header]: value }, { "SERVICE-SIGNATURE": [value] }])
			expect(await verify(body, headers)).toEqual(event);
	});

	it("while a secret is rotated, on either side", async () => {
		const both = headersOf(signature(body, ["whsec_new", secret], seconds));
		expect(await verify(body, both)).toEqual(event);
		expect(await verify(body, both, "whsec_new")).toEqual(event);
		expect(await verify(body, headersOf(), ["whsec_old", secret])).toEqual(event);
	});

	it("up to 300 seconds from now, or up to what the receiver chooses", async () => {
		for (const offset of [-300, 300])
			expect(await verify(body, headersOf(signature(body, [secret], seconds + offset)))).toEqual(event);
		const late = headersOf(signature(body, [secret], seconds - 3000));
		expect(await verifyWebhook(body, late, secret, { now, toleranceSeconds: 3000 })).toEqual(event);
	});
});

describe("a webhook is refused with the reason", () => {
	const reasonOf = async (...given: Parameters<typeof verify>) => {
		const error = await failure(verify(...given));
		expect(error).toBeInstanceOf(WebhookError);
		return error as WebhookError;
	};

	it("missing_signature", async () => {
		expect(await reasonOf(body, {})).toMatchObject({ reason: "missing_signature", name: "WebhookError" });
		expect(await reasonOf(body, new Headers())).toMatchObject({ reason: "missing_signature" });
		expect(await reasonOf(body, { "service-signature": undefined })).toMatchObject({ reason: "missing_signature" });
	});

	it.each([
		"x",
		"t=1",
		`v1=${"0".repeat(64)}`,
		"t=,v1=",
		`t=soon,v1=${"0".repeat(64)}`,
		`t=1,v1=${"z".repeat(64)}`,
		`t=1,t=2,v1=${"0".repeat(64)}`,
	])("malformed_signature: %s", async (value) => {
		expect(await reasonOf(body, headersOf(value))).toMatchObject({ reason: "malformed_signature" });
	});

	it.each([
		[-301, 301, "301 seconds ago"],
		[3600, -3600, "3600 seconds in the future"],
	])("clock_off: %i seconds", async (offset, offsetSeconds, words) => {
		const error = await reasonOf(body, headersOf(signature(body, [secret], seconds + offset)));
		expect(error).toMatchObject({ reason: "clock_off", offsetSeconds });
		expect(error.message).toContain(words);
	});

	it.each<[string, unknown]>([
		["with spaces", JSON.stringify(event, null, 2)],
		["with escapes", body.replace("ë", "\\u00eb")],
		["with a line break at its end", `${body}\n`],
		["as an object", event],
	])("body_reserialised: %s", async (_, given) => {
		expect(await reasonOf(given as string)).toMatchObject({ reason: "body_reserialised", offsetSeconds: null });
	});

	it("malformed_signature: a signature of another scheme alone", async () => {
		const other = signature(body, [secret], seconds).replace("v1=", "v0=");
		expect(await reasonOf(body, headersOf(other))).toMatchObject({ reason: "malformed_signature" });
		const both = `${signature(body, ["whsec_other"], seconds)},${other.split(",")[1]}`;
		expect(await reasonOf(body, headersOf(both))).toMatchObject({ reason: "other_secret" });
	});

	it.each(["no JSON", "", '{"id":'])("malformed_body: %j, rightly signed", async (text) => {
		const error = await reasonOf(text, headersOf(signature(text, [secret], seconds)));
		expect(error).toMatchObject({ reason: "malformed_body", offsetSeconds: null });
	});

	it("other_secret", async () => {
		expect(await reasonOf(body, headersOf(), "whsec_other")).toMatchObject({ reason: "other_secret" });
		expect(await reasonOf(body.replace("Zoë", "Eve"))).toMatchObject({ reason: "other_secret" });
		expect(await reasonOf("no JSON")).toMatchObject({ reason: "other_secret" });
		expect(
			await reasonOf(body, headersOf(signature(body, [secret], seconds).replace(/t=\d+/, `t=${seconds + 1}`))),
		).toMatchObject({
			reason: "other_secret",
		});
	});
});

it("a receiver without a secret hears of it, and refuses nobody in its name", async () => {
	for (const none of ["", undefined, [], [""]])
		expect(await failure(verifyWebhook(body, headersOf(), none as string))).toBeInstanceOf(TypeError);
});

describe("a webhook of an asymmetric endpoint", () => {
	const pair = generateKeyPairSync("ed25519");
	const key = { ...pair.publicKey.export({ format: "jwk" }), kid: "now", alg: "EdDSA", use: "sig" } as WebhookKey;
	const foreign = { ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), kid: "old" } as WebhookKey;
	const signatureOf = (at: number, of = body) =>
		`v1,AAAA v1a,${sign(null, Buffer.from(`evt_1.${at}.${of}`), pair.privateKey).toString("base64")}`;
	const asymmetric = (given: Record<string, string | undefined> = {}, at = seconds) => ({
		"webhook-id": "evt_1",
		"webhook-timestamp": String(at),
		"webhook-signature": signatureOf(at),
		"webhook-key-id": "now",
		...given,
	});
	const verifyByKeys = (headers = asymmetric(), keys: WebhookKeys["keys"] = [key], of = body) =>
		verifyWebhook(of, headers, { keys }, { now });
	const reasonOf = async (...given: Parameters<typeof verifyByKeys>) =>
		(await failure(verifyByKeys(...given))) as WebhookError;

	it("gives its event by a list of keys, by a JWK Set, and by a set as the service answers it", async () => {
		expect(await verifyByKeys()).toEqual(event);
		expect(await verifyByKeys(asymmetric(), [foreign, key])).toEqual(event);
		expect(await verifyByKeys(asymmetric(), { keys: [key, foreign] })).toEqual(event);
		expect(await verifyWebhook(body, new Headers(asymmetric()), { keys: [foreign, key] }, { now })).toEqual(event);
	});

	it("needs no id of the key, in the request or in the keys", async () => {
		expect(await verifyByKeys(asymmetric({ "webhook-key-id": undefined }), [foreign, key])).toEqual(event);
		const { kid: _, ...unnamed } = key;
		expect(await verifyByKeys(asymmetric(), [unnamed])).toEqual(event);
	});

	it.each<[string, string, Parameters<typeof verifyByKeys>]>([
		["missing_signature", "no header", [asymmetric({ "webhook-signature": undefined })]],
		["missing_signature", "only that of the secret", [asymmetric({ "webhook-signature": "v1,AAAA" })]],
		["missing_signature", "no time", [asymmetric({ "webhook-timestamp": undefined })]],
		["malformed_signature", "cut off", [asymmetric({ "webhook-signature": "v1a,AAAA" })]],
		["malformed_signature", "no number", [asymmetric({ "webhook-timestamp": "soon" })]],
		["unknown_key", "a key that was rotated", [asymmetric(), [foreign]]],
		["unknown_key", "no key", [asymmetric(), []]],
		["unknown_key", "keys of another kind", [asymmetric(), [{ kty: "RSA", kid: "now" }]]],
		["other_key", "another key under its name", [asymmetric(), [{ ...foreign, kid: "now" }]]],
		["other_key", "another event's id", [asymmetric({ "webhook-id": "evt_2" })]],
		["other_key", "a changed body", [asymmetric(), [key], body.replace("Zoë", "Eve")]],
		["body_reserialised", "spaces", [asymmetric(), [key], JSON.stringify(event, null, 1)]],
		["clock_off", "an old one", [asymmetric({}, seconds - 301)]],
	])("is refused with %s: %s", async (reason, _, given) => {
		expect(await reasonOf(...given)).toMatchObject({ name: "WebhookError", reason });
	});
});
