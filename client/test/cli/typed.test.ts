import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { publicEventTypes } from "../../../src/platform/db/tables/data/events.ts";
import { commonOptions, type Option } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands/commands.ts";
import { candidates } from "../../src/cli/complete/candidates.ts";
import { scriptFor, shells } from "../../src/cli/complete/scripts.ts";
import { explain, Failure } from "../../src/cli/failure.ts";
import { targetUrl } from "../../src/cli/listen/target.ts";
import { program } from "../../src/cli/program.ts";
import { normalBaseUrl } from "../../src/cli/session/base-url.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { paintsFor } from "../../src/cli/text/colour.ts";
import { widthOf } from "../../src/cli/text/width.ts";
import { changesByEvent } from "../../src/cli/trigger/changes-by-event.ts";
import { setAll } from "../../src/cli/values.ts";
import { ApiErrorBase, ConnectionError } from "../../src/errors.ts";

/** The output of the program, without a service and a credential. */
async function printed(...typed: string[]): Promise<string> {
	let text = "";
	const terminal: Terminal = {
		env: { HOME: "/nowhere" },
		out: (line) => {
			text += `${line}\n`;
		},
		note: () => {},
		columns: 80,
		paints: paintsFor(false),
		notePaints: paintsFor(false),
		input: new PassThrough() as unknown as NodeJS.ReadStream,
		signal: new AbortController().signal,
		atEnd: () => {},
		finish: (work) => work,
	};
	await program(typed, terminal);
	return text;
}

const refused = async (...typed: string[]) =>
	explain(
		await printed(...typed).then(
			(text) => new Error(`not refused: ${text}`),
			(error) => error,
		),
	);

