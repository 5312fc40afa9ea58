import { beforeAll, describe, expect, it } from "vitest";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { database, wholeDatabase } from "../support/database.ts";
import { me, newApp, newConnection, newTokens, refresh } from "../support/oauth.ts";
import { changePlan, newTenant, operate } from "../support/world.ts";

const path = "/admin/oauth_apps";
let tenant_id: string;
beforeAll(async () => {
	tenant_id = await newTenant({ plan: "studio" });
});

const least = () => ({
	tenant_id,
	name: "Inkflow",
	redirect_uris: ["https://app.example/callback"],
	scopes: ["read:clients"],
});

const register = async (given: Record<string, unknown> = {}) =>
	(await operate(201, path, { body: { ...least(), ...given } })).body;

const patch = (status: number, id: string, body: object) => operate(status, `${path}/${id}`, { method: "PATCH", body });

const rotate = async (id: string) => (await operate(200, `${path}/${id}/rotate_secret`, { method: "POST" })).body;

describe("a secret", () => {
	it("is told when it is made and never again, by no answer and in no table", async () => {
		const { app, client_secret: first } = await register();
		const { client_secret: second, app: rotated } = await rotate(app.id);
		expect(second).toMatch(/^svcosk_[0-9A-Za-z]{36}$/);
		expect(second).not.toBe(first);
		const told = [
			(await operate(200, `${path}/${app.id}`)).text,
			(await operate(200, path)).text,
			(await patch(200, app.id, { name: "x" })).text,
			JSON.stringify(rotated),
			(await operate(200, `/admin/audit_log?tenant_id=${tenant_id}`)).text,
		].join();
		const stored = Object.values(await wholeDatabase()).join();
		for (const secret of [first, second]) {
			expect(told).not.toContain(secret);
			expect(told).not.toContain(hashOfSecret(secret));
			expect(stored).not.toContain(secret);
			expect(stored).toContain(hashOfSecret(secret));
		}
	});

	it("may be rotated after the owner's downgrade, for Light apps go on too", async () => {
		const owner = await newTenant({ plan: "studio" });
		const own = await newConnection({ app: await newApp({ tenant_id: owner }) });
		const { refresh_token } = await newTokens(own);
		await changePlan(owner, "light");
		const { client_secret } = await rotate(own.app.id);
		const { status, body } = await refresh({ ...own.app, secret: client_secret }, refresh_token);
		expect(status).toBe(200);
		await me(200, body.access_token);
		await operate(403, path, { body: { ...least(), tenant_id: owner } });
	});

	it("ends no token when it is rotated", async () => {
		const own = await newConnection();
		const { access_token, refresh_token } = await newTokens(own);
		for (let n = 0; n < 3; n++) await rotate(own.app.id);
		await me(200, access_token);
		const { client_secret } = await rotate(own.app.id);
		expect((await refresh({ ...own.app, secret: client_secret }, refresh_token)).status).toBe(200);
	});
});

describe("secrets", () => {
	it("are at most two, newest first; a rotation ends the older of two, and only hashes are stored", async () => {
		const { app, client_secret: first } = await register();
		const rotate = async () =>
			(await operate(200, `${path}/${app.id}/rotate_secret`, { method: "POST" })).body.client_secret as string;
		const [second, third] = [await rotate(), await rotate()];
		const { client_secrets } = (await operate(200, `${path}/${app.id}`)).body;
		expect(client_secrets.map(({ hint }: { hint: string }) => hint)).toEqual([third.slice(-4), second.slice(-4)]);
		const { results } = await database
			.prepare("SELECT hash FROM oauth_client_secrets WHERE app_id = ?")
			.bind(app.id)
			.all();
		expect(results.map(({ hash }) => hash).sort()).toEqual([second, third].map(hashOfSecret).sort());
		expect(first).not.toBe(second);
	});

	it("that leaked end at once: the replaced one authenticates no more, and the present one does", async () => {
		const own = await newConnection();
		const { refresh_token } = await newTokens(own);
		const end = async () => (await operate(200, `${path}/${own.app.id}/end_replaced_value`, { method: "POST" })).body;
		const untouched = (await operate(200, `${path}/${own.app.id}`)).body;
		expect(await end()).toEqual(untouched);
		const { client_secret } = await rotate(own.app.id);
		expect((await end()).client_secrets).toMatchObject([{ hint: client_secret.slice(-4) }]);
		expect((await refresh(own.app, refresh_token)).body.error).toBe("invalid_client");
		expect((await refresh({ ...own.app, secret: client_secret }, refresh_token)).status).toBe(200);
	});
});
