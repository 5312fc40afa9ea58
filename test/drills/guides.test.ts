import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyWebhook } from "../../client/src/index.ts";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { decide, newPerson, newStudio } from "../../lab/harness/person.ts";
import { until } from "../../lab/harness/server.ts";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { pictureFile } from "../support/picture-files.ts";
import { type Fence, fences, freePort, jsonIn, Shell, textsOf, written } from "./fences.ts";
import { sharedServer } from "./shared-server.ts";

// The guides hold their snippets in fences. `sh run` and `sh command` are run as they stand, and what has `file=…` is
// written to a file and used. The other snippets leave something to their reader, which a test puts there.

const server = sharedServer();
const folder = mkdtempSync(join(tmpdir(), "guides-"));
const receiver = new LoopbackReceiver();
let shell: Shell;

const ofAll = (info: string) =>
	fences.flatMap((fence, n) => (fence.info === info ? [[fence.guide, n, fence.text] as const] : []));

beforeAll(async () => {
	await Promise.all([server.ready(), receiver.listen()]);
	const program = `exec "${process.execPath}" --no-warnings "${join(import.meta.dirname, "../../client/src/cli/main.ts")}" "$@"`;
	writeFileSync(join(folder, "tattoo-studio"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
	const key = await keyWithAllScopes();
	shell = terminal({
		TATTOO_STUDIO_API_KEY: key,
		TATTOO_STUDIO_BASE_URL: server.origin,
		OPERATOR_TOKEN: server.operatorToken,
	});
});

afterAll(() => {
	shell?.end();
	receiver.close();
	rmSync(folder, { recursive: true });
});

function terminal(env: Record<string, string>): Shell {
	const home = mkdtempSync(join(folder, "home-"));
	const { TATTOO_STUDIO_API_KEY: _, ...rest } = process.env;
	return new Shell(home, { ...rest, PATH: `${folder}:${process.env.PATH}`, HOME: home, XDG_RUNTIME_DIR: home, ...env });
}

async function keyWithAllScopes(): Promise<string> {
	const studio = { name: "Guides", plan: "empire", email: "guides@example.com" };
	const { body: tenant } = await server.operate("POST", "/admin/tenants", studio);
	const { body } = await server.operate("POST", `/admin/tenants/${tenant.id}/api_keys`, { name: "Guides", scopes });
	return body.key;
}

/** The demo studio, as it is right after `npm start`. */
const demo = () =>
	terminal({ TATTOO_STUDIO_API_KEY: server.printed.DEMO_API_KEY ?? "", TATTOO_STUDIO_BASE_URL: server.origin });

/** The loop of the guide runs twice, against a service with these answers. */
async function followed(answers: { status: number; body: object }[]) {
	const said = { asked: 0, output: "", errors: "", ended: undefined as number | null | undefined };
	const service = createServer((_, response) => {
		const { status = 500, body } = answers[Math.min(said.asked++, answers.length - 1)] ?? {};
		response.writeHead(status, { "Retry-After": "0" }).end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => service.listen(0, "localhost", resolve));
	const { port } = service.address() as AddressInfo;
	const env = { ...process.env, TURNS: "2", TATTOO_STUDIO_BASE_URL: `http://localhost:${port}` };
	const reader = spawn(process.execPath, [written(folder, "follow.mjs")], { env, timeout: 15_000 });
	reader.stdout.on("data", (chunk) => {
		said.output += chunk;
	});
	reader.stderr.on("data", (chunk) => {
		said.errors += chunk;
	});
	reader.on("close", (code) => {
		service.close();
		said.ended = code;
	});
	return said;
}

describe("a snippet of a guide", () => {
	it.each(ofAll("sh run"))("%s (%i) does what it says", (guide, _, text) => {
		const answer = jsonIn(shell.run(text));
		if (guide !== "handling-errors") return expect(answer.code, JSON.stringify(answer)).toBeUndefined();
		const [shown = ""] = textsOf(guide, "json answer");
		const ownToEach = { type: `${server.origin}/docs/errors/validation_failed`, request_id: answer.request_id };
		expect(answer).toEqual({ ...JSON.parse(shown), ...ownToEach });
	});

	it.each(ofAll("sh command"))("%s (%i) works as it stands", (_, __, text) => {
		expect(() => shell.run(text)).not.toThrow();
	});

	it.each(ofAll("sh setup").filter(([guide]) => guide !== "oauth" && guide !== "build-a-booking-site"))(
		"%s (%i) sets what programs read",
		(_, __, text) => {
			const own = terminal({});
			own.run(
				text
					.replace("svc_live_sk_…", server.printed.DEMO_API_KEY ?? "")
					.replace(/https?:\/\/(api\.example\.com|localhost:8787)/, server.origin),
			);
			expect(own.run("tattoo-studio whoami")).toContain("Demo Studio");
		},
	);

	it("of the quick start leads to a verified webhook", async () => {
		const port = String(await freePort());
		const own = terminal({
			TATTOO_STUDIO_API_KEY: await keyWithAllScopes(),
			TATTOO_STUDIO_BASE_URL: server.origin,
			PORT: port,
		});
		const [endpoint = "", client = ""] = textsOf("quick-start", "sh run");
		expect(JSON.parse(own.run(endpoint.replace("9000", port))).secret).toMatch(/^whsec_/);
		// The commands follow each other in one terminal, and nothing is filled in by hand.
		const [start = "", stop = ""] = ["sh start", "sh stop"].flatMap((info) => textsOf("quick-start", info));
		const said = own.start(`${start}\nuntil [ -f done ]; do sleep 0.1; done\n${stop.replace("kill %1", "kill $!")}`);
		await until(() => said.output.includes("waiting for events"), 20_000, `it listens: ${said.output}`);
		const first = jsonIn(own.run(client));
		await until(() => said.output.includes("verified client.created"), 20_000, "the event is verified");
		// As the guide says of the same request once more.
		expect(jsonIn(own.run(client))).toEqual(first);
		// An unsigned request is refused.
		expect((await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })).status).toBe(400);
		own.run("touch done");
		await until(() => said.output.includes('"deleted":true'), 20_000, `the endpoint is deleted: ${said.output}`);
		expect(said.output.match(/verified client\.created/g)).toHaveLength(1);
		await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
		own.end();
	}, 90_000);

	it("that receives requests listens on the machine alone", () => {
		const receivers = fences.filter(({ guide, text }) => guide === "quick-start" && text.includes(".listen("));
		expect(receivers.map(({ text }) => text.includes('"127.0.0.1"'))).toEqual([true]);
	});

	it("of booking finds a free time and books it, and the command line cancels it", async () => {
		const { body: types } = await server.call("GET", "/v1/event_types?limit=100");
		const { body: clients } = await server.call("GET", "/v1/clients?limit=100");
		const type = types.data.find(({ slug }: { slug: string }) => slug === "consultation");
		const client = clients.data.find((one: { is_blocked: boolean }) => !one.is_blocked);
		const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
		const filled = (text = "") =>
			text
				.replace("art_…", type.artist_id)
				.replace("ety_…", type.id)
				.replace("cli_…", client.id)
				.replace("$(uuidgen)", crypto.randomUUID())
				.replace("2026-12-01T00", `${day(7)}T00`)
				.replace("2026-12-08T00", `${day(14)}T00`);
		const own = demo();
		const [find, book] = textsOf("booking", "sh step");
		const free = jsonIn(own.run(filled(find)));
		expect(free.data.length).toBeGreaterThan(0);
		const appointment = jsonIn(own.run(filled(book).replace("2026-12-01T10:00:00Z", free.data[0].start_at)));
		expect(appointment).toMatchObject({ object: "appointment", start_at: free.data[0].start_at });
		const [cancel = ""] = textsOf("command-line", "sh step");
		own.run(cancel.replace(/apt_\w+/, appointment.id));
		const { body } = await server.call("GET", `/v1/appointments/${appointment.id}`);
		expect(body.status).toBe("CANCELLED");
	});

	it("of the command line signs in with the browser", async () => {
		const person = await newPerson(server, await newStudio(server, "Encre"));
		const own = terminal({});
		const [login = ""] = textsOf("command-line", "sh login");
		const said = own.start(`${login.replace("https://api.example.com", server.origin).trim()} --no-browser`);
		const address = () => /^ {2}(http.+)$/m.exec(said.output)?.[1];
		await until(() => address() !== undefined, 20_000, "it prints an address");
		expect((await fetch(await decide(address() ?? "", person))).status).toBe(200);
		await until(() => said.output.includes("Encre"), 20_000, "it is signed in");
		expect(own.run("tattoo-studio whoami")).toContain("Encre");
		own.end();
	});

	it("of the command line forwards events, and says so in the lines that the guide shows", async () => {
		const [listen = ""] = textsOf("command-line", "sh start");
		const [shown = ""] = textsOf("command-line", "text output");
		const said = shell.start(listen.replace("localhost:3000/webhooks", receiver.url("/webhooks")));
		await until(() => said.output.includes("Ready."), 20_000, `it is ready: ${said.output}`);
		shell.run("tattoo-studio trigger client.created");
		const line = /^\d\d:\d\d:\d\d {2}200 +\d+ ms {2}client\.created +#\d+ +cli_[0-9a-f]{32}$/m;
		await until(() => line.test(said.output), 20_000, `the event is forwarded: ${said.output}`);
		expect(receiver.at("/webhooks").map(({ event }) => event.type)).toContain("client.created");
		expect(shown).toMatch(line);
		const labels = (text: string) =>
			[...text.matchAll(/^(Studio {3}|Forward {2}|Secret {3}whsec_|Ready\. .+)/gm)].map(([label]) => label);
		expect(labels(said.output)).toEqual(labels(shown));
		expect(labels(shown)).toHaveLength(4);
	});

	it("of the feed reads the events in their order", () => {
		const output = shell.run(`TURNS=1 node "${written(folder, "follow.mjs")}"`);
		const sequences = output
			.trim()
			.split("\n")
			.map((line) => Number(line.split(" ")[0]));
		expect(sequences.length).toBeGreaterThan(1);
		expect(sequences).toEqual(sequences.map((_, n) => n + 1));
	});

	it.each([
		[401, "invalid_api_key"],
		[410, "events_expired"],
	])("of the feed prints what %i %s says, and stops", async (status, code) => {
		const said = await followed([{ status, body: { code } }]);
		await until(() => said.ended !== undefined, 10_000, "it stops");
		expect(said).toMatchObject({ asked: 1, ended: 1 });
		expect(said.errors).toContain(`${status} {"code":"${code}"}`);
	});

	it.each([408, 429, 503])("of the feed prints %i and tries again", async (status) => {
		const body = { data: [{ sequence: 1, type: "client.created" }], next_after_sequence: 1 };
		const said = await followed([
			{ status, body: {} },
			{ status: 200, body },
		]);
		await until(() => said.ended !== undefined, 10_000, "it ends after its turns");
		expect(said).toMatchObject({ asked: 2, ended: 0, output: "1 client.created\n" });
		expect(said.errors).toContain(String(status));
	});

	it("of the booking site offers free times and books one, once however often the form is sent", async () => {
		const { body: types } = await server.call("GET", "/v1/event_types?limit=100");
		const type = types.data.find(({ slug }: { slug: string }) => slug === "touch-up");
		const port = String(await freePort());
		const own = demo();
		const [setup = ""] = textsOf("build-a-booking-site", "sh setup");
		own.run(
			setup
				.replace("svc_live_sk_…", server.printed.DEMO_API_KEY ?? "")
				.replace("http://localhost:8787", server.origin)
				.replace("art_…", type.artist_id)
				.replace("ety_…", type.id),
		);
		const [start = ""] = textsOf("build-a-booking-site", "sh start");
		own.start(`export PORT=${port}; ${start.replace("site.mjs", written(folder, "site.mjs"))}`);
		const site = `http://localhost:${port}/`;
		const open = () => fetch(site).then((response) => response.text());
		await until(() => open().then(Boolean, () => false), 10_000, "it listens");
		const html = await open();
		const [time = "", token = ""] = [/<option>([^<]+)/, /name="token" value="([^"]+)/].map(
			(one) => one.exec(html)?.[1],
		);
		const email = `site-${crypto.randomUUID()}@example.com`;
		const send = (more: object) => {
			const form = { token, start_at: time, name: "Noor", email, ...more };
			return fetch(site, { method: "POST", body: new URLSearchParams(form) }).then((response) => response.text());
		};
		const [first, again] = [await send({}), await send({})];
		expect(first).toContain("You are booked");
		expect(again.split("<form")[0]).toBe(first.split("<form")[0]);
		const other = await send({ token: crypto.randomUUID() });
		expect(other).toContain("Somebody was faster");
		const [offered = ""] = /<option>([^<]+)/.exec(other)?.slice(1) ?? [];
		expect(await send({ token: crypto.randomUUID(), start_at: offered })).toContain("You are booked");
		const { body: clients } = await server.call("GET", `/v1/clients?email=${encodeURIComponent(email)}`);
		const { body } = await server.call("GET", `/v1/appointments?client_id=${clients.data[0].id}`);
		expect(body.data.map(({ start_at }: { start_at: string }) => start_at).sort()).toEqual([time, offered].sort());
		for (const { id } of body.data)
			await server.call("PATCH", `/v1/appointments/${id}`, { body: { status: "CANCELLED" } });
		own.end();
	}, 60_000);

	it("of the move brings each client once, however often the file is sent", async () => {
		const lines = [
			"email,first_name,last_name,metadata.former_id",
			"ada@moved.example,Ada,Byron,7",
			"not an email,Bo,,8",
		];
		writeFileSync(join(folder, "clients.csv"), `${lines.join("\r\n")}\r\n`);
		const [trying = ""] = textsOf("moving-in", "sh try");
		const [sending = ""] = textsOf("moving-in", "sh import");
		const [failed = ""] = textsOf("moving-in", "sh failed");
		const run = (command: string) => shell.run(command.replace("clients.csv", join(folder, "clients.csv")));
		expect(jsonIn(run(trying))).toMatchObject({ created: 1, failed: 1, faults: [{ row: 2 }] });
		const { id } = jsonIn(run(sending));
		expect(jsonIn(run(sending)).id).toBe(id);
		const read = 'curl -s "$TATTOO_STUDIO_BASE_URL/v1/$WHAT" -H "Authorization: Bearer $TATTOO_STUDIO_API_KEY"';
		const readJson = (what: string) => jsonIn(shell.run(read.replace("$WHAT", what)));
		await until(async () => readJson(`imports/${id}`).finished_at !== null, 30_000, "the import ends");
		expect(readJson("clients?email=ada@moved.example").data).toMatchObject([
			{ first_name: "Ada", last_name: "Byron", phone: null, metadata: { former_id: "7" } },
		]);
		expect(shell.run(failed.replace("imp_0199…", id))).toContain("not an email");
		expect(jsonIn(run(trying))).toMatchObject({ created: 0, skipped: 1, failed: 1 });
	});

	it("of pictures uploads a photograph", async () => {
		const { body: ideas } = await server.call("GET", "/v1/ideas?limit=1");
		writeFileSync(join(folder, "fern.jpg"), pictureFile("phone.jpg"));
		const [upload = ""] = textsOf("pictures", "sh upload");
		const picture = jsonIn(
			demo().run(upload.replace("ide_0199…", ideas.data[0].id).replace("fern.jpg", join(folder, "fern.jpg"))),
		);
		expect(picture).toMatchObject({ object: "picture", caption: "Fern" });
		expect((await fetch(picture.url)).status).toBe(200);
		await server.call("DELETE", `/v1/ideas/${ideas.data[0].id}/pictures/${picture.id}`);
	});

	it("of testing signs as the service does", async () => {
		const [sign = ""] = textsOf("testing", "sh sign");
		const [, signature = ""] = /^Service-Signature: (.+)$/m.exec(shell.run(sign)) ?? [];
		const body = '{"id":"evt_1","type":"client.created","data":{}}';
		const headers = { "Service-Signature": signature };
		expect(await verifyWebhook(body, headers, "whsec_test")).toMatchObject({ id: "evt_1" });
		await expect(verifyWebhook(body, headers, "whsec_other")).rejects.toThrow();
	});

	it("of webhooks shows an event with the fields that are sent", async () => {
		const [shown = ""] = textsOf("webhooks", "json event");
		const { data, ...envelope } = JSON.parse(shown);
		const { body } = await server.call("GET", "/v1/events?type=client.created&limit=1");
		const { object: _, data: sent, ...around } = body.data[0];
		expect(Object.keys(envelope)).toEqual(Object.keys(around));
		expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(data)));
	});
});

