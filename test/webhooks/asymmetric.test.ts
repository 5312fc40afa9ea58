import { env, exports } from "cloudflare:workers";
import { createPublicKey, verify } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { signingKeyCache } from "../../src/domain/events/webhook-keys/signing-key.ts";
import { log } from "../../src/platform/log.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { createClient, deliveriesOf } from "../support/deliveries.ts";
import { endpointOf, newEndpoint, patchEndpoint } from "../support/endpoints.ts";
import { entriesOn } from "../support/history.ts";
import { type Received, Receiver, until } from "../support/receiver.ts";
import { letPass, newWorld, operate, type Tenant } from "../support/world.ts";

const path = "/.well-known/webhook-keys";

interface Key {
	kid: string;
	x: string;
}

let receiver: Receiver;
let world: Tenant;

beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(async () => {
	world = await newWorld({ plan: "empire" });
});

const keys = async (): Promise<Key[]> => (await call(200, path)).body.keys;
const kids = async (): Promise<string[]> => (await keys()).map(({ kid }) => kid);
const rotate = async (): Promise<string> =>
	(await operate(200, "/admin/webhook_keys/rotate", { method: "POST" })).body.kid;
const forgetKeys = async () => {
	signingKeyCache.clear();
	await env.DB.exec("DELETE FROM webhook_keys");
};

/** Makes a client, and returns the request that the endpoint gets. */
async function next({ key, url }: { key: string; url: string }): Promise<Received> {
	const count = receiver.at(url).length;
	await createClient(key);
	return (await receiver.until(url, count + 1))[count] as Received;
}

const signaturesOf = ({ headers }: Received, version: string): string[] =>
	(headers.get("webhook-signature") ?? "").split(" ").flatMap((one) => {
		const [name, value = ""] = one.split(",");
		return name === version ? [value] : [];
	});

/** Whether the request has one asymmetric signature, which the key that it names has made. */
function isSigned(received: Received, published: Key[]): boolean {
	const { headers, body } = received;
	const [signature, ...others] = signaturesOf(received, "v1a");
	const key = published.find(({ kid }) => kid === headers.get("webhook-key-id"));
	if (!key || !signature || others.length > 0) return false;
	const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
	const publicKey = createPublicKey({ key: { ...key, kty: "OKP", crv: "Ed25519" }, format: "jwk" });
	return verify(null, Buffer.from(content), publicKey, Buffer.from(signature, "base64"));
}

describe("an endpoint with asymmetric: true", () => {
	it("gets a signature that the published key verifies, beside that of its secret; another endpoint gets none", async () => {
		const [with_, without] = [await newEndpoint(world, { asymmetric: true }), await newEndpoint(world)];
		const received = await next(with_);
		expect(isSigned(received, await keys())).toBe(true);
		expect(isSigned({ ...received, body: received.body.replace("Ana", "Eve") }, await keys())).toBe(false);
		expect(signaturesOf(received, "v1")).toHaveLength(1);
		const [other] = await receiver.until(without.url, 1);
		expect(other?.headers.get("webhook-signature")).toMatch(/^v1,\S+$/);
		expect(other?.headers.has("webhook-key-id")).toBe(false);
	});

	it("gets it in test sends, too, and where deliveries have rows of their own", async () => {
		const endpoint = await newEndpoint(world, { asymmetric: true, ordered: true });
		expect(isSigned(await next(endpoint), await keys())).toBe(true);
		await call(200, `/v1/webhook_endpoints/${endpoint.id}/test`, { method: "POST", key: world.key });
		const [, test] = await receiver.until(endpoint.url, 2);
		expect([test?.event.test, isSigned(test as Received, await keys())]).toEqual([true, true]);
	});

	it("is shown, changed and audited like its other settings, and false unless it is set", async () => {
		const endpoint = await newEndpoint(world);
		expect(await endpointOf(endpoint)).toMatchObject({ asymmetric: false });
		expect(await patchEndpoint(endpoint, { asymmetric: true })).toMatchObject({ asymmetric: true });
		expect(isSigned(await next(endpoint), await keys())).toBe(true);
		const entries = await entriesOn(world.key, endpoint.id);
		expect(entries.at(-1)).toMatchObject({
			action: "webhook_endpoint.updated",
			changes: { asymmetric: { old: false, new: true } },
		});
		await patchEndpoint(endpoint, { asymmetric: false });
		expect((await next(endpoint)).headers.has("webhook-key-id")).toBe(false);
		const refused = await send(`/v1/webhook_endpoints/${endpoint.id}`, {
			method: "PATCH",
			key: world.key,
			body: { asymmetric: "yes" },
		});
		expect([refused.status, refused.body.code]).toEqual([400, "validation_failed"]);
	});
});

