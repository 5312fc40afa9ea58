import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { locationCache } from "../../src/platform/gate/credentials/location-cache.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import worker from "../../src/worker.ts";
import { envWithHooks } from "../support/database.ts";
import { newWorld } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

/** Asks who the key is, in an isolate that does not know it. Counts the look-ups of keys in the control database. */
async function askCold(key: string): Promise<{ status: number; lookUps: number }> {
	credentialCache.forget();
	let lookUps = 0;
	const bindings = envWithHooks({
		prepare: (sql) => {
			if (/^select .*"api_key_values"/i.test(sql)) lookUps++;
		},
	});
	const ctx = createExecutionContext();
	const request = new Request("https://api.test/v1/me", { headers: { Authorization: `Bearer ${key}` } });
	const { status } = await worker.fetch(request, bindings, ctx);
	await waitOnExecutionContext(ctx);
	return { status, lookUps };
}

it("many isolates of one location look a key up once", async () => {
	const { key } = await newWorld();
	const answers = [];
	for (let n = 0; n < 4; n++) answers.push(await askCold(key));
	expect(answers).toEqual([
		{ status: 200, lookUps: 1 },
		{ status: 200, lookUps: 0 },
		{ status: 200, lookUps: 0 },
		{ status: 200, lookUps: 0 },
	]);
});

it("another location looks the key up itself", async () => {
	const { key } = await newWorld();
	await askCold(key);
	locationCache.clear();
	expect(await askCold(key)).toEqual({ status: 200, lookUps: 1 });
});

it.each([
	["fails", () => Promise.reject(new Error("no cache"))],
	["never answers", () => new Promise<Cache>(() => {})],
])("a request does not depend on a cache that %s", async (_, open) => {
	const { key } = await newWorld();
	await askCold(key);
	vi.spyOn(caches, "open").mockImplementation(open);
	const began = Date.now();
	expect(await askCold(key)).toEqual({ status: 200, lookUps: 1 });
	expect(Date.now() - began).toBeLessThan(5000);
});

it("the location never holds the value of a key, and nothing under a key that does not exist", async () => {
	const { key } = await newWorld();
	const kept: string[] = [];
	const put = vi.spyOn(Cache.prototype, "put").mockImplementation(async (address, response) => {
		kept.push(String(address), await response.text());
	});
	await askCold(key);
	expect(put).toHaveBeenCalledOnce();
	expect(kept.join()).toContain(hashOfSecret(key));
	expect(kept.join()).not.toContain(key);
	expect(await askCold(`${key.slice(0, -8)}00000000`)).toEqual({ status: 401, lookUps: 0 });
	expect(put).toHaveBeenCalledOnce();
});