/** The snippets that another file tries, and the one that nobody can try here. */
const elsewhere = (fence: Fence): boolean =>
	// client/test/types.test.ts compiles them.
	fence.info === "ts client" ||
	// oauth-guide.test.ts follows this guide from its beginning to its end.
	fence.guide === "oauth" ||
	/ file=verify(_key)?\.\w+$/.test(fence.info) || // verifiers.test.ts and key-verifiers.test.ts
	// Files of programs that others make. agents.test.ts connects with the official client.
	/^(json|text) client$/.test(fence.info) ||
	// test/mcp/previews.test.ts has the same sentence.
	fence.info === "text summary" ||
	// The build draws it. test/units/diagrams.test.ts reads each.
	fence.info === "sequence" ||
	// It installs a program for the whole machine. client-package.test.ts installs the package itself.
	fence.info === "sh install";

it("every snippet is tried, each of them in a way that its words name", () => {
	const counts: Record<string, number> = {};
	for (const fence of fences) {
		const kind = `${fence.guide}: ${fence.info}`;
		if (!elsewhere(fence) && !/^sh (run|command)$/.test(fence.info)) counts[kind] = (counts[kind] ?? 0) + 1;
	}
	expect(counts).toEqual({
		"booking: sh step": 2,
		"build-a-booking-site: js file=site.mjs": 1,
		"build-a-booking-site: sh setup": 1,
		"build-a-booking-site: sh start": 1,
		"command-line: sh login": 1,
		"command-line: sh setup": 1,
		"command-line: sh start": 1,
		"command-line: sh step": 1,
		"command-line: text output": 1,
		"feed: js file=follow.mjs": 1,
		"handling-errors: json answer": 1,
		"moving-in: csv": 1,
		"moving-in: sh failed": 1,
		"moving-in: sh import": 1,
		"moving-in: sh try": 1,
		"pictures: sh upload": 1,
		"quick-start: js file=receiver.mjs": 1,
		"quick-start: sh setup": 1,
		"quick-start: sh start": 1,
		"quick-start: sh stop": 1,
		"testing: sh sign": 1,
		"webhooks: json event": 1,
	});
});
