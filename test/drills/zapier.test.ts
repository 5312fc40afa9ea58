import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error: it brings no types
import zapier from "zapier-platform-schema";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { decide, newApp } from "../../lab/harness/person.ts";
import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { Server, until } from "../../lab/harness/server.ts";
import { picture as examplePicture } from "../../src/api/examples/records.ts";
import { client } from "../../src/domain/clients/clients/schema.ts";
import { lead } from "../../src/domain/clients/leads/schema.ts";
import { snapshot, type Trigger, triggerNames, triggers } from "../../src/domain/events/attempts/request/triggers.ts";
import { catalogue } from "../../src/domain/events/catalogue/catalogue.ts";
import { ids, now } from "../../src/domain/events/catalogue/example-ids.ts";

// biome-ignore lint/suspicious/noExplicitAny: a definition in plain JavaScript
type Json = any;

const scopes = [
	...["read:automation", "write:automation", "read:artists", "read:clients"],
	...["read:form_submissions", "write:leads", "write:ideas"],
];

const load = async (file: string): Promise<Json> =>
	await import(new URL(`../../integrations/zapier/${file}`, import.meta.url).href);

const definitions: Record<string, Json> = {
	oauth2: (await load("index.js")).default,
	api_key: (await load("index.api-key.js")).default,
};

/** Replaces functions by pointers, as zapier-platform-core does before it checks the schema (its tools/cleaner.js). */
function prepared(value: Json): Json {
	if (typeof value === "function") return `$func$${value.length}$${String(value).includes("arguments") ? "t" : "f"}$`;
	if (Array.isArray(value)) return value.map(prepared);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, prepared(inner)]));
}

describe.each(Object.entries(definitions))("the definition with %s", (auth, definition) => {
	it("is valid by Zapier's schema", () => {
		const { errors } = zapier.validateAppDefinition(prepared(definition));
		expect(errors.map(String)).toEqual([]);
	});

	it("shows five triggers, four actions and two searches, under the API's own names", () => {
		const shown = Object.values<Json>(definition.triggers).filter(({ display }) => !display.hidden);
		expect(shown.map(({ key }) => key).sort()).toEqual([...triggerNames].sort());
		expect(Object.keys(definition.creates)).toEqual([
			"create_client",
			"find_or_create_client",
			"create_lead",
			"add_picture",
		]);
		expect(Object.keys(definition.searches)).toEqual(["client", "client_by_words"]);
		for (const trigger of shown) expect(trigger.operation.type).toBe("hook");
	});

	it.each(triggerNames)("shows of %s what the API publishes as its example", (trigger) => {
		const type = triggers[trigger];
		const event = { id: ids.event, type, createdAt: Date.parse(now), data: catalogue[type].example };
		expect(definition.triggers[trigger].operation.sample).toEqual(snapshot(event));
	});

	it("shows of clients, leads and pictures every field that the API answers", () => {
		const { create_client, find_or_create_client, create_lead, add_picture } = definition.creates;
		expect(add_picture.operation.sample).toEqual(examplePicture);
		for (const { operation } of [create_client, find_or_create_client, ...Object.values<Json>(definition.searches)])
			expect(client.strict().safeParse(operation.sample).error).toBeUndefined();
		expect(lead.strict().safeParse(create_lead.operation.sample).error).toBeUndefined();
	});

	it(`authenticates by ${auth} and no other way`, () => {
		expect(definition.authentication.type).toBe(auth === "oauth2" ? "oauth2" : "custom");
	});
});

