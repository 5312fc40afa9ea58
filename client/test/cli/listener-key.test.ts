import { expect, it } from "vitest";
import { exampleOf } from "../../../src/domain/events/catalogue/catalogue.ts";
import { greetingLines } from "../../src/cli/listen/lines.ts";
import { listenerKey } from "../../src/cli/listen/listener-key.ts";
import { newSecret, signed } from "../../src/cli/listen/sign.ts";
import { verifyWebhook } from "../../src/index.ts";

const event = { object: "event", id: "evt_1", type: "client.created", sequence: 1, data: exampleOf("client.created") };
const seconds = Math.floor(Date.now() / 1000);

it("with a key a forwarded event is signed like at an asymmetric endpoint, beside the signature by the secret", async () => {
	const secret = newSecret();
	const { sign, keys } = listenerKey(secret);
	const { body, headers } = signed(event as never, secret, seconds, sign);
	expect(await verifyWebhook(body, headers, { keys })).toMatchObject({ id: "evt_1" });
	expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id: "evt_1" });
	const other = listenerKey(newSecret()).keys;
	await expect(verifyWebhook(body, headers, { keys: other })).rejects.toMatchObject({ reason: "unknown_key" });
	await expect(verifyWebhook(`${body} `, headers, { keys })).rejects.toMatchObject({ reason: "body_reserialised" });
});

it("the key stays the same as long as the secret does, and does not show it", () => {
	const secret = newSecret();
	expect(listenerKey(secret).keys).toEqual(listenerKey(secret).keys);
	const [{ x, ...key } = { x: "" }] = listenerKey(secret).keys;
	expect(key).toEqual({
		kty: "OKP",
		crv: "Ed25519",
		alg: "EdDSA",
		use: "sig",
		kid: expect.stringMatching(/^[\w-]{43}$/),
	});
	expect(Buffer.from(x, "base64url")).toHaveLength(32);
	expect(Buffer.from(x, "base64url")).not.toEqual(Buffer.from(secret.slice("whsec_".length), "base64"));
});

it("the listener prints the key where it was asked for, as what the service publishes", () => {
	const bold = (text: string) => text;
	const terminal = { paints: { bold, dim: bold } } as never;
	const about = { studio: "S", baseUrl: "http://localhost", url: "http://localhost/in", secret: "whsec_x", missed: 0 };
	const { keys } = listenerKey("whsec_x");
	expect(greetingLines(terminal, { ...about, keys })).toContain(`Keys     ${JSON.stringify({ keys })}`);
	expect(greetingLines(terminal, about).join("\n")).not.toContain("Keys");
});
