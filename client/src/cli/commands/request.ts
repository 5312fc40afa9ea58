import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { text as textOf } from "node:stream/consumers";
import type { Answer } from "../../answer.ts";
import { ApiErrorBase } from "../../errors.ts";
import type { Call, Command } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { quoting, setAll } from "../values.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];

export const request: Command = {
	name: "request",
	about: "Send one request to the API and print its answer.",
	more: [
		"The answer is JSON on the standard output, even if it is an error; then the process ends with 1. A change is sent with an Idempotency-Key, so that it is made once even if the connection breaks.",
	],
	args: [
		{
			name: "<method>",
			about: "GET, POST, PATCH, PUT or DELETE, in upper or lower case.",
			choices: methods.map((method) => method.toLowerCase()),
		},
		{ name: "<path>", about: "Such as /v1/clients or /healthz. The /v1 may be left out." },
	],
	options: {
		data: {
			short: "d",
			value: "<json>",
			about: "The body. @file reads it from a file, and - from the standard input.",
		},
		file: {
			short: "f",
			value: "<file>",
			about: "Sends the picture in the file as the body: JPEG, PNG, WebP, AVIF or HEIC.",
		},
		set: {
			value: "<path=value>",
			several: true,
			about: `Sets a property of the body, such as metadata.source=import. ${quoting} May be repeated.`,
		},
		query: { short: "q", value: "<name=value>", several: true, about: "Adds a query parameter. May be repeated." },
		header: { short: "H", value: "<name: value>", several: true, about: "Adds a header. May be repeated." },
		"idempotency-key": { value: "<key>", about: "The key of the change. Default: a new key." },
		"dry-run": { about: "Check and answer as the change would, but save nothing." },
	},
	examples: [
		["request get /v1/clients -q limit=3", "The newest three clients"],
		["request post /v1/clients --set email=ada@example.com --set first_name=Ada", "A new client"],
		["request post /v1/leads -d @lead.json --dry-run", "Try a lead from a file, without saving it"],
		["request post /v1/ideas/ide_…/pictures --file fern.jpg", "A picture of an idea"],
		["request get /v1/me | jq .plan_slug", "One field of an answer"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, args, text, texts } = call;
	const [method = "", path = ""] = args;
	if (!methods.includes(method.toUpperCase()))
		throw usageFailure(`${method} is no method.`, `The methods are: ${methods.join(", ")}`);
	const picture = pictureOf(text("file"));
	const body = await bodyOf(call);
	if (picture && body !== undefined) throw usageFailure("The body is a picture or JSON: give --file, or -d and --set.");
	if ((picture ?? body) !== undefined && method.toUpperCase() === "GET")
		throw usageFailure("A GET has no body.", "Give parameters with -q name=value.");
	const query = Object.fromEntries(texts("query").map((pair) => split(pair, "=", "-q name=value")));
	const headers = Object.fromEntries(texts("header").map((pair) => split(pair, ":", '-H "Name: value"')));
	const { studio } = await call.connect();
	try {
		const answer = await studio.request(method, pathOf(path), {
			query,
			headers,
			...(picture ? { picture } : body === undefined ? {} : { body }),
			idempotencyKey: text("idempotency-key"),
			dryRun: call.isOn("dry-run") || undefined,
		});
		terminal.out(JSON.stringify(answer ?? {}, null, call.json ? undefined : 2));
		if (answer) noteWarnings(call, answer);
	} catch (error) {
		if (error instanceof ApiErrorBase) terminal.out(JSON.stringify(error.problem, null, call.json ? undefined : 2));
		throw error;
	}
}

/** The headers name ignored fields and dry runs. */
function noteWarnings({ terminal: { note, notePaints } }: Call, { ignoredFields, dryRunEvents }: Answer<object>): void {
	if (ignoredFields.length > 0)
		note(notePaints.warning(`The service does not know, and dropped: ${ignoredFields.join(", ")}`));
	if (dryRunEvents) note(`Nothing was kept. It would emit: ${dryRunEvents.join(", ") || "no event"}`);
}

async function bodyOf({ terminal, text, texts }: Call): Promise<unknown> {
	const [data, sets] = [text("data"), texts("set")];
	if (data === undefined && sets.length === 0) return undefined;
	const source =
		data === "-" ? await textOf(terminal.input) : data?.startsWith("@") ? readBody(data.slice(1)) : (data ?? "{}");
	let body: unknown;
	try {
		body = JSON.parse(source);
	} catch (error) {
		throw usageFailure(
			`The body is not JSON: ${(error as Error).message}`,
			`Quote it for your shell: -d '{"email": "ada@example.com"}'`,
		);
	}
	return sets.length > 0 ? setAll(body, sets) : body;
}

const pictureTypes: Record<string, string> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	avif: "image/avif",
	heic: "image/heic",
	heif: "image/heic",
};

/** The end of the name says which type the picture has. */
function pictureOf(file: string | undefined): Blob | undefined {
	if (file === undefined) return undefined;
	const type = pictureTypes[extname(file).slice(1).toLowerCase()];
	if (!type)
		throw usageFailure(
			`${file} is no picture.`,
			`The name of a picture ends with ${Object.keys(pictureTypes).join(", ")}.`,
		);
	try {
		return new Blob([readFileSync(file)], { type });
	} catch (error) {
		throw usageFailure(`${file} cannot be read: ${(error as Error).message}`);
	}
}

function readBody(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw usageFailure(`${file} cannot be read: ${(error as Error).message}`);
	}
}

function pathOf(typed: string): string {
	if (/^[a-z]+:\/\//i.test(typed))
		throw usageFailure("Give the path alone, such as /v1/clients.", "The address of the service is in --base-url.");
	const path = typed.startsWith("/") ? typed : `/${typed}`;
	return /^\/(v1|oauth|admin|healthz|openapi|docs|\.well-known)(\/|\.|$|\?)/.test(path) ? path : `/v1${path}`;
}

function split(pair: string, mark: string, form: string): [string, string] {
	const at = pair.indexOf(mark);
	if (at < 1) throw usageFailure(`“${pair}” is not of the form ${form}.`);
	return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
