import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyWebhook } from "../../client/src/index.ts";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { type Account, newPerson, newStudio } from "../../lab/harness/person.ts";
import { sleep, until } from "../../lab/harness/server.ts";
import { signIn as signInAs, Terminal } from "./command-line.ts";
import { sharedServer } from "./shared-server.ts";

const server = sharedServer();
const receiver = new LoopbackReceiver();
const terminals: Terminal[] = [];
let person: Account;
let tenantId: string;
let ada: Terminal;

function newTerminal(env: Record<string, string> = {}): Terminal {
	const terminal = new Terminal(env);
	terminals.push(terminal);
	return terminal;
}

const signIn = (terminal: Terminal, decision: "approve" | "deny" = "approve", ...options: string[]) =>
	signInAs(terminal, server, person, { decision, options });

beforeAll(async () => {
	await Promise.all([server.ready(), receiver.listen()]);
	tenantId = await newStudio(server, "Encre");
	person = await newPerson(server, tenantId);
	ada = newTerminal();
	const { code, err } = await signIn(ada);
	if (code !== 0) throw new Error(err);
});
afterAll(() => {
	for (const terminal of terminals) terminal.remove();
	receiver.close();
});

const newClient = (terminal: Terminal) => terminal.run(["trigger", "client.created", "--json"]);
const loginsOf = ({ home }: Terminal) =>
	JSON.parse(readFileSync(join(home, ".config/tattoo-studio/logins.json"), "utf8"));
const sequences = (path: string) => receiver.at(path).map(({ event }) => event.sequence);

describe("login", () => {
	it("keeps what it got in a file of the user alone, and the commands then act for the studio", async () => {
		const path = join(ada.home, ".config/tattoo-studio/logins.json");
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(loginsOf(ada)).toMatchObject({
			current: server.origin,
			logins: { [server.origin]: { tenant_id: tenantId, tenant_name: "Encre" } },
		});
		const { code, out } = await ada.run(["whoami", "--json"]);
		expect([code, JSON.parse(out)]).toMatchObject([
			0,
			{ base_url: server.origin, tenant_id: tenantId, oauth: { app_name: "Tattoo Studio command line" } },
		]);
	});

	it("tells the browser and the terminal how it went, and a later logout ends the tokens at the service", async () => {
		const terminal = newTerminal();
		const { code, out, page } = await signIn(terminal);
		expect([code, out]).toEqual([0, `Signed in to Encre at ${server.origin}.\n`]);
		expect(page.status).toBe(200);
		expect(page.text).toContain("You are signed in to Encre.");
		const { access_token } = loginsOf(terminal).logins[server.origin];
		const me = () => server.call("GET", "/v1/me", { key: access_token });
		expect((await me()).status).toBe(200);
		expect(await terminal.run(["logout"])).toMatchObject({
			code: 0,
			out: `Signed out of Encre at ${server.origin}.\n`,
		});
		expect((await me()).body.code).toBe("revoked_grant");
		expect((await terminal.run(["whoami"])).code).toBe(3);
	});

	it("that the person denies ends with 3 and keeps nothing", async () => {
		const terminal = newTerminal();
		const { code, err, page } = await signIn(terminal, "deny");
		expect([code, page.status]).toEqual([3, 400]);
		expect(err).toContain("Error: You did not allow it");
		expect(readdirSync(terminal.home)).toEqual([]);
	});

	it("takes no answer with another state or from another issuer", async () => {
		const login = newTerminal().start(["login", "--no-browser", "--base-url", server.origin]);
		await login.says(/^ {2}http.+$/m);
		const asked = new URL(/^ {2}(http.+)$/m.exec(login.err)?.[1] ?? "");
		const callback = (state: string, iss: string) =>
			fetch(`${asked.searchParams.get("redirect_uri")}?${new URLSearchParams({ code: "svcac_x", state, iss })}`);
		expect((await callback("another", server.origin)).status).toBe(400);
		expect(login.hasEnded).toBe(false);
		expect((await callback(asked.searchParams.get("state") ?? "", "https://evil.example")).status).toBe(400);
		expect(await login.end()).toMatchObject({ code: 1, err: expect.stringContaining("another service") });
	});
});

