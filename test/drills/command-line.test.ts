import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { type Account, newPerson, newStudio } from "../../lab/harness/person.ts";
import { Server, sleep, until } from "../../lab/harness/server.ts";
import { signIn, Terminal } from "./command-line.ts";
import { ProjectWithClient } from "./packed-client.ts";

const server = new Server();
const receiver = new LoopbackReceiver();
const terminals: Terminal[] = [];
function newTerminal(program?: string[]): Terminal {
	const terminal = new Terminal({}, program);
	terminals.push(terminal);
	return terminal;
}
const ada = newTerminal();
let person: Account;
beforeAll(async () => {
	await Promise.all([server.start(), receiver.listen()]);
	// A plan whose limit the commands of a quick machine do not reach.
	person = await newPerson(server, await newStudio(server, "Encre", "studio"));
	const { code, err } = await signIn(ada, server, person);
	if (code !== 0) throw new Error(err);
});
afterAll(async () => {
	for (const terminal of terminals) terminal.remove();
	receiver.close();
	await server.remove();
});

const loginsOf = ({ home }: Terminal) =>
	JSON.parse(readFileSync(join(home, ".config/tattoo-studio/logins.json"), "utf8"));
const newClient = () => ada.run(["trigger", "client.created", "--json"]);
const sequences = (path: string) => receiver.at(path).map(({ event }) => event.sequence);

describe("login", () => {
	it("asks for the scopes that are named alone", async () => {
		const terminal = newTerminal();
		await signIn(terminal, server, person, { options: ["--scope", "read:clients"] });
		expect((await terminal.run(["request", "get", "clients"])).code).toBe(0);
		const { code, err } = await terminal.run(["events", "tail"]);
		expect([code, err]).toEqual([1, expect.stringContaining("insufficient_scope")]);
	});

	it("is refreshed by itself when the service says that the token has expired", async () => {
		const terminal = newTerminal();
		await signIn(terminal, server, person);
		const before = loginsOf(terminal).logins[server.origin];
		const path = join(terminal.home, ".config/tattoo-studio/logins.json");
		writeFileSync(
			path,
			JSON.stringify({ current: server.origin, logins: { [server.origin]: { ...before, expires_at: 0 } } }),
		);
		const answers = await Promise.all(Array.from({ length: 3 }, () => terminal.run(["whoami", "--json"])));
		expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
		expect(loginsOf(terminal).logins[server.origin].refresh_token).not.toBe(before.refresh_token);
	});
});

