import { createInterface } from "node:readline";
import { ApiErrorBase } from "../../errors.ts";
import type { Call, Command } from "../command.ts";
import { explain } from "../failure.ts";

export const mcp: Command = {
	name: "mcp",
	about: "Serve an agent on this machine: the Model Context Protocol on the standard input and output.",
	more: [
		"For clients that start programs and know no HTTP. It passes each message on to /mcp of the service, with the sign-in that is there. Nothing but messages goes to the standard output.",
	],
	examples: [["mcp", "As a client of the protocol starts it"]],
	run,
};

/** A message of the protocol, as far as its transport looks at it. */
interface Message {
	id?: string | number | null;
	method?: string;
	params?: { name?: unknown; _meta?: Record<string, unknown> };
}

const revisionKey = "io.modelcontextprotocol/protocolVersion";

/** The service may look at many records for one call. */
const timeoutMs = 120_000;

async function run({ terminal, connect }: Call): Promise<void> {
	const { studio } = await connect();
	/** The revision that `initialize` agreed on. */
	let agreed: string | undefined;
	const answer = async (line: string): Promise<void> => {
		const message = parsed(line);
		if (!message) return reply(null, { code: -32700, message: "The line is no message of JSON-RPC." });
		const { id, method } = message;
		// The service has no sessions, so notifications and answers mean nothing to it.
		if (id === undefined || method === undefined) return;
		try {
			const headers = headersOf(message, agreed);
			const answered = await studio.request("POST", "/mcp", { body: message, headers, timeoutMs });
			if (method === "initialize") agreed = revisionIn(answered);
			terminal.out(JSON.stringify(answered));
		} catch (error) {
			reply(id, faultIn(error) ?? { code: -32000, message: explain(error).lines.join(" ") });
		}
	};
	const reply = (id: string | number | null, error: object) =>
		terminal.out(JSON.stringify({ jsonrpc: "2.0", id, error }));
	const underWay = new Set<Promise<void>>();
	for await (const line of createInterface({ input: terminal.input })) {
		if (line.trim() === "") continue;
		const work = answer(line).finally(() => underWay.delete(work));
		underWay.add(work);
	}
	await Promise.all(underWay);
}

function parsed(line: string): Message | null {
	try {
		const message = JSON.parse(line);
		return typeof message === "object" && message !== null && !Array.isArray(message) ? message : null;
	} catch {
		return null;
	}
}

/** Over HTTP a message says in its headers, too, for which revision it is and what it asks for. */
function headersOf({ method = "", params = {} }: Message, agreed: string | undefined): Record<string, string> {
	const accept = { Accept: "application/json, text/event-stream" };
	const claimed = params._meta?.[revisionKey];
	if (typeof claimed !== "string") return { ...accept, ...(agreed ? { "MCP-Protocol-Version": agreed } : {}) };
	return {
		...accept,
		"MCP-Protocol-Version": claimed,
		"Mcp-Method": method,
		...(typeof params.name === "string" ? { "Mcp-Name": inHeader(params.name) } : {}),
	};
}

/** A header holds visible ASCII alone. */
const inHeader = (name: string): string =>
	/^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;

function revisionIn(answered: object | null): string | undefined {
	const { result } = (answered ?? {}) as { result?: { protocolVersion?: unknown } };
	return typeof result?.protocolVersion === "string" ? result.protocolVersion : undefined;
}

/** An error of JSON-RPC, such as for a revision that the service does not know. It comes with a status of HTTP. */
function faultIn(error: unknown): object | undefined {
	const { error: fault } = ((error instanceof ApiErrorBase ? error.answer : null) ?? {}) as {
		error?: { code?: unknown };
	};
	return typeof fault?.code === "number" ? fault : undefined;
}
