import { beforeAll, describe, expect, it } from "vitest";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { send } from "../support/api.ts";
import { expectProblem } from "../support/expect.ts";
import { type App, approve, createApp, newConnection, patchApp, redirectUri, token } from "../support/oauth.ts";
import { newTenant, operate } from "../support/world.ts";

const path = "/admin/oauth_apps";
const loopback = "http://127.0.0.1/callback";
const wellKnown = "/.well-known/tattoo-studio-cli";

let tenant_id: string;
beforeAll(async () => {
	tenant_id = await newTenant({ plan: "studio" });
});

const native = (given: object = {}) => ({
	tenant_id,
	name: "Command line",
	type: "public",
	native: true,
	redirect_uris: [loopback, "http://[::1]/callback"],
	scopes,
	...given,
});

const newNative = (given: object = {}): Promise<App> => createApp(native(given));

describe("a native app", () => {
	it.each(["http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback", "http://[::1]:51004/callback", loopback])(
		"is answered at %s, whichever port it found free, and redeems its code there",
		async (redirect_uri) => {
			const connection = await newConnection({ app: await newNative() });
			const { code, verifier } = await approve(connection, { redirect_uri });
			const form = { grant_type: "authorization_code", code, code_verifier: verifier };
			const elsewhere = redirect_uri.replace(/(:\d+)?\/callback/, ":2/callback");
			expect((await token(connection.app, { ...form, redirect_uri: elsewhere })).body.error).toBe("invalid_grant");
			expect((await token(connection.app, { ...form, redirect_uri })).status).toBe(200);
		},
	);

	it.each([
		"http://127.0.0.1:5000/other",
		"http://127.0.0.1:5000/callback?x=1",
		"http://127.0.0.1:5000/callback/",
		"http://127.0.0.1:70000/callback",
		"http://127.0.0.1:/callback",
		"http://127.0.0.2:5000/callback",
		"http://localhost:5000/callback",
		"https://127.0.0.1:5000/callback",
		"http://127.0.0.1:5000@evil.example/callback",
		"http://127.0.0.1.evil.example:5000/callback",
		"http://[::2]:5000/callback",
	])("is not answered at %s", async (redirect_uri) => {
		const connection = await newConnection({ app: await newNative() });
		await expect(approve(connection, { redirect_uri })).rejects.toThrow("not approved: 400");
	});

	it("keeps to the port of an address that is not this machine's", async () => {
		const app = await newNative({ redirect_uris: ["https://app.example:8443/callback"] });
		const connection = await newConnection({ app });
		await expect(approve(connection, { redirect_uri: "https://app.example:9000/callback" })).rejects.toThrow("400");
	});

	it("is public: a confidential one is refused", async () => {
		const answer = await operate(400, path, { body: native({ type: "confidential" }) });
		expectProblem(answer, path, "validation_error");
		expect(answer.body.errors).toMatchObject([{ location: "body", path: "native" }]);
	});

	it("is the only kind of app whose port does not count", async () => {
		const app = await createApp({ tenant_id, type: "public", redirect_uris: ["http://127.0.0.1:5000/callback"] });
		const connection = await newConnection({ app });
		await approve(connection, { redirect_uri: "http://127.0.0.1:5000/callback" });
		await expect(approve(connection, { redirect_uri: "http://127.0.0.1:5001/callback" })).rejects.toThrow("400");
	});
});

describe("the app of the command line", () => {
	it("is told to anybody, is a native one and the only one, and can be replaced", async () => {
		expectProblem(await send(wellKnown), wellKnown, "resource_not_found");
		const app = await newNative({ command_line: true });
		const told = await send(wellKnown);
		expect([told.status, told.body]).toEqual([200, { client_id: app.clientId, scopes }]);

		const second = await operate(409, path, { body: native({ command_line: true }) });
		expectProblem(second, path, "conflict");
		const other = await newNative();
		await operate(409, `${path}/${other.id}`, { method: "PATCH", body: { command_line: true } });
		await patchApp(app, { command_line: false });
		expect((await send(wellKnown)).status).toBe(404);
		await patchApp(other, { command_line: true, scopes: ["read:events"] });
		expect((await send(wellKnown)).body).toEqual({ client_id: other.clientId, scopes: ["read:events"] });

		await patchApp(other, { status: "SUSPENDED" });
		expect((await send(wellKnown)).status).toBe(404);
	});

	it("cannot be one that is not native", async () => {
		const body = native({ native: false, redirect_uris: [redirectUri], command_line: true });
		const refused = await operate(400, path, { body });
		expect(refused.body.errors).toMatchObject([{ path: "command_line" }]);
		const app = await createApp({ tenant_id });
		await operate(400, `${path}/${app.id}`, { method: "PATCH", body: { command_line: true } });
	});
});