describe("listen", () => {
	it("sends the next event only when a slow receiver has answered, and shows how it answered", async () => {
		let under = 0;
		let most = 0;
		receiver.answer("/slow", (response) => {
			most = Math.max(most, ++under);
			setTimeout(() => {
				under--;
				response.writeHead(receiver.at("/slow").length === 2 ? 500 : 204).end();
			}, 300);
		});
		const listener = ada.start([
			"listen",
			"--forward-to",
			receiver.url("/slow"),
			"--type",
			"lead.created,lead.archived",
			"--json",
		]);
		await listener.says("listener");
		await Promise.all(
			["lead.created", "lead.created", "lead.archived", "client.created"].map((type) => ada.run(["trigger", type])),
		);
		await until(() => listener.lines.length === 5, 20_000, "all leads are forwarded");
		await listener.end("SIGINT");
		const outcomes = listener.lines.slice(1).map((line) => JSON.parse(line));
		expect(outcomes.map(({ response_status }) => response_status)).toEqual([204, 500, 204, 204]);
		expect(outcomes.map(({ type }) => type).sort()).toEqual([
			"lead.archived",
			"lead.created",
			"lead.created",
			"lead.created",
		]);
		for (const { duration_ms } of outcomes) expect(duration_ms).toBeGreaterThanOrEqual(290);
		expect(most).toBe(1);
		expect(sequences("/slow")).toEqual([...sequences("/slow")].sort((a, b) => a - b));
	});

	it("gives up a receiver that never answers, and keeps an event for one that is not there yet", async () => {
		receiver.answer("/never", (response) => {
			if (receiver.at("/never").length > 1) response.end();
		});
		const hung = ada.start(["listen", "--forward-to", receiver.url("/never"), "--timeout", "1", "--json"]);
		await hung.says("listener");
		const late = new LoopbackReceiver();
		await late.listen();
		const url = late.url("/late");
		late.close();
		const waiting = ada.start(["listen", "--forward-to", url, "--json"]);
		await waiting.says("listener");
		await newClient();
		await waiting.says("The event waits for it.");
		await until(() => hung.lines.length === 2, 10_000, "the hung receiver is given up");
		expect(JSON.parse(hung.lines[1] ?? "")).toMatchObject({ response_status: null, error: "no answer within 1 s" });
		await hung.end("SIGINT");
		const there = createServer((_, response) => response.end()).listen(Number(new URL(url).port), "127.0.0.1");
		await until(() => waiting.lines.length === 2, 10_000, "the event is forwarded at last");
		there.close();
		there.closeAllConnections();
		expect((await waiting.end("SIGINT")).err).toContain("It answers again.");
	});

	it("that slept has what happened meanwhile within a second of waking", async () => {
		const listener = ada.start(["listen", "--forward-to", receiver.url("/slept"), "--json"]);
		await listener.says("listener");
		listener.signal("SIGSTOP");
		await sleep(7000);
		await newClient();
		await newClient();
		expect(receiver.at("/slept")).toEqual([]);
		const wokenAt = Date.now();
		listener.signal("SIGCONT");
		await until(() => receiver.at("/slept").length === 2, 10_000, "what was missed is forwarded");
		expect((receiver.at("/slept")[1]?.at ?? 0) - wokenAt).toBeLessThan(2000);
		await listener.end("SIGINT");
	});

	it("that is ahead of the studio, as after a restore, says so and goes on with the next event", async () => {
		const listener = ada.start(["listen", "--forward-to", receiver.url("/restored"), "--from", "999999", "--json"]);
		await listener.says("restored to an earlier time");
		await newClient();
		await until(() => receiver.at("/restored").length === 1, 10_000, "the next event is forwarded");
		await listener.end("SIGINT");
	});

	it("is told of another listener of the studio, and refuses the same address twice", async () => {
		const one = ada.start(["listen", "--forward-to", receiver.url("/one")]);
		await one.says("Ready.");
		const two = ada.start(["listen", "--forward-to", receiver.url("/two")]);
		await two.says("Another listener of this studio runs");
		await one.says("Another listener of this studio has started");
		const again = await ada.run(["listen", "--forward-to", receiver.url("/two")]);
		expect([again.code, again.err]).toEqual([1, expect.stringContaining("already forwards this studio")]);
		await Promise.all([one.end("SIGINT"), two.end("SIGINT")]);
		const alone = ada.start(["listen", "--forward-to", receiver.url("/two")]);
		await alone.says("Ready.");
		expect((await alone.end("SIGTERM")).err).toBe("");
	});

	it("outlasts a crash of the service: what happens afterwards comes once and in order, and the login is good", async () => {
		const listener = ada.start(["listen", "--forward-to", receiver.url("/crashed"), "--json"]);
		await listener.says("listener");
		await newClient();
		await until(() => receiver.at("/crashed").length === 1, 10_000, "the first event is forwarded");
		await server.crash();
		await listener.says("Waiting for the service.");
		await sleep(3000);
		await server.start();
		await Promise.all([newClient(), newClient()]);
		await until(() => receiver.at("/crashed").length === 3, 60_000, "what happened afterwards is forwarded");
		await listener.says("The service answers again.");
		const [first = 0] = sequences("/crashed");
		expect(sequences("/crashed")).toEqual([first, first + 1, first + 2]);
		await listener.end("SIGINT");
	});

	it("that is killed again and again between events forwards each of them, in order, and none that was answered twice", async () => {
		const args = ["listen", "--forward-to", receiver.url("/killed"), "--json"];
		const begun = ada.start(args);
		await begun.says("listener");
		await begun.end("SIGKILL");
		for (let n = 0; n < 4; n++) await newClient();
		const shown: number[] = [];
		// An event can be answered, and its listener killed before it shows that.
		const got = () => [...new Set(sequences("/killed"))];
		for (let n = 0; n < 4 && got().length < 4; n++) {
			const listener = ada.start(args);
			await until(() => listener.lines.length >= 2 || got().length === 4, 20_000, "an event is forwarded");
			await listener.end("SIGKILL");
			for (const line of listener.lines.slice(1)) shown.push(JSON.parse(line).sequence);
		}
		expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
		const [first = 0] = got();
		expect(got()).toEqual([0, 1, 2, 3].map((n) => first + n));
	});
});

