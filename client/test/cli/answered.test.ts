import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { explain } from "../../src/cli/failure.ts";
import { program } from "../../src/cli/program.ts";
import { paintsFor } from "../../src/cli/text/colour.ts";

type Reply = { body: object; status?: number; headers?: Record<string, string> };

/** Runs a command against a service with these answers, and returns its output. */
async function outputOf(typed: string[], answer: (request: IncomingMessage) => Reply, input = "") {
	const said = { out: "", notes: "", error: [] as string[] };
	const server = createServer((request, response) => {
		const { body, status = 200, headers = {} } = answer(request);
		response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const terminal = {
		env: { HOME: "/nowhere", TATTOO_STUDIO_API_KEY: "svc_test_sk_1", TATTOO_STUDIO_BASE_URL: address },
		out: (line: string) => {
			said.out += `${line}\n`;
		},
		note: (line: string) => {
			said.notes += `${line}\n`;
		},
		columns: undefined,
		paints: paintsFor(false),
		notePaints: paintsFor(false),
		input: new PassThrough().end(input) as unknown as NodeJS.ReadStream,
		signal: new AbortController().signal,
		atEnd: () => {},
		finish: <T>(work: Promise<T>) => work,
	};
	await program(typed, terminal).catch((error) => {
		said.error = explain(error).lines;
	});
	server.close();
	return said;
}

const list = (...data: object[]) => ({ body: { object: "list", data, has_more: false, next_cursor: null } });

it("trigger makes no change of a record that is already so, and says that nothing was changed", async () => {
	const changes: unknown[] = [];
	const said = await outputOf(["trigger", "appointment.cancelled", "--on", "apt_1"], ({ method, headers }) => {
		if (method === "GET") return list();
		changes.push(headers["service-dry-run"]);
		return { body: { data: { id: "apt_1" } }, headers: { "Service-Dry-Run": "true", "Service-Dry-Run-Events": "" } };
	});
	expect(said.error[0]).toBe("Nothing was changed: this change of apt_1 would emit no event.");
	expect(changes).toEqual(["true"]);
});

it.each(["ACTIVE", "DISABLED"])(
	"deliveries list says why deliveries wait at an endpoint that is %s",
	async (status) => {
		const created_at = "2026-03-14T10:00:00.000Z";
		const delivery = { id: "wbd_1", endpoint_id: "whe_1", event_type: "lead.created", status: "PENDING" };
		const said = await outputOf(["deliveries", "list"], ({ url = "" }) =>
			url.includes("/deliveries")
				? list({ ...delivery, attempts: [], attempt_count: 0, created_at })
				: list({ id: "whe_1", url: "https://crm.example.com/", status }),
		);
		expect(said.out).toContain("wbd_1  PENDING");
		expect(said.notes).toBe(
			status === "ACTIVE"
				? ""
				: "Deliveries to https://crm.example.com/ stay PENDING, because the endpoint whe_1 is disabled.\n",
		);
	},
);

it.each([
	[400, { code: -32022, message: "The service does not know it.", data: { supported: ["2026-07-28"] } }],
	[400, { code: -32020, message: "The header does not say it." }],
	[404, { code: -32601, message: "The service has no such method." }],
])("mcp passes an error of the protocol on as the service said it, status %i", async (status, error) => {
	const message = { jsonrpc: "2.0", id: 7, method: "tools/list", params: {} };
	const said = await outputOf(
		["mcp"],
		() => ({ status, body: { jsonrpc: "2.0", id: null, error } }),
		`${JSON.stringify(message)}\n`,
	);
	expect(JSON.parse(said.out)).toEqual({ jsonrpc: "2.0", id: 7, error });
});

it("mcp tells a refusal of the service, and an answer of something between, in words", async () => {
	const message = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });
	const answered = async (body: object) =>
		JSON.parse((await outputOf(["mcp"], () => ({ status: 403, body }), `${message}\n`)).out).error;
	const refusal = { code: "feature_not_available", detail: "The Light plan has no API access.", type: "about:blank" };
	expect(await answered(refusal)).toMatchObject({
		code: -32000,
		message: expect.stringContaining("The Light plan has no API access."),
	});
	expect(await answered({ error: "blocked" })).toMatchObject({ code: -32000 });
});
