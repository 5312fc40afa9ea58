import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	type Connection,
	disconnect,
	newApp,
	newConnection,
	newTokens,
	refresh,
	revoke,
	type Tokens,
} from "../support/oauth.ts";
import { Receiver } from "../support/receiver.ts";
import { createKey, operate } from "../support/world.ts";
import { agreed, post, preview, refused, request, use } from "./mcp.ts";

const resource = "https://api.test/mcp";
let connection: Connection;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	tokens = await newTokens(connection, { resource });
});

const previewWith = async (token: string, first_name = "Ana") =>
	await preview(token, "createClient", { body: { first_name, email: `${crypto.randomUUID()}@example.com` } });
const apply = (token: string, id: Parameters<typeof agreed>[0]) =>
	post(request("tools/call", { name: "apply_change", arguments: agreed(id) }), token);

describe("a preview of a program with OAuth", () => {
	it("is applied with any token of its grant, once", async () => {
		const id = await previewWith(tokens.access_token);
		const { body: later } = await refresh(connection.app, tokens.refresh_token);
		tokens = later;
		const made = await use(later.access_token, "apply_change", agreed(id));
		expect(made.object).toBe("client");
		const { body: latest } = await refresh(connection.app, later.refresh_token);
		tokens = latest;
		expect(await use(latest.access_token, "apply_change", agreed(id))).toEqual(made);
	});

	it("does not exist for another grant of the same app, person and studio, nor for a key of the studio, nor the other way round", async () => {
		const id = await previewWith(tokens.access_token);
		const other = await newTokens(connection, { resource });
		const { key } = await createKey(connection.tenantId);
		const unknown = await refused(tokens.access_token, "apply_change", {
			preview: `prv_${"0".repeat(32)}`,
			summary: "x",
		});
		expect(unknown.code).toBe("resource_not_found");
		for (const stranger of [other.access_token, key])
			expect(await refused(stranger, "apply_change", agreed(id))).toEqual(unknown);
		const ofKey = await previewWith(key);
		expect(await refused(tokens.access_token, "apply_change", agreed(ofKey))).toEqual(unknown);
		expect((await use(key, "apply_change", agreed(ofKey))).object).toBe("client");
	});

	it("is refused with a token that was narrowed, like an operation that does not exist", async () => {
		const own = await newTokens(connection, { resource });
		const id = await previewWith(own.access_token);
		const narrow = await refresh(connection.app, own.refresh_token, { scope: "read:clients" });
		expect((await refused(narrow.body.access_token, "apply_change", agreed(id))).detail).toContain(
			"There is no operation createClient",
		);
		expect((await use(own.access_token, "apply_change", agreed(id))).object).toBe("client");
	});

	it("is worth nothing once the grant is revoked, the app is disconnected or suspended", async () => {
		const [byProgram, byPerson] = [
			await newTokens(connection, { resource }),
			await newTokens(connection, { resource }),
		];
		const ids = [await previewWith(byProgram.access_token), await previewWith(byPerson.access_token)];
		const { oauth } = await use(byPerson.access_token, "read", { operation_id: "getMe" });
		await revoke(connection.app, byProgram.refresh_token);
		await disconnect(connection, oauth.grant_id);
		for (const [n, { access_token }] of [byProgram, byPerson].entries()) {
			const { status, body } = await apply(access_token, ids[n]);
			expect([status, body.code]).toEqual([401, "revoked_grant"]);
		}
		const suspended = await newConnection();
		const { access_token } = await newTokens(suspended, { resource });
		const id = await previewWith(access_token);
		await operate(200, `/admin/oauth_apps/${suspended.app.id}`, { method: "PATCH", body: { status: "SUSPENDED" } });
		const { status, body } = await apply(access_token, id);
		expect([status, body.code]).toEqual([403, "app_suspended"]);
	});
});

it("a summary names the program whose endpoint gets an event, by the app that made it", async () => {
	new Receiver();
	const app = await newApp({ name: "Ink CRM", scopes: ["write:webhook_endpoints", "read:webhook_endpoints"] });
	const { tenantId, ...crm } = await newConnection({ app });
	const { access_token } = await newTokens({ tenantId, ...crm }, { scope: "write:webhook_endpoints" });
	await call(201, "/v1/webhook_endpoints", {
		key: access_token,
		body: { url: "https://crm.example.com/hooks", events: ["client.created"] },
	});
	const { key } = await createKey(tenantId, { scopes: ["write:clients", "read:webhook_endpoints"] });
	const body = { first_name: "Ana", email: "ana@example.com" };
	const { summary, receivers } = await preview(key, "createClient", { body });
	expect(summary).toContain("The program “Ink CRM” gets client.created.");
	expect(receivers).toEqual([{ name: "Ink CRM", event: "client.created" }]);
});

it("a key whose value was replaced applies its previews with the new one", async () => {
	const { key, id } = await createKey(connection.tenantId);
	const made = await previewWith(key);
	const { body } = await operate(200, `/admin/api_keys/${id}/rotate`, { method: "POST", body: {} });
	expect((await use(body.key, "apply_change", agreed(made))).object).toBe("client");
});
