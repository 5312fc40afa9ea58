import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiDocument } from "../../src/api/openapi/document.ts";
import { publicEventTypes } from "../../src/platform/db/tables/data/events.ts";
import { type ApiDocument, operationsIn } from "../../src/web/docs/content/api-document.ts";
import { eventPages } from "../../src/web/docs/content/events.ts";
import { requestOfCurl } from "../../src/web/docs/guide/request-of-curl.ts";
import { withOrigin } from "../../src/web/docs/guide/with-origin.ts";
import { type Exchange, exchangeOf } from "../../src/web/docs/reference/exchange.ts";
import { languages } from "../../src/web/docs/samples/languages.ts";
import { placeholders } from "../../src/web/docs/sending/addresses.ts";
import { fences, runs } from "./fences.ts";

// Each sample of the pages about operations is run as it stands, against a server that answers like the page says and
// keeps what it got.

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "samples-"));
const root = join(import.meta.dirname, "../..");
const picture = Buffer.from("the bytes of a picture");

interface Received {
	method: string;
	path: string;
	authorization: string;
	type: string;
	/** The headers of which guides send some. */
	own: Record<string, string | undefined>;
	body: string;
}

let received: Received[] = [];
let exchanges: { id: string; exchange: Exchange }[] = [];
const service = createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on("data", (part) => parts.push(part));
	request.on("end", () => {
		const { method = "", url = "", headers } = request;
		const { authorization = "", "content-type": type = "" } = headers;
		const own = {
			"Idempotency-Key": headers["idempotency-key"]?.toString(),
			"Service-Dry-Run": headers["service-dry-run"]?.toString(),
		};
		received.push({ method, path: url, authorization, type, own, body: Buffer.concat(parts).toString() });
		const asked = (one: Exchange) => one.request.method === method && withoutLimit(pathOf(one)) === withoutLimit(url);
		const exchange = exchanges.find((one) => asked(one.exchange))?.exchange;
		response.setHeader("Content-Type", "application/json");
		response.writeHead(exchange?.status ?? 200).end(JSON.stringify(lastPage(exchange?.answer)));
	});
});

/** The client reads all pages, and here there is one. */
const lastPage = (answer: unknown) =>
	typeof answer === "object" && answer !== null && "has_more" in answer
		? { ...answer, has_more: false, next_cursor: null }
		: answer;

let origin = "";
let document: ApiDocument;
const pathOf = ({ request }: Exchange) => request.address.slice(origin.length);
/** The client chooses the size of its pages itself. */
const withoutLimit = (path: string) =>
	decodeURIComponent(path)
		.replace(/[?&]limit=\d+/, "")
		.replace(/^([^?]+)&/, "$1?");

beforeAll(async () => {
	await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	document = apiDocument(origin, `${origin}/docs`) as unknown as ApiDocument;
	const ofPages = operationsIn(document).map((one) => ({
		id: one.operation.operationId,
		exchange: exchangeOf(document, one),
	}));
	const ofGuides = fences
		.filter(({ hasTabs }) => hasTabs)
		.map(({ guide, text }, n) => ({ id: `guide_${n}_${guide.replaceAll("-", "_")}`, exchange: exchangeOfGuide(text) }));
	exchanges = [...ofPages, ...ofGuides];
});

/** The request of a guide, to this service. It is answered like that of the page with the same address. */
function exchangeOfGuide(text: string): Exchange {
	const request = requestOfCurl(withOrigin(text));
	return {
		request: { ...request, address: request.address.replace(placeholders.origin, origin) },
		status: 200,
		answer: {},
	};
}

afterAll(() => {
	service.close();
	rmSync(folder, { recursive: true });
});

/** How a language runs all samples, which are files with these names, and the condition under which it can. */
const runners: Record<
	string,
	{ needs: string; extension: string; command(files: string[], at: string): [string, string[]] }
> = {
	sh: {
		needs: "command -v curl",
		extension: "sh",
		command: (files) => ["sh", ["-c", files.map((file) => `. ./${file}`).join("\n")]],
	},
	typescript: {
		needs: "true",
		extension: "mts",
		command: (files, at) => {
			writeFileSync(join(at, "all.mjs"), files.map((file) => `await import("./${file}");`).join("\n"));
			return [process.execPath, ["--no-warnings", "all.mjs"]];
		},
	},
	python: {
		needs: "python3 -c 'import requests'",
		extension: "py",
		command: (files) => ["python3", ["-c", `for name in ${JSON.stringify(files)}: exec(open(name).read(), {})`]],
	},
	php: {
		needs: "php -r 'curl_init();'",
		extension: "php",
		command: (files) => ["php", ["-r", files.map((file) => `include '${file}';`).join(" ")]],
	},
	ruby: {
		needs: "command -v ruby",
		extension: "rb",
		command: (files) => ["ruby", ["-e", files.map((file) => `load "./${file}"`).join("\n")]],
	},
	go: {
		needs: "command -v go",
		extension: "go",
		command: (files, at) => {
			const calls = files.map((file) => `\t${file.replace(".go", "")}()`).join("\n");
			writeFileSync(join(at, "all.go"), `package main\n\nfunc main() {\n${calls}\n}\n`);
			writeFileSync(join(at, "go.mod"), "module samples\n\ngo 1.19\n");
			return ["go", ["run", "."]];
		},
	},
};

