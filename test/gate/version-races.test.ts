import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import worker from "../../src/worker.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { gatesWith } from "../support/gates.ts";
import { newKey, newTenant, operate } from "../support/world.ts";

/** Gates that receive another change of the tenant's credentials before each request. */
function restlessGates() {
	let version = 1000;
	return gatesWith((stub) => ({
		enter: async (entry) => {
			await stub.beginChange("another");
			await stub.endChange("another", ++version);
			return await stub.enter(entry);
		},
	}));
}

it("a request is let in however often the tenant's credentials change while it is read", async () => {
	const { key } = await newKey(await newTenant());
	const ctx = createExecutionContext();
	const request = new Request("https://api.test/v1/me", { headers: { Authorization: `Bearer ${key}` } });
	const { status } = await worker.fetch(request, { ...env, GATE: restlessGates() }, ctx);
	await waitOnExecutionContext(ctx);
	expect(status).toBe(200);
});

it("a control database that was restored to an earlier state refuses nobody, in no isolate", async () => {
	const tenantId = await newTenant();
	const { id, key } = await newKey(tenantId);
	for (const name of ["a", "b"]) await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { name } });
	await call(200, "/v1/me", { key });
	await database.prepare("UPDATE tenants SET credential_version = 1 WHERE id = ?").bind(tenantId).run();
	for (let n = 0; n < 3; n++) {
		await call(200, "/v1/me", { key });
		if (n === 1) credentialCache.clear();
	}
	await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { status: "REVOKED" } });
	await call(401, "/v1/me", { key });
});