describe("the help", () => {
	it("names every command", async () => {
		for (const text of [await printed(), await printed("--help"), await printed("help")])
			for (const { name, about } of commands)
				expect(text.replace(/\s+/g, " ")).toContain(`${name} ${about}`.replace(/\s+/g, " "));
	});

	it.each(["events", "deliveries"])("of %s shows its commands", async (word) => {
		for (const typed of [
			[word, "--help"],
			[word, "-h"],
			["help", word],
		]) {
			const text = await printed(...typed);
			expect(text).toContain(`Usage: tattoo-studio ${word} <command> [options]`);
			const shown = commands.filter(({ name }) => new RegExp(`^ {2}${name} `, "m").test(text)).map(({ name }) => name);
			expect(shown).toEqual(commands.map(({ name }) => name).filter((name) => name.startsWith(word)));
		}
	});

	it.each(commands.map((command) => [command.name, command] as const))(
		"of %s has its options and examples, and fits the screen",
		async (name, command) => {
			const text = await printed(...name.split(" "), "--help");
			expect(text).toBe(await printed("help", ...name.split(" ")));
			for (const option of [...Object.keys(command.options ?? {}), "json", "base-url", "help"])
				expect(text).toContain(`--${option}`);
			expect(command.examples.length).toBeGreaterThan(0);
			const [head = "", examples = ""] = text.split("\nExamples:\n");
			for (const line of head.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
			for (const [example, about] of command.examples)
				expect(examples).toContain(`  ${about}\n    tattoo-studio ${example}`);
		},
	);

	it("shows examples of commands and options that there are", async () => {
		for (const { name, options = {}, examples } of commands)
			for (const [example] of examples) {
				// The shell passes only the first command of a pipe to this program.
				const [own = ""] = example
					.split(/ (?:[|]|>>?) (?:xargs tattoo-studio )?/)
					.filter((part) => part.startsWith(name));
				const words = own.split(" ");
				expect(words.slice(0, name.split(" ").length).join(" ")).toBe(name);
				for (const word of words.filter((word) => /^--?[a-z]/.test(word))) {
					const known: [string, Option][] = Object.entries({ ...options, ...commonOptions });
					expect(
						known.some(([option, { short }]) => word === `--${option}` || word === `-${short}`),
						`${example}: ${word}`,
					).toBe(true);
				}
			}
	});
});

describe("what cannot be carried out", () => {
	it.each([
		[["lisen"], "There is no command lisen. Do you mean listen?"],
		[["deliveries"], "deliveries needs a second word."],
		[["deliveries", "lst"], "There is no command deliveries lst."],
		[["events", "tail", "--tpye", "x"], "There is no option --tpye. Do you mean --type?"],
		[["events", "tail", "--type"], "The option --type needs a value: --type <types>"],
		[["events", "tail", "--json=1"], "The option --json takes no value."],
		[["events", "tail", "-n", "0"], "The option --count takes a number of at least 1."],
		[["events", "tail", "-n", "many"], "The option --count takes a whole number, not “many”."],
		[
			["events", "tail", "--type", "client.craeted"],
			"There is no event type client.craeted. Do you mean client.created?",
		],
		[["events", "tail", "more"], "“more” is more than this command takes."],
		[["listen"], "--forward-to is missing."],
		[["listen", "-f", "http://["], "“http://[” is not an address to forward to."],
		[["listen", "-f", "3000", "--from", "yesterday"], "--from yesterday is none of: now, oldest, a sequence."],
		[["listen", "-f", "3000", "--secret", "x"], "A secret is whsec_ and base64 behind it."],
		[["trigger"], "<type> is missing."],
		[["request", "get"], "<path> is missing."],
		[["request", "look", "/v1/me"], "look is no method."],
		[["request", "get", "/v1/me", "-d", "{}"], "A GET has no body."],
		[["request", "post", "/v1/clients", "-d", "{"], "The body is not JSON"],
		[["request", "post", "/v1/clients", "--set", "email"], "“email” is not of the form path=value."],
		[["deliveries", "list", "--status", "LOST"], "There is no status LOST."],
		[["completion", "cmd"], "There is no completion for cmd."],
		[["login"], "The address of the service is missing."],
		[["login", "--base-url", "http://api.example.com"], "http://api.example.com is not encrypted"],
	])("%j is told in words and ends with 2", async (typed, words) => {
		const { lines, exitCode } = await refused(...typed);
		expect(lines[0]).toContain(words);
		expect(lines.length).toBeLessThanOrEqual(3);
		expect(exitCode).toBe(2);
	});

	it("without a credential ends with 3 and says how to get one", async () => {
		expect(await refused("whoami")).toEqual({
			lines: [
				"You are not signed in.",
				"Run: tattoo-studio login --base-url https://api.example.com. Or set TATTOO_STUDIO_API_KEY.",
			],
			exitCode: 3,
		});
		expect(await refused("whoami", "--base-url", "localhost:8787")).toMatchObject({
			lines: [
				expect.stringContaining("http://localhost:8787"),
				"Run: tattoo-studio login. Or set TATTOO_STUDIO_API_KEY.",
			],
		});
	});
});

describe("an error", () => {
	it("has at most three lines of text, whatever it says", () => {
		const { lines } = explain(new Failure("one\ntwo\nthree\u001b[2J", { hint: "four\nfive" }));
		expect(lines).toEqual(["one two three\ufffd[2J", "four five"]);
	});

	it("of the service has what it says, what to do about it, and where to look it up", () => {
		const explained = (status: number, code: string, errors: object[] = []) => {
			const problem = {
				type: `https://docs.example/errors/${code}`,
				title: "No",
				status,
				detail: "No.",
				code,
				instance: "",
				request_id: "req_1",
				errors,
			};
			const rateLimit = { limit: 1, remaining: 1, reset: 1 };
			return explain(
				new ApiErrorBase(problem, {
					status,
					requestId: "req_1",
					rateLimit,
					retryAfterSeconds: null,
					idempotencyKey: null,
				}),
			);
		};
		const errors = ["a", "b", "c", "d", "e"].map((path) => ({ location: "body", path, message: "is required\nnow" }));
		expect(explained(400, "validation_failed", errors)).toEqual({
			lines: [
				"No. (400 validation_failed)",
				"a: is required now; b: is required now; c: is required now; and 2 more",
				"Request req_1, https://docs.example/errors/validation_failed",
			],
			exitCode: 1,
		});
		const number = [{ path: "phone", message: "must be a string, not a number" }];
		expect(explained(400, "validation_failed", number).lines[1]).toBe(
			`phone: must be a string, not a number; to send text, quote it: --set 'phone="…"'`,
		);
		expect(explained(401, "revoked_grant")).toMatchObject({
			exitCode: 3,
			lines: [expect.anything(), expect.stringContaining("tattoo-studio login"), expect.anything()],
		});
	});

	it("of the connection ends with 4", () => {
		const cause = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED", message: "connect ECONNREFUSED" } });
		expect(explain(new ConnectionError("GET http://localhost:1: fetch failed", { cause }))).toEqual({
			lines: ["No answer. GET http://localhost:1 (connect ECONNREFUSED)"],
			exitCode: 4,
		});
	});
});

describe("properties that are set", () => {
	it.each([
		["first_name=Ada", { first_name: "Ada" }],
		["is_blocked=true", { is_blocked: true }],
		["notes=null", { notes: null }],
		["price_amount=1200", { price_amount: 1200 }],
		['phone="0123"', { phone: "0123" }],
		["phone=0123", { phone: "0123" }],
		['tags=["vip"]', { tags: ["vip"] }],
		["metadata.a.b=c=d", { metadata: { a: { b: "c=d" }, kept: "1" } }],
		["notes=", { notes: "" }],
	])("%s", (set, expected) =>
		expect(setAll({ metadata: { kept: "1" } }, [set])).toEqual({ metadata: { kept: "1" }, ...expected }),
	);

	it("reach no prototype", () => {
		expect(() => setAll({}, ["__proto__.polluted=1"])).toThrow("path=value");
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});

it.each([
	["3000", "http://localhost:3000/"],
	[":3000/hooks", "http://localhost:3000/hooks"],
	["localhost:3000/hooks", "http://localhost:3000/hooks"],
	["https://dev.example/hooks?x=1", "https://dev.example/hooks?x=1"],
])("%s is an address to forward to: %s", (typed, url) => expect(targetUrl(typed)).toBe(url));

it.each(["ftp://x", "FTP://x/hooks", "ws://localhost:3000", "file:///tmp/x", "ftp:/x", "http:/x"])(
	"%s is no address to forward to",
	(typed) => {
		const refused = () => targetUrl(typed);
		expect(refused).toThrow(`“${typed}” is not an address to forward to.`);
		expect(refused).toThrow(expect.objectContaining({ exitCode: 2 }));
	},
);

it.each([
	["localhost:8787", "http://localhost:8787"],
	["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
	["api.example.com", "https://api.example.com"],
	["https://api.example.com/base/", "https://api.example.com/base"],
])("%s is the service at %s", (typed, url) => expect(normalBaseUrl(typed)).toBe(url));

it("every public type of event can be triggered, or is told to come from elsewhere", () => {
	expect(Object.keys(changesByEvent).sort()).toEqual([...publicEventTypes].sort());
});

describe("completion", () => {
	const words = (...typed: string[]) => candidates(commands, typed).map(([word]) => word);

	it("offers commands, their second words, options, and the values that there are", () => {
		expect(words("l")).toEqual(["login", "logout", "listen"]);
		expect(words("deliveries", "")).toEqual(["list", "replay"]);
		expect(words("deliveries", "list", "--s")).toEqual(["--status"]);
		expect(words("deliveries", "list", "--status", "")).toEqual(["PENDING", "SUCCEEDED", "DEAD"]);
		expect(words("trigger", "client.c")).toEqual(["client.created"]);
		expect(words("listen", "--forward-to", "")).toEqual([]);
		expect(words("request", "p")).toEqual(["post", "patch", "put"]);
	});

	it.each(shells)("has a script for %s, which asks the program", (shell) => {
		expect(scriptFor(shell)).toContain("tattoo-studio __complete");
	});
});
