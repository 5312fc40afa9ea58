import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { newSigningSecret, openSecrets, overlapMs } from "../../src/domain/events/attempts/request/secrets.ts";
import { signature } from "../../src/domain/events/attempts/request/sign.ts";
import { Vault } from "../../src/platform/lib/secrets/vault.ts";
import { anyCharacter } from "../support/any-character.ts";
import { accepts, hmacOf } from "../support/signed.ts";

const t = 1_792_567_680;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const secrets = fc.string({ minLength: 1, unit: anyCharacter }).map((text) => `whsec_${text}`);

describe("a signature", () => {
	test("is what an integrator computes from the secret, the time and the raw body", async () => {
		await fc.assert(
			fc.asyncProperty(secrets, fc.nat(4_000_000_000), fc.string({ unit: anyCharacter }), async (secret, t, body) => {
				expect(signature(body, [secret], t)).toBe(`t=${t},v1=${await hmacOf(secret, t, body)}`);
			}),
		);
	});

	test("stays what it was: a known answer", () => {
		// printf '1792567680.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
		expect(signature('{"id":"evt_1"}', [secret], t)).toBe(
			"t=1792567680,v1=6c0e7c3ca8864c556389efb46232b8bb19841e41de41cca102437d9c2cd463c3",
		);
	});

	test.each([
		["nothing", ""],
		["an object", "{}"],
		["umlauts", '{"name":"Jürgen Größe"}'],
		["emoji and flags", '{"name":"🦋🇩🇪👩🏽‍🎨"}'],
		["right-to-left and combining marks", '{"name":"עִברִית e\u0301"}'],
		["line breaks, NUL and a byte order mark", "\ufeff{\r\n\u0000}"],
		["half of a surrogate pair, which JSON escapes", JSON.stringify({ name: "\ud83e" })],
		["a megabyte", "ü".repeat(524_288)],
	])("is over the very bytes that are sent: %s", async (_, body) => {
		const sent = new Uint8Array(await new Request("https://receiver.example", { method: "POST", body }).arrayBuffer());
		expect(signature(body, [secret], t)).toBe(`t=${t},v1=${await hmacOf(secret, t, sent)}`);
	});

	test("is keyed with the whole secret string, whsec_ included, and not with what it may encode", async () => {
		const [, v1 = ""] = signature("{}", [secret], t).split(",v1=");
		expect(v1).toBe(await hmacOf(secret, t, "{}"));
		expect(v1).not.toBe(await hmacOf(secret.slice("whsec_".length), t, "{}"));
	});

	test("has two v1 entries for two secrets, the newest first, under one t", async () => {
		const [newest, replaced] = [newSigningSecret(), newSigningSecret()];
		expect(signature("{}", [newest, replaced], t)).toBe(
			`t=${t},v1=${await hmacOf(newest, t, "{}")},v1=${await hmacOf(replaced, t, "{}")}`,
		);
	});

	test("has the form that existing verifiers take", () => {
		expect(signature("{}", [newSigningSecret()], t)).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
		expect(signature("{}", [newSigningSecret(), newSigningSecret()], t)).toMatch(
			/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/,
		);
	});

	test("changes with the time, with the body and with the secret", () => {
		const signed = [
			signature("{}", [secret], t),
			signature("{}", [secret], t + 1),
			signature("{ }", [secret], t),
			signature("{}", [`${secret}=`], t),
		];
		expect(new Set(signed.map((header) => header.split(",v1=")[1])).size).toBe(4);
	});
});

describe("Stripe's verifier", () => {
	const stripe = new Stripe("sk_test_x");
	const body = JSON.stringify({ id: "evt_1", name: "Jürgen 🦋" });
	const [newest, replaced] = [newSigningSecret(), newSigningSecret()];
	const [one, two] = [signature(body, [newest], t), signature(body, [newest, replaced], t)];
	const stripeAccepts = (header: string, body: string, secret: string, now: number): boolean => {
		try {
			return stripe.webhooks.constructEvent(body, header, secret, 300, undefined, now).id === "evt_1";
		} catch (error) {
			if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
			throw error;
		}
	};

	test.each<[string, boolean, [header: string, body: string, secret: string, now: number]]>([
		["accepts it with the secret", true, [one, body, newest, t * 1000]],
		["accepts it with each of two secrets", true, [two, body, newest, t * 1000]],
		["accepts it with each of two secrets", true, [two, body, replaced, t * 1000]],
		["accepts it five minutes later", true, [one, body, newest, (t + 300) * 1000]],
		["refuses it after five minutes", false, [one, body, newest, (t + 301) * 1000]],
		["refuses it with another secret", false, [one, body, replaced, t * 1000]],
		["refuses it with a part of the secret", false, [one, body, newest.replace("whsec_", ""), t * 1000]],
		["refuses it for another body", false, [one, body.replace("J", "j"), newest, t * 1000]],
	])("%s, and so does the one of these tests", async (_, isAccepted, given) => {
		expect([stripeAccepts(...given), await accepts(...given)]).toEqual([isAccepted, isAccepted]);
	});
});

describe("the secrets that sign", () => {
	const vault = new Vault(Buffer.alloc(32, 7).toString("base64"));
	const endpointId = "whe_1";
	const now = t * 1000;

	const signing = async (previousSecretGoodUntil: number | null) =>
		await openSecrets(
			vault,
			{
				endpointId,
				secret: await vault.seal("whsec_new", endpointId),
				previousSecret: previousSecretGoodUntil === null ? null : await vault.seal("whsec_old", endpointId),
				previousSecretGoodUntil,
			},
			now,
		);

	test("are the one there is, when none was replaced", async () => {
		expect(await signing(null)).toEqual(["whsec_new"]);
	});

	test("are both for 48 hours after a rotation, and from then on the new one alone", async () => {
		expect(overlapMs).toBe(48 * 3_600_000);
		expect(await signing(now + overlapMs)).toEqual(["whsec_new", "whsec_old"]);
		expect(await signing(now + 1)).toEqual(["whsec_new", "whsec_old"]);
		expect(await signing(now)).toEqual(["whsec_new"]);
		expect(await signing(now - 1)).toEqual(["whsec_new"]);
	});

	test("are minted from 32 random bytes, each another", () => {
		const minted = Array.from({ length: 100 }, newSigningSecret);
		expect(minted.filter((secret) => !/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toEqual([]);
		expect(new Set(minted).size).toBe(100);
	});
});