/** Does what Zapier's `z` does, as far as the definition uses it, and runs the middleware of the definition. */
function zOf(definition: Json, bundle: Json, answer: (request: Request) => Promise<Response> = fetch) {
	class ZapierError extends Error {
		readonly code: unknown;
		constructor(message: string, code: unknown) {
			super(message);
			this.code = code;
		}
	}
	const z = {
		errors: { Error: ZapierError, ThrottledError: ZapierError },
		request: async (given: Json) => {
			let request = { method: "GET", headers: {}, ...(typeof given === "string" ? { url: given } : given) };
			for (const before of definition.beforeRequest) request = before(request, z, bundle);
			const url = new URL(request.url);
			for (const [name, value] of Object.entries<string>(request.params ?? {})) url.searchParams.set(name, value);
			const form = request.headers["Content-Type"] === "application/x-www-form-urlencoded";
			const plain = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body);
			const body = request.body && (form ? new URLSearchParams(request.body) : plain);
			const headers = { "Content-Type": "application/json", ...request.headers };
			const sent = new Request(url, { method: request.method, headers, ...(body ? { body } : {}) });
			const reply = await answer(sent);
			const bytes = Buffer.from(await reply.arrayBuffer());
			const content = bytes.toString();
			let response: Json = {
				status: reply.status,
				skipThrowForStatus: request.skipThrowForStatus,
				...(request.raw ? { buffer: async () => bytes } : { content, data: JSON.parse(content) }),
				getHeader: (name: string) => reply.headers.get(name),
				throwForStatus: () => {
					if (reply.status >= 400) throw new ZapierError(content, reply.status);
				},
			};
			for (const after of definition.afterResponse) response = after(response, z, bundle);
			if (!response.skipThrowForStatus) response.throwForStatus();
			return response;
		},
		/** A pointer, with which Zapier calls the function when a step needs the file. */
		dehydrateFile: (hydrator: Json, inputData: Json) => {
			expect(Object.values(definition.hydrators)).toContain(hydrator);
			return { hydrator, inputData };
		},
		stashFile: async (answer: Promise<Json>, length: number, name: string, type: string) => {
			const bytes = await (await answer).buffer();
			expect(bytes.length).toBe(length);
			return { bytes, name, type };
		},
	};
	return z;
}

/** Serves a file, as Zapier does with that of an earlier step. */
async function fileServer(bytes: Uint8Array) {
	const files = createServer((_, answer) => answer.end(bytes));
	await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
	const { port } = files.address() as { port: number };
	return { url: `http://127.0.0.1:${port}/file`, close: () => files.close() };
}

describe("OAuth", () => {
	const definition = definitions.oauth2;
	const { oauth2Config } = definition.authentication;
	beforeAll(() => {
		Object.assign(process.env, { BASE_URL: "https://api.test", CLIENT_ID: "app", CLIENT_SECRET: "s3cret" });
	});

	async function exchange(perform: Json, bundle: Json) {
		const sent: Request[] = [];
		const z = zOf(definition, bundle, async (request) => {
			sent.push(request.clone());
			return Response.json({ access_token: "a2", refresh_token: "r2", expires_in: 3600, token_type: "Bearer" });
		});
		expect(await perform(z, bundle)).toEqual({ access_token: "a2", refresh_token: "r2" });
		const [request] = sent as [Request];
		expect([request.method, request.url]).toEqual(["POST", "https://api.test/oauth/token"]);
		expect(request.headers.get("Content-Type")).toContain("application/x-www-form-urlencoded");
		expect(request.headers.has("Authorization"), "one client authentication, not two").toBe(false);
		return Object.fromEntries(new URLSearchParams(await request.text()));
	}

	it("exchanges the code with its verifier", async () => {
		const inputData = { code: "c", redirect_uri: "https://zapier.com/x", code_verifier: "v".repeat(43) };
		expect(await exchange(oauth2Config.getAccessToken, { inputData, authData: {} })).toEqual({
			grant_type: "authorization_code",
			...inputData,
			client_id: "app",
			client_secret: "s3cret",
		});
	});

	it("refreshes and keeps the new refresh token", async () => {
		const bundle = { inputData: {}, authData: { access_token: "a1", refresh_token: "r1" } };
		expect(await exchange(oauth2Config.refreshAccessToken, bundle)).toEqual({
			grant_type: "refresh_token",
			refresh_token: "r1",
			client_id: "app",
			client_secret: "s3cret",
		});
		expect(oauth2Config.autoRefresh).toBe(true);
	});

	it("asks for a code with PKCE, the app's own id and the scopes of what it calls", () => {
		expect(oauth2Config).toMatchObject({ enablePkce: true, scope: scopes.join(" ") });
		expect(oauth2Config.authorizeUrl.url).toBe("{{process.env.BASE_URL}}/oauth/authorize");
		expect(oauth2Config.authorizeUrl.params).toMatchObject({
			response_type: "code",
			client_id: "{{process.env.CLIENT_ID}}",
		});
	});

	it("leaves a 401 to Zapier, which refreshes", () => {
		const response = { status: 401, content: "{}" };
		expect(definition.afterResponse[0](response, {}, { authData: { access_token: "a1" } })).toBe(response);
	});
});