describe("/.well-known/webhook-keys", () => {
	it("shows public keys alone, to every origin, and is asked conditionally", async () => {
		const answer = await call(200, path);
		expect(answer.headers.get("Content-Type")).toBe("application/jwk-set+json");
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(answer.headers.get("Cache-Control")).toBe("no-cache");
		expect(answer.body.keys.length).toBeGreaterThan(0);
		for (const key of answer.body.keys)
			expect(key).toEqual({
				kty: "OKP",
				crv: "Ed25519",
				alg: "EdDSA",
				use: "sig",
				kid: expect.stringMatching(/^[\w-]{43}$/),
				x: expect.stringMatching(/^[\w-]{43}$/),
			});
		const etag = answer.headers.get("ETag") ?? "";
		const again = (init: RequestInit) => exports.default.fetch(new Request(`https://api.test${path}`, init));
		expect((await again({ headers: { "If-None-Match": etag } })).status).toBe(304);
		expect((await again({ method: "HEAD" })).headers.get("ETag")).toBe(etag);
		await rotate();
		expect((await again({ headers: { "If-None-Match": etag } })).status).toBe(200);
	});

	it("makes the first key on demand, and makers that race settle on one", async () => {
		await forgetKeys();
		const seen = await Promise.all(Array.from({ length: 8 }, kids));
		expect(new Set(seen.flat()).size).toBe(1);
		await forgetKeys();
		const endpoint = await newEndpoint(world, { asymmetric: true });
		const [received, ...published] = await Promise.all([next(endpoint), keys(), keys(), keys()]);
		for (const one of published) expect(isSigned(received, one)).toBe(true);
	});

	it("keeps the private key sealed", async () => {
		await kids();
		const row = await env.DB.prepare("SELECT * FROM webhook_keys").first<Record<string, unknown>>();
		expect(row?.private_key).toMatch(/^v1\.[\w+/=]+\.[\w+/=]+$/);
		expect(JSON.stringify(row)).not.toMatch(/"d"/);
	});
});

describe("a rotation", () => {
	it("signs with the new key, and publishes the one before for 48 hours more", async () => {
		const endpoint = await newEndpoint(world, { asymmetric: true });
		const [before] = await kids();
		const kid = await rotate();
		expect(await kids()).toEqual([kid, before]);
		const received = await next(endpoint);
		expect(received.headers.get("webhook-key-id")).toBe(kid);
		expect(isSigned(received, await keys())).toBe(true);
		advance(48 * 3600 - 60);
		expect(await kids()).toContain(before);
		advance(61);
		expect(await kids()).toEqual([kid]);
	});

	it("holds within a minute in an isolate that did not make it", async () => {
		const endpoint = await newEndpoint(world, { asymmetric: true });
		await next(endpoint);
		const kept = signingKeyCache.key;
		const kid = await rotate();
		signingKeyCache.key = kept;
		const soon = await next(endpoint);
		expect([soon.headers.get("webhook-key-id") === kid, isSigned(soon, await keys())]).toEqual([false, true]);
		await letPass(61);
		expect((await next(endpoint)).headers.get("webhook-key-id")).toBe(kid);
	});

	it("answers its kid, once for its Idempotency-Key, and rotations that race each have a key of their own", async () => {
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const once = (): Promise<Answer> => operate(200, "/admin/webhook_keys/rotate", { method: "POST", headers });
		const first = await once();
		expect(first.body).toEqual({ object: "webhook_key", kid: expect.stringMatching(/^[\w-]{43}$/) });
		expect((await once()).body).toEqual(first.body);
		const made = await Promise.all([rotate(), rotate(), rotate()]);
		expect(new Set(made).size).toBe(3);
		const published = await kids();
		for (const kid of [first.body.kid, ...made]) expect(published).toContain(kid);
		expect(made).toContain(published[0]);
	});

	it("is the operator's alone", async () => {
		const refused = await send("/admin/webhook_keys/rotate", { method: "POST", key: world.key });
		expect(refused.status).toBe(401);
	});

	it("ends a key that cannot be read, which until then fails the attempts of asymmetric endpoints alone", async () => {
		await rotate();
		await env.DB.exec("UPDATE webhook_keys SET private_key = 'v1.AAAA.AAAA' WHERE published_until IS NULL");
		const [asymmetric, other] = [await newEndpoint(world, { asymmetric: true }), await newEndpoint(world)];
		await next(other);
		let failed: Record<string, unknown> | undefined;
		await until(async () => {
			[failed] = await deliveriesOf(world.key, asymmetric.id);
			return failed?.attempt_count === 1;
		});
		expect(receiver.at(asymmetric.url)).toEqual([]);
		const { body } = await call(200, `/v1/deliveries/${failed?.id}`, { key: world.key });
		expect(body.attempts[0].error_message).toContain("Not sent: the service's signing key cannot be read");
		const endpoint = await call(200, `/v1/webhook_endpoints/${asymmetric.id}`, { key: world.key });
		expect(endpoint.body.consecutive_failures).toBe(0);
		await rotate();
		await letPass(3600);
		const [received] = await receiver.until(asymmetric.url, 1);
		expect(isSigned(received as Received, await keys())).toBe(true);
	});
});

it("an attempt costs no read of the keys while the isolate remembers the one that signs", async () => {
	const endpoint = await newEndpoint(world, { asymmetric: true });
	await next(endpoint);
	const errors = vi.spyOn(log, "error");
	await env.DB.exec("ALTER TABLE webhook_keys RENAME TO hidden_keys");
	try {
		for (let n = 0; n < 3; n++) expect(signaturesOf(await next(endpoint), "v1a")).toHaveLength(1);
		expect(errors).not.toHaveBeenCalled();
		// Afterwards it asks, and goes on with the key that it has where the database does not answer.
		await letPass(61);
		expect(signaturesOf(await next(endpoint), "v1a")).toHaveLength(1);
		expect(errors).toHaveBeenCalledOnce();
	} finally {
		errors.mockRestore();
		await env.DB.exec("ALTER TABLE hidden_keys RENAME TO webhook_keys");
	}
});