describe("trigger", () => {
	const possible = [
		...["appointment.created", "appointment.updated", "appointment.rescheduled", "appointment.cancelled"],
		...["appointment.no_show", "appointment.completed", "lead.created", "lead.stage_changed", "lead.assigned"],
		...["lead.archived", "client.created", "client.updated", "client.merged", "client.deleted"],
		...["form_submission.created", "consent_submission.signed", "idea.created", "idea.stage_changed"],
		...["idea.transferred", "artist.created", "artist.deactivated", "shop.created"],
	];

	it("brings about each event that a change through the API can bring about", async () => {
		for (const type of possible) {
			const { code, out, err } = await ada.run(["trigger", type, "--json"]);
			expect([type, code, err]).toEqual([type, 0, ""]);
			const event = JSON.parse(out);
			expect(event).toMatchObject({ type, actor: { type: "oauth_app" } });
		}
	});
	it("publishes what comes from other parts of the product with the operator's token alone", async () => {
		const refused = await ada.run(["trigger", "payment.succeeded"]);
		expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("TATTOO_STUDIO_OPERATOR_TOKEN")]);
		const env = { TATTOO_STUDIO_OPERATOR_TOKEN: server.printed.OPERATOR_TOKEN ?? "" };
		const { code, out } = await ada.run(["trigger", "payment.succeeded", "--set", "amount=12345", "--json"], env);
		expect([code, JSON.parse(out)]).toMatchObject([0, { type: "payment.succeeded", data: { amount: 12345 } }]);
	});
});

describe("events tail", () => {
	it("ends quietly when its reader has gone, as `head` does", async () => {
		const tail = ada.start(["events", "tail", "--after", "0", "--json"]);
		await tail.says('"sequence":1,');
		tail.hangUp();
		await newClient();
		await newClient();
		expect(await tail.end()).toMatchObject({ code: 0, err: "" });
	});
});

describe("deliveries", () => {
	it("are listed and replayed, with the answer of the receiver", async () => {
		let status = 400;
		receiver.answer("/deliveries", (response) => response.writeHead(status).end());
		const body = JSON.stringify({ url: receiver.url("/deliveries"), events: ["shop.created"] });
		const made = await ada.run(["request", "post", "webhook_endpoints", "-d", "-", "--json"], {}, body);
		const { id } = JSON.parse(made.out).endpoint;
		await ada.run(["trigger", "shop.created"]);
		const list = async (...options: string[]) =>
			JSON.parse((await ada.run(["deliveries", "list", "--json", ...options])).out).data;
		await until(
			async () => (await list("--status", "dead", "--endpoint", id)).length === 1,
			20_000,
			"the delivery is given up",
		);
		const [dead] = await list();
		expect((await ada.run(["deliveries", "list"])).out).toMatch(
			new RegExp(`^ID .*\n${dead.id}  DEAD +shop\\.created +400 +1 `),
		);
		const failed = await ada.run(["deliveries", "replay", dead.id]);
		expect([failed.code, failed.out, failed.err]).toEqual([
			1,
			expect.stringContaining("400"),
			"Error: 1 of 1 delivery failed again.\n",
		]);
		status = 200;
		const replayed = await ada.run(["deliveries", "replay", dead.id, "--json"]);
		expect([replayed.code, JSON.parse(replayed.out)]).toMatchObject([
			0,
			{ id: dead.id, status: "SUCCEEDED", attempt_count: 3 },
		]);
	});
});

describe("the installed package", () => {
	const project = new ProjectWithClient();
	afterAll(() => project.remove());

	it("has the command, which signs in, forwards and tells its version", async () => {
		const program = [join(project.folder, "node_modules/.bin/tattoo-studio")];
		const terminal = newTerminal(program);
		const { version } = JSON.parse(
			readFileSync(join(project.folder, "node_modules/tattoo-studio/package.json"), "utf8"),
		);
		expect(await terminal.run(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
		expect((await signIn(terminal, server, person)).code).toBe(0);
		const listener = terminal.start(["listen", "--forward-to", receiver.url("/installed"), "--json"]);
		await listener.says("listener");
		await terminal.run(["trigger", "client.created"]);
		await until(() => listener.lines.length === 2, 10_000, "the event is forwarded");
		expect((await listener.end("SIGINT")).code).toBe(130);
	});
});
