import {
	chmodSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ListenerRegistry } from "../../src/cli/listen/listener-registry.ts";
import { ForwardPosition, signingSecretOf } from "../../src/cli/listen/state.ts";
import { accessToken } from "../../src/cli/session/tokens.ts";
import { withLock } from "../../src/cli/store/lock.ts";
import { type Login, Logins } from "../../src/cli/store/logins.ts";
import { configFolder, stateFolder } from "../../src/cli/store/paths.ts";

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cli-"));
	env = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), XDG_RUNTIME_DIR: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const login = (given: Partial<Login> = {}): Login => ({
	client_id: "svcoa_x",
	access_token: "svcoat_first",
	refresh_token: "svcort_first",
	expires_at: Date.now() + 3_600_000,
	scope: "read:events",
	tenant_id: "ten_1",
	tenant_name: "Encre",
	...given,
});

describe("logins", () => {
	it("are in the config folder, readable by the user alone, also where the file was open before", () => {
		const logins = new Logins(env);
		logins.save("https://a.example", login(), { current: true });
		expect(logins.path).toBe(join(folder, "config/tattoo-studio/logins.json"));
		expect(statSync(logins.path).mode & 0o777).toBe(0o600);
		expect(statSync(join(folder, "config/tattoo-studio")).mode & 0o777).toBe(0o700);
		chmodSync(logins.path, 0o644);
		logins.save("https://b.example", login());
		expect(statSync(logins.path).mode & 0o777).toBe(0o600);
		expect(readdirSync(join(folder, "config/tattoo-studio"))).toEqual(["logins.json"]);
	});

	it("are one for each service, and the last one is used unless another is named", () => {
		const logins = new Logins(env);
		logins.save("https://a.example", login(), { current: true });
		logins.save("https://b.example", login({ tenant_name: "Nadel" }), { current: true });
		expect([logins.current, logins.at("https://a.example")?.tenant_name]).toEqual(["https://b.example", "Encre"]);
		logins.forget("https://b.example");
		expect([logins.current, logins.at("https://b.example")]).toEqual(["https://a.example", undefined]);
	});

	it("that cannot be read are told with the file", () => {
		const logins = new Logins(env);
		logins.save("https://a.example", login());
		writeFileSync(logins.path, "{");
		expect(() => logins.current).toThrow(logins.path);
	});

	it.each([
		[{ HOME: "/home/ada" }, "/home/ada/.config/tattoo-studio", "/home/ada/.local/state/tattoo-studio"],
		[
			{ HOME: "/home/ada", XDG_CONFIG_HOME: "relative", XDG_STATE_HOME: "" },
			"/home/ada/.config/tattoo-studio",
			"/home/ada/.local/state/tattoo-studio",
		],
		[{ HOME: "/h", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" }, "/c/tattoo-studio", "/s/tattoo-studio"],
	])("with %j are in %s", (env, config, state) =>
		expect([configFolder(env), stateFolder(env)]).toEqual([config, state]),
	);
});

describe("the access token", () => {
	let server: Server;
	let baseUrl: string;
	let asked: string[];
	let answers: [status: number, body: object][];
	beforeEach(async () => {
		[asked, answers] = [[], []];
		server = createServer(async (request, response) => {
			let form = "";
			for await (const part of request) form += part;
			asked.push(new URLSearchParams(form).get("refresh_token") ?? "");
			const n = asked.length;
			const [status, body] = answers.shift() ?? [
				200,
				{ access_token: `svcoat_${n}`, refresh_token: `svcort_${n}`, expires_in: 3600, scope: "read:events" },
			];
			response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
		}).listen(0, "127.0.0.1");
		await new Promise((resolve) => server.once("listening", resolve));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterEach(() => server.close());

	it("is refreshed once, however many need it at the same moment", async () => {
		const logins = new Logins(env);
		logins.save(baseUrl, login({ expires_at: Date.now() + 1000 }));
		const tokens = await Promise.all(Array.from({ length: 5 }, () => accessToken(new Logins(env), baseUrl)));
		expect(tokens).toEqual(Array(5).fill("svcoat_1"));
		expect(asked).toEqual(["svcort_first"]);
		expect(logins.at(baseUrl)).toMatchObject({
			access_token: "svcoat_1",
			refresh_token: "svcort_1",
			tenant_name: "Encre",
		});
	});

	it("is refreshed when the service says that it has expired, whatever the clock here says", async () => {
		new Logins(env).save(baseUrl, login());
		expect(await accessToken(new Logins(env), baseUrl)).toBe("svcoat_first");
		expect(await accessToken(new Logins(env), baseUrl, "svcoat_first")).toBe("svcoat_1");
	});

	it("is asked for again with the same refresh token after a 503", async () => {
		new Logins(env).save(baseUrl, login({ expires_at: 0 }));
		answers = [[503, { error: "temporarily_unavailable" }]];
		expect(await accessToken(new Logins(env), baseUrl)).toBe("svcoat_2");
		expect(asked).toEqual(["svcort_first", "svcort_first"]);
	});

	it("of a login that has ended is none: the login is forgotten, and the person is told to sign in", async () => {
		new Logins(env).save(baseUrl, login({ expires_at: 0 }));
		answers = [[400, { error: "invalid_grant", error_description: "The grant is revoked." }]];
		await expect(accessToken(new Logins(env), baseUrl)).rejects.toMatchObject({
			exitCode: 3,
			message: expect.stringContaining("The grant is revoked."),
		});
		expect(new Logins(env).at(baseUrl)).toBeUndefined();
	});
});

describe("a lock", () => {
	it("lets one in at a time, and is free after an error", async () => {
		const path = join(folder, "lock");
		let inside = 0;
		const work = async () => {
			expect(++inside).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 5));
			inside--;
		};
		await Promise.all(Array.from({ length: 5 }, () => withLock(path, work)));
		await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
		await withLock(path, work);
	});

	it("of a process that was killed is taken over", async () => {
		const path = join(folder, "lock");
		writeFileSync(path, "");
		utimesSync(path, new Date(0), new Date(0));
		expect(await withLock(path, async () => "done")).toBe("done");
	});
});

describe("a listener", () => {
	const studio = { baseUrl: "https://a.example", tenantId: "ten_1" };

	it("signs with the same secret each time, another for each studio, in a file of the user alone", () => {
		const secret = signingSecretOf(env, studio);
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(signingSecretOf(env, studio)).toBe(secret);
		expect(signingSecretOf(env, { ...studio, tenantId: "ten_2" })).not.toBe(secret);
		for (const file of readdirSync(join(folder, "state/tattoo-studio/listen")))
			expect(statSync(join(folder, "state/tattoo-studio/listen", file)).mode & 0o777).toBe(0o600);
	});

	it("remembers for each address how far it came", () => {
		const [one, other] = ["http://localhost:1/", "http://localhost:2/"].map(
			(url) => new ForwardPosition(env, studio, url),
		);
		one?.save(7);
		expect([one?.read(), other?.read()]).toEqual([7, undefined]);
		expect(
			readFileSync(
				join(folder, "state/tattoo-studio/listen", readdirSync(join(folder, "state/tattoo-studio/listen"))[0] ?? ""),
				"utf8",
			),
		).toContain("http://localhost:1/");
	});

	it("is told of others of its studio, and they of it; the same address is refused, and the name of one that was killed is free", async () => {
		const at = (forward_to: string, pid: number, name = "studio") =>
			new ListenerRegistry(env, { studio: name, forward_to, pid });
		const arrivals: number[] = [];
		const [one, two, three] = [
			at("http://localhost:1/", 1),
			at("http://localhost:2/", 2),
			at("http://localhost:1/", 3, "another"),
		];
		expect(await one.register(({ pid }) => arrivals.push(pid))).toEqual({ others: [] });
		expect(await two.register(() => {})).toEqual({ others: [{ pid: 1, forward_to: "http://localhost:1/" }] });
		expect(await three.register(() => {})).toEqual({ others: [] });
		expect(arrivals).toEqual([2]);
		expect(await at("http://localhost:2/", 4).register(() => {})).toEqual({
			same: { pid: 2, forward_to: "http://localhost:2/" },
		});
		two.unregister();
		const folderOfNames = join(folder, readdirSync(folder).find((name) => name.startsWith("tattoo-studio-")) ?? "");
		const [name = ""] = readdirSync(folderOfNames).filter((name) => name.startsWith("studio-"));
		// A killed process leaves its socket's file behind, and nobody answers there.
		one.unregister();
		writeFileSync(join(folderOfNames, name), "");
		const again = at("http://localhost:1/", 5);
		expect(await again.register(() => {})).toEqual({ others: [] });
		again.unregister();
		three.unregister();
	});
});