describe("against the service", () => {
	const server = new Server();
	const receiver = new LoopbackReceiver();
	const definition = definitions.api_key;
	let authData: { api_key: string };
	beforeAll(async () => {
		await server.start();
		await receiver.listen();
		process.env.BASE_URL = server.origin;
		const { tenant_id } = (await server.call("GET", "/v1/me")).body;
		const { body } = await server.operate("POST", `/admin/tenants/${tenant_id}/api_keys`, { name: "Zapier", scopes });
		authData = { api_key: body.key };
	});
	afterAll(async () => {
		receiver.close();
		await server.remove();
	});

	const perform = (what: (z: Json, bundle: Json) => Json, given: Json = {}): Promise<Json> => {
		const bundle = { authData, inputData: {}, ...given };
		return what(zOf(definition, bundle), bundle);
	};
	const operation = (trigger: Trigger) => definition.triggers[trigger].operation;

	it("tells whose account is connected", async () => {
		expect(await perform(definition.authentication.test)).toMatchObject({ label: "Demo Studio (Zapier)" });
	});

	it("subscribes, is told what the list shows, unsubscribes, twice too", async () => {
		const { performSubscribe, performUnsubscribe, performList, perform: told } = operation("new_client");
		const subscribeData = await perform(performSubscribe, { targetUrl: receiver.url("/zap") });
		expect(subscribeData).toMatchObject({ id: expect.stringMatching(/^hok_/), trigger: "new_client" });
		const inputData = { email: "zap@example.com", first_name: "Zoe", last_name: "" };
		await perform(definition.creates.create_client.operation.perform, { inputData });
		await until(() => receiver.at("/zap").length === 1, 5000, "the hook's delivery");
		const cleanedRequest = receiver.at("/zap")[0]?.event;
		const list = await perform(performList);
		expect(await perform(told, { cleanedRequest })).toEqual([list[0]]);
		await perform(performUnsubscribe, { subscribeData });
		expect(await perform(performUnsubscribe, { subscribeData })).toMatchObject({ code: "resource_not_found" });
	});

	it("lists every trigger, acts and searches", async () => {
		for (const trigger of triggerNames) expect(await perform(operation(trigger).performList)).toBeInstanceOf(Array);
		const { find_or_create_client, create_lead } = definition.creates;
		const inputData = { email: "once@example.com", first_name: "Ona" };
		const made = await perform(find_or_create_client.operation.perform, { inputData });
		expect(await perform(find_or_create_client.operation.perform, { inputData })).toEqual(made);
		const { perform: search } = definition.searches.client.operation;
		expect(await perform(search, { inputData: { email: "ONCE@example.com" } })).toEqual([made]);
		expect(await perform(search, { inputData: { email: "never@example.com" } })).toEqual([]);
		const given = { first_name: "Lea", message: "A fern.", budget_range_min: 300 };
		expect(await perform(create_lead.operation.perform, { inputData: given })).toMatchObject({
			object: "lead",
			...given,
		});
	});

	it("adds a picture to a lead, of the format that its bytes have, and no other file", async () => {
		const bytes = newPicture();
		const file = await fileServer(bytes);
		const lead = await perform(definition.creates.create_lead.operation.perform, { inputData: { first_name: "Lea" } });
		const { perform: add } = definition.creates.add_picture.operation;
		const inputData = { record_id: lead.id, file: file.url, caption: "A fern" };
		expect(await perform(add, { inputData })).toMatchObject({
			object: "picture",
			owner: { type: "lead", id: lead.id },
			caption: "A fern",
			content_type: "image/png",
		});
		const refusal = { code: "not_a_picture" };
		await expect(perform(add, { inputData: { ...inputData, file: server.origin } })).rejects.toMatchObject(refusal);
		const elsewhere = { ...inputData, record_id: "cli_1" };
		await expect(perform(add, { inputData: elsewhere })).rejects.toMatchObject({ code: "invalid_id" });
		file.close();
	});

	it("gives the pictures of a submission to the steps that need them", async () => {
		const { tenant_id } = (await server.call("GET", "/v1/me")).body;
		const more = { name: "Website", scopes: ["write:forms", "write:form_submissions"] };
		const { key } = (await server.operate("POST", `/admin/tenants/${tenant_id}/api_keys`, more)).body;
		const create = async (path: string, body: object) => (await server.call("POST", path, { key, body })).body;
		const fields = [{ key: "photos", label: "Photos", type: "picture" }];
		const form = await create("/v1/forms", { name: "Sketch", fields });
		const bytes = newPicture();
		const sent = await fetch(`${server.origin}/v1/forms/${form.id}/pictures?caption=Fern`, {
			method: "POST",
			headers: { Authorization: `Bearer ${key}` },
			body: new Blob([bytes], { type: "image/png" }),
		});
		const { id } = (await sent.json()) as { id: string };
		await create(`/v1/forms/${form.id}/submissions`, { submission_data: { photos: [id] } });
		const [submission] = await perform(operation("new_form_submission").performList);
		expect(submission.pictures).toHaveLength(1);
		const [{ hydrator, inputData }] = submission.pictures;
		const file = await perform(hydrator, { inputData });
		expect(file).toMatchObject({ name: "Fern.png", type: "image/png" });
		expect(Buffer.compare(file.bytes, bytes)).toBe(0);
	});

	it("finds a client by words of the name, the phone number and the handle", async () => {
		const given = { email: "words@example.com", first_name: "Änne", last_name: "Wörther", phone: "+49 30 5550199" };
		const inputData = { ...given, instagram_handle: "inkwords" };
		const made = await perform(definition.creates.create_client.operation.perform, { inputData });
		const search = (q: string) => perform(definition.searches.client_by_words.operation.perform, { inputData: { q } });
		for (const q of ["anne worth", "030 5550199", "@inkwords"]) expect(await search(q), q).toEqual([made]);
		expect(await search("anne nobody")).toEqual([]);
		await expect(search("!")).rejects.toMatchObject({ code: "validation_failed" });
	});

	it("offers the active artists in the drop-downs of the artist, whose ids the actions take", async () => {
		const { create_client, find_or_create_client, create_lead } = definition.creates;
		for (const { operation } of [create_client, find_or_create_client, create_lead]) {
			const field = operation.inputFields.find(({ key }: Json) => key === "assigned_artist_id");
			expect(field.dynamic).toBe("artist.id.name");
		}
		const artists = await perform(definition.triggers.artist.operation.perform);
		const { data } = (await server.call("GET", "/v1/artists?status=ACTIVE")).body;
		expect(artists).toEqual(data);
		const inputData = { first_name: "Ida", assigned_artist_id: artists[0].id };
		const lead = await perform(create_lead.operation.perform, { inputData });
		expect(lead.assigned_artist_id).toBe(artists[0].id);
	});

	it("tells a connection with the scopes of automation alone which scope it lacks, and goes on otherwise", async () => {
		const { tenant_id } = (await server.call("GET", "/v1/me")).body;
		const path = `/admin/tenants/${tenant_id}/api_keys`;
		const { body } = await server.operate("POST", path, { name: "Old", scopes: scopes.slice(0, 2) });
		const given = { authData: { api_key: body.key }, inputData: { q: "anne" } };
		for (const what of [definition.searches.client_by_words, definition.triggers.artist])
			await expect(perform(what.operation.perform, given)).rejects.toMatchObject({ code: "insufficient_scope" });
		expect(await perform(operation("new_client").performList, given)).toBeInstanceOf(Array);
	});

	it("words a refusal as the API does", async () => {
		const inputData = { email: "twice@example.com", first_name: "Two" };
		const create = () => perform(definition.creates.create_client.operation.perform, { inputData });
		await create();
		await expect(create()).rejects.toMatchObject({
			message: "Another client has this email.",
			code: "duplicate_email",
		});
	});

	describe("by OAuth", () => {
		const { triggers, authentication } = definitions.oauth2;
		const { oauth2Config, test } = authentication;
		const redirect_uri = "https://zapier.com/dashboard/auth/oauth/return/App1CLIAPI/";
		let authData: { access_token: string; refresh_token: string };

		const perform = (what: (z: Json, bundle: Json) => Json, inputData: Json = {}): Promise<Json> => {
			const bundle = { authData: { ...authData }, inputData };
			return what(zOf(definitions.oauth2, bundle), bundle);
		};

		/** The address to which Zapier sends the person: that of the definition, with the scope and the PKCE challenge. */
		function authorizeUrl(bundle: Json, code_verifier: string): URL {
			const values: Json = { process, bundle };
			const filledIn = (template: string) =>
				template.replaceAll(/{{(.+?)}}/g, (_, path: string) => path.split(".").reduce((at, name) => at[name], values));
			const url = new URL(filledIn(oauth2Config.authorizeUrl.url));
			for (const [name, template] of Object.entries<string>(oauth2Config.authorizeUrl.params))
				url.searchParams.set(name, filledIn(template));
			url.searchParams.set("scope", oauth2Config.scope);
			url.searchParams.set("code_challenge", createHash("sha256").update(code_verifier).digest("base64url"));
			url.searchParams.set("code_challenge_method", "S256");
			return url;
		}

		beforeAll(async () => {
			const { clientId, secret } = await newApp(server, { name: "Zapier", redirect_uris: [redirect_uri], scopes });
			Object.assign(process.env, { CLIENT_ID: clientId, CLIENT_SECRET: secret });
			const code_verifier = randomBytes(32).toString("base64url");
			const url = authorizeUrl({ inputData: { redirect_uri, state: "zap" } }, code_verifier);
			const { DEMO_EMAIL: email = "", DEMO_PASSWORD: password = "" } = server.printed;
			const { state, code } = Object.fromEntries((await decide(url, { email, password })).searchParams);
			expect(state).toBe("zap");
			authData = await perform(oauth2Config.getAccessToken, { code, redirect_uri, code_verifier });
		});

		it("connects, and tells whose account it is", async () => {
			expect(await perform(test)).toMatchObject({ label: "Demo Studio (Zapier)" });
			expect(await perform(triggers.new_client.operation.performList)).toBeInstanceOf(Array);
		});

		it("answers 401 when a token has expired, by which Zapier refreshes and goes on", async () => {
			await server.operate("POST", "/admin/dev/advance", { seconds: 3601 });
			await expect(perform(test)).rejects.toMatchObject({ code: 401 });
			authData = await perform(oauth2Config.refreshAccessToken);
			expect(await perform(test)).toMatchObject({ label: "Demo Studio (Zapier)" });
		});

		it("answers 401 and refreshes no more once the grant is revoked, by which Zapier asks to connect anew", async () => {
			const { CLIENT_ID: client_id = "", CLIENT_SECRET: client_secret = "" } = process.env;
			const body = new URLSearchParams({ token: authData.refresh_token, client_id, client_secret });
			await fetch(`${server.origin}/oauth/revoke`, { method: "POST", body });
			await expect(perform(test)).rejects.toMatchObject({
				code: 401,
				message: expect.stringContaining("revoked_grant"),
			});
			await expect(perform(oauth2Config.refreshAccessToken)).rejects.toMatchObject({ code: "invalid_grant" });
		});
	});
});