describe("a key of the environment", () => {
	it("comes before a login and is stored nowhere", async () => {
		const key = server.printed.DEMO_API_KEY ?? "";
		const env = { TATTOO_STUDIO_API_KEY: key, TATTOO_STUDIO_BASE_URL: server.origin };
		const terminal = newTerminal(env);
		const { out } = await terminal.run(["whoami", "--json"]);
		expect(JSON.parse(out)).toMatchObject({ tenant_name: "Demo Studio", api_key: { name: "Demo key" } });
		const listener = terminal.start(["listen", "--forward-to", receiver.url("/key")]);
		await listener.says("Ready.");
		expect((await listener.end("SIGINT")).code).toBe(130);
		const files = readdirSync(terminal.home, { recursive: true, encoding: "utf8" }).map((name) =>
			join(terminal.home, name),
		);
		for (const file of files.filter((file) => statSync(file).isFile()))
			expect(readFileSync(file, "utf8")).not.toContain(key);
		const both = await ada.run(["whoami", "--json"], env);
		expect(JSON.parse(both.out).tenant_name).toBe("Demo Studio");
	});

	it("without an address is not sent to where somebody signed in", async () => {
		expect(await ada.run(["whoami"], { TATTOO_STUDIO_API_KEY: "svc_live_sk_x" })).toMatchObject({ code: 2, out: "" });
	});
});

describe("listen", () => {
	it("shows, forwards and signs an event within a second of the change, in a way that every verifier takes", async () => {
		const listener = ada.start(["listen", "--forward-to", receiver.url("/first")]);
		await listener.says("Ready.");
		const [, secret = ""] = /^Secret {3}(whsec_\S+)$/m.exec(listener.out) ?? [];
		const key = loginsOf(ada).logins[server.origin].access_token;
		const answered = await server.call("POST", "/v1/clients", {
			key,
			body: { email: "noor@example.com", first_name: "Noor" },
		});
		const changedAt = Date.now();
		await until(() => receiver.at("/first").length === 1, 5000, "the event is forwarded");
		const [received] = receiver.at("/first");
		if (!received) throw new Error("nothing was received");
		expect(received.at - changedAt).toBeLessThan(1000);
		expect(await verifyWebhook(received.body, received.headers, secret)).toMatchObject({
			type: "client.created",
			data: { clientId: answered.body.id },
		});
		expect(new Webhook(secret).verify(received.body, received.headers as Record<string, string>)).toEqual(
			received.event,
		);
		const { body: shown } = await server.call("GET", `/v1/events/${received.event.id}`, { key });
		const { object: _, ...envelope } = shown;
		expect(received.event).toEqual(envelope);
		await listener.says(new RegExp(`200 .* client\\.created +#${received.event.sequence} +${answered.body.id}`));
		expect(await listener.end("SIGINT")).toMatchObject({ code: 130, err: "" });
	});

	it("goes on where it stopped, after Ctrl-C and after it was killed, with the same secret, each event once and in order", async () => {
		const args = ["listen", "--forward-to", receiver.url("/resumed"), "--json"];
		const first = ada.start(args);
		await first.says("listener");
		const { secret } = JSON.parse(first.lines[0] ?? "");
		await newClient(ada);
		await first.says("forward_to");
		await until(() => receiver.at("/resumed").length === 1, 10_000, "the first event is forwarded");
		await until(() => first.lines.length === 2, 10_000, "its answer is shown");
		await first.end("SIGINT");
		await newClient(ada);
		const second = ada.start(args);
		await until(() => second.lines.length === 2, 20_000, "what was missed is forwarded");
		expect(JSON.parse(second.lines[0] ?? "").secret).toBe(secret);
		await second.end("SIGKILL");
		await newClient(ada);
		const third = ada.start(args);
		await until(() => third.lines.length === 2, 20_000, "what was missed is forwarded");
		await third.end("SIGINT");
		const got = sequences("/resumed");
		expect(got).toEqual([0, 1, 2].map((n) => (got[0] ?? 0) + n));
	});

	it("that is told to stop while the receiver has an event takes the answer first, so that the event does not come twice", async () => {
		receiver.answer("/busy", (response) => setTimeout(() => response.end(), 1000));
		const args = ["listen", "--forward-to", receiver.url("/busy"), "--json"];
		const first = ada.start(args);
		await first.says("listener");
		await Promise.all([newClient(ada), newClient(ada)]);
		await until(() => receiver.at("/busy").length === 1, 30_000, "the receiver has the first event");
		const { code } = await first.end("SIGINT");
		expect([code, first.lines.length, receiver.at("/busy").length]).toEqual([130, 2, 1]);
		const second = ada.start(args);
		await until(() => second.lines.length === 2, 20_000, "the second event is forwarded");
		await second.end("SIGINT");
		const [one = 0, ...others] = sequences("/busy");
		expect(others).toEqual([one + 1]);
	});

	it("sends an event of the past once more when it is asked to", async () => {
		const event = JSON.parse((await newClient(ada)).out);
		const { code } = await ada.run(["events", "resend", event.id, "--forward-to", receiver.url("/resent")]);
		expect([code, receiver.at("/resent")[0]?.event.id]).toEqual([0, event.id]);
		receiver.answer("/refuses", (response) => response.writeHead(422).end("no such field"));
		const refused = await ada.run(["events", "resend", event.id, "--forward-to", receiver.url("/refuses")]);
		expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/ 422 .*no such field$/m) });
	});
});

