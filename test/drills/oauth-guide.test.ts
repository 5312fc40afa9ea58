import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, decide, newPerson, newStudio } from "../../lab/harness/person.ts";
import { until } from "../../lab/harness/server.ts";
import { freePort, jsonIn, Shell, textsOf } from "./fences.ts";
import { sharedServer } from "./shared-server.ts";

// The guide is followed from its beginning to its end, in one terminal. The test does what a person does in a browser,
// and puts what an answer said where the guide leaves a gap.

const server = sharedServer();
const folder = mkdtempSync(join(tmpdir(), "oauth-guide-"));
const [register = "", ask = "", redeem = "", call = "", refresh = "", revoke = ""] = textsOf("oauth", "sh step");
let shell: Shell;
let person: Account;
let redirectUri: string;

beforeAll(async () => {
	await server.ready();
	const { TATTOO_STUDIO_API_KEY: _, ...env } = process.env;
	shell = new Shell(folder, {
		...env,
		TATTOO_STUDIO_BASE_URL: server.origin,
		OPERATOR_TOKEN: server.printed.OPERATOR_TOKEN,
	});
	const owner = await newStudio(server, "Makers of apps", "studio");
	person = await newPerson(server, await newStudio(server, "Nadel & Faden"));
	redirectUri = `http://localhost:${await freePort()}/callback`;
	const { app, client_secret } = jsonIn(
		shell.run(register.replace("ten_…", owner).replace("http://localhost:3000/callback", redirectUri)),
	);
	const [setup = ""] = textsOf("oauth", "sh setup");
	shell.run(
		setup
			.replace('CLIENT_ID="…"', `CLIENT_ID="${app.client_id}"`)
			.replace('CLIENT_SECRET="…"', `CLIENT_SECRET="${client_secret}"`)
			.replace("http://localhost:3000/callback", redirectUri),
	);
});

afterAll(() => {
	shell?.end();
	rmSync(folder, { recursive: true });
});

async function connect() {
	const answered = await decide(shell.run(ask).trim(), person);
	expect(answered.href.startsWith(`${redirectUri}?`)).toBe(true);
	expect(answered.searchParams.get("state")).toBe(shell.run('echo "$STATE"').trim());
	expect(answered.searchParams.get("iss")).toBe(server.origin);
	shell.set({ CODE: answered.searchParams.get("code") ?? "" });
	return hold(jsonIn(shell.run(redeem)));
}

function hold(tokens: Record<string, string>) {
	shell.set({ ACCESS_TOKEN: tokens.access_token ?? "", REFRESH_TOKEN: tokens.refresh_token ?? "" });
	return tokens;
}

describe("the guide about OAuth", () => {
	it("leads to tokens like those that it shows, with which the API can be called", async () => {
		const tokens = await connect();
		const [shown = ""] = textsOf("oauth", "json answer");
		const { access_token, refresh_token, ...rest } = JSON.parse(shown);
		expect(tokens).toEqual({ ...rest, access_token: expect.any(String), refresh_token: expect.any(String) });
		expect(tokens.access_token?.startsWith(access_token.replace("…", ""))).toBe(true);
		expect(tokens.refresh_token?.startsWith(refresh_token.replace("…", ""))).toBe(true);
		expect(jsonIn(shell.run(call))).toMatchObject({ object: "list" });
	});

	it("refreshes them, and ends the grant", async () => {
		const first = await connect();
		const second = hold(jsonIn(shell.run(refresh)));
		expect(second.refresh_token).not.toBe(first.refresh_token);
		expect(jsonIn(shell.run(call))).toMatchObject({ object: "list" });
		expect(shell.run(revoke)).toBe("200\n");
		expect(jsonIn(shell.run(call))).toMatchObject({ status: 401, code: "revoked_grant" });
	});

	it("has a whole example, which connects a studio and refreshes the tokens by itself", async () => {
		const [start = ""] = textsOf("oauth", "sh start");
		shell.start(start);
		const { origin } = new URL(redirectUri);
		const visit = (path: string, headers = {}) => fetch(origin + path, { redirect: "manual", headers });
		await until(
			() =>
				visit("/").then(
					({ status }) => status === 404,
					() => false,
				),
			20_000,
			"the example listens",
		);
		const begun = await visit("/connect");
		const cookie = begun.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		const { pathname, search } = await decide(begun.headers.get("Location") ?? "", person);
		// Another browser has not asked.
		expect((await visit(pathname + search)).status).toBe(400);
		expect(await (await visit(pathname + search, { Cookie: cookie })).text()).toBe("The studio is connected.");
		const list = async () => JSON.parse(await (await visit("/clients")).text());
		expect(await list()).toMatchObject({ object: "list" });

		const tokens = () => JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8"));
		const before = tokens();
		// One token alone ends, as after an hour.
		shell.set({ ACCESS_TOKEN: before.access_token });
		expect(shell.run(revoke.replace("$REFRESH_TOKEN", "$ACCESS_TOKEN"))).toBe("200\n");
		const lists = await Promise.all([list(), list(), list()]);
		expect(lists.map(({ object }) => object)).toEqual(["list", "list", "list"]);
		expect(tokens().refresh_token).not.toBe(before.refresh_token);
		expect(await list()).toMatchObject({ object: "list" });
	});

	it("admits the app whose document it shows", async () => {
		const [shown = "", admit = ""] = [...textsOf("oauth", "json document"), ...textsOf("oauth", "sh admit")];
		const { client_id } = JSON.parse(shown);
		const port = await freePort();
		const own = `http://127.0.0.1:${port}/client.json`;
		const site = createServer((_, response) => response.end(shown.replace(client_id, own)));
		await new Promise<void>((resolve) => site.listen(port, "127.0.0.1", resolve));
		try {
			// The snippet runs beside the test, which answers for the site.
			const said = shell.start(admit.replace(client_id, own));
			await until(() => said.output.includes("}"), 20_000, "the app is admitted");
			const { app } = jsonIn(said.output);
			const { client_name, logo_uri, redirect_uris } = JSON.parse(shown);
			expect(app).toMatchObject({ client_id: own, name: client_name, logo_url: logo_uri, redirect_uris });
		} finally {
			site.close();
		}
	});
});
