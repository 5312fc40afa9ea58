import { expect } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { locationCache } from "../../src/platform/gate/credentials/location-cache.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { type Answer, type Call, send } from "./api.ts";

/**
 * The change is made while requests with the credential run. Each request after it must be refused, also when the
 * isolate or its location remembers the credential from before (contract: Credentials 15).
 */
export async function takesEffectAtOnce(
	credential: string,
	isRefused: (answer: Answer) => boolean,
	make: () => Promise<unknown>,
	{ path = "/v1/me", ...options }: Call & { path?: string } = {},
): Promise<void> {
	const request = () => send(path, { ...options, key: credential });
	expect((await request()).status).toBe(200);
	const remembered = credentialCache.get(hashOfSecret(credential));
	let made = false;
	const around = Array.from({ length: 25 }, request);
	const making = make().then(() => {
		made = true;
	});
	while (!made) {
		around.push(request());
		await new Promise((resolve) => setTimeout(resolve, 0));
	}
	await making;
	const after = await Promise.all(Array.from({ length: 50 }, request));
	expect(after.filter((answer) => !isRefused(answer))).toEqual([]);
	for (const answer of await Promise.all(around)) expect(answer.status === 200 || isRefused(answer)).toBe(true);
	if (!remembered?.record) throw new Error("The isolate remembers the credential.");
	const hash = hashOfSecret(credential);
	credentialCache.set(hash, remembered);
	expect(isRefused(await request())).toBe(true);
	await locationCache.set(hash, remembered.record);
	credentialCache.forget();
	expect(isRefused(await request())).toBe(true);
}