/** Runs the samples of a language one after the other, and gives the requests that they sent. */
async function sentBy(name: string): Promise<Received[]> {
	const { extension, command } = runners[name] as (typeof runners)[string];
	const language = languages.find((one) => one.name === name) as (typeof languages)[number];
	const at = join(folder, name);
	mkdirSync(at, { recursive: true });
	for (const file of ["picture.jpg", "clients.csv"]) writeFileSync(join(at, file), picture);
	const files = exchanges.map(({ id, exchange }) => {
		const text = language.write(exchange.request, language.key);
		const inOneProgram = name === "go" ? text.replace("func main()", `func sample_${id}()`) : text;
		const file = `sample_${id}.${extension}`;
		writeFileSync(
			join(at, file),
			inOneProgram.replaceAll('"tattoo-studio"', JSON.stringify(join(root, "client/src/index.ts"))),
		);
		return file;
	});
	received = [];
	const env = {
		...process.env,
		TATTOO_STUDIO_API_KEY: "svc_live_sk_sample",
		CLIENT_ID: "svcoa_4711",
		CLIENT_SECRET: "secret",
	};
	await run(...command(files, at), {
		cwd: at,
		env: { ...env, GOFLAGS: "-mod=mod" },
		maxBuffer: 2 ** 26,
		timeout: 240_000,
	});
	return received;
}

describe("the commands on the pages of events", () => {
	it("fetch the latest event of that type, and send a sample of it", async () => {
		const commands = eventPages(document).flatMap(({ markdown }) =>
			[...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text),
		);
		received = [];
		const env = { ...process.env, TATTOO_STUDIO_API_KEY: "svc_live_sk_sample", ENDPOINT_ID: "whe_mine" };
		await run("sh", ["-c", `set -eu\n${commands.join("\n")}`], { env });
		const authorization = "Bearer svc_live_sk_sample";
		const wanted = publicEventTypes.flatMap((type) => [
			{ method: "GET", path: `/v1/events?type=${type}&limit=1`, authorization, body: undefined },
			{ method: "POST", path: "/v1/webhook_endpoints/whe_mine/test", authorization, body: { json: { type } } },
		]);
		expect(
			received.map((one) => ({
				method: one.method,
				path: one.path,
				authorization: one.authorization,
				body: meaningOf(one),
			})),
		).toEqual(wanted);
	});
});

const authorizations = { key: "Bearer svc_live_sk_sample", app: `Basic ${btoa("svcoa_4711:secret")}`, nobody: "" };

/** The content type and the meaning of a body, however it is written. */
function meaningOf({ type, body }: Received) {
	const [kind = ""] = type.split(";");
	if (body === "") return undefined;
	if (kind === "application/json") return { json: JSON.parse(body) };
	if (kind === "application/x-www-form-urlencoded") return { form: Object.fromEntries(new URLSearchParams(body)) };
	return { picture: kind, bytes: body };
}

/** Those of the request that are wanted. The client sends a key of its own with each change. */
const headersLike = (wanted: object = {}, { own }: Received) =>
	Object.fromEntries(Object.entries(own).filter(([name]) => name in wanted));

describe.each(languages.map(({ name, label }) => [label, name]))("the samples in %s", (_, name) => {
	const { needs } = runners[name] as (typeof runners)[string];

	it.runIf(runs(needs))(
		"send the requests of their pages, each once",
		async () => {
			const sent = await sentBy(name);
			const wanted = exchanges.map(({ id, exchange }) => {
				const { method, caller, body } = exchange.request;
				const path = pathOf(exchange);
				return {
					id,
					method,
					path: name === "typescript" ? withoutLimit(path) : decodeURIComponent(path),
					authorization: authorizations[caller],
					body: body && "picture" in body ? { ...body, bytes: picture.toString() } : body,
					...exchange.request.headers,
				};
			});
			expect(
				sent.map((one, n) => ({
					id: wanted[n]?.id,
					method: one.method,
					path: decodeURIComponent(one.path),
					authorization: one.authorization,
					body: meaningOf(one),
					...headersLike(wanted[n], one),
				})),
			).toEqual(wanted);
		},
		300_000,
	);
});