describe("trigger", () => {
	it("takes data of one's own, and a record of one's own", async () => {
		const { out } = await ada.run([
			"trigger",
			"client.created",
			"--set",
			"first_name=Zoë",
			"--set",
			"metadata.source=drill",
			"--json",
		]);
		const event = JSON.parse(out);
		expect(event.data).toMatchObject({
			firstName: "Zoë",
			metadata: { source: "drill", made_by: "tattoo-studio trigger" },
		});
		const changed = await ada.run([
			"trigger",
			"client.updated",
			"--on",
			event.data.clientId,
			"--set",
			"notes=Likes ferns",
			"--json",
		]);
		expect(JSON.parse(changed.out).data).toMatchObject({
			clientId: event.data.clientId,
			changes: { notes: { old: null, new: "Likes ferns" } },
		});
	});

	it("shows what the service says of data that it refuses, in three lines at most", async () => {
		const { code, err } = await ada.run(["trigger", "client.created", "--set", "email=nobody"]);
		expect(code).toBe(1);
		expect(err).toMatch(/^Error: email: .*\(400 validation_failed\)\n/);
		expect(err.trim().split("\n").length).toBeLessThanOrEqual(3);
	});
});

describe("events tail", () => {
	it("shows each event as it happens, of the types that were asked for, and ends when it is told to", async () => {
		const tail = ada.start(["events", "tail", "--type", "lead.created", "--json", "--count", "1"]);
		await sleep(1500);
		await ada.run(["trigger", "client.created"]);
		const lead = JSON.parse((await ada.run(["trigger", "lead.created", "--json"])).out);
		const { code, out } = await tail.end();
		expect([code, JSON.parse(out).id]).toEqual([0, lead.id]);
		const again = await ada.run(["events", "tail", "--after", String(lead.sequence - 1), "--count", "1"]);
		expect(again.out).toMatch(new RegExp(`#${lead.sequence} +lead\\.created +${lead.data.leadId} +by oauth_app\n$`));
		const stopped = ada.start(["events", "tail"]);
		await stopped.says("Ctrl-C ends.");
		expect((await stopped.end("SIGINT")).code).toBe(130);
	});
});

describe("request", () => {
	it("prints the answer, also one that is an error, and ends with 1 then", async () => {
		const made = await ada.run([
			"request",
			"POST",
			"/v1/clients",
			"--set",
			"email=request@example.com",
			"--set",
			"first_name=Rae",
			"--set",
			"frist=x",
		]);
		expect([made.code, JSON.parse(made.out).first_name, made.err]).toEqual([
			0,
			"Rae",
			"The service does not know, and dropped: frist\n",
		]);
		const found = await ada.run(["request", "get", "clients", "-q", "search=rae", "-q", "limit=1", "--json"]);
		expect(JSON.parse(found.out).data).toHaveLength(1);
		const refused = await ada.run(["request", "get", "/v1/clients/cli_nobody"]);
		expect([refused.code, JSON.parse(refused.out).code]).toEqual([1, "invalid_id"]);
		expect(refused.err).toContain(JSON.parse(refused.out).request_id);
	});

	it("with --dry-run keeps nothing, and says what would have been emitted", async () => {
		const { code, err } = await ada.run(["request", "post", "/v1/shops", "--set", "name=Nowhere", "--dry-run"]);
		expect([code, err]).toEqual([0, "Nothing was kept. It would emit: shop.created\n"]);
		expect((await ada.run(["request", "get", "shops"])).out).not.toContain("Nowhere");
	});

	it("ends with 4 when nobody answers, and with 3 when the key is none", async () => {
		const nowhere = await ada.run(["request", "get", "/v1/me", "--base-url", "http://127.0.0.1:9"], {
			TATTOO_STUDIO_API_KEY: "svc_live_sk_x",
		});
		expect(nowhere.code).toBe(4);
		const env = { TATTOO_STUDIO_API_KEY: "svc_live_sk_x", TATTOO_STUDIO_BASE_URL: server.origin };
		expect(await ada.run(["request", "get", "/v1/me"], env)).toMatchObject({
			code: 3,
			err: expect.stringContaining("invalid_api_key"),
		});
	});
});
