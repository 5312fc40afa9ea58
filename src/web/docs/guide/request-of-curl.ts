import { inClient } from "../samples/in-client.ts";
import type { SampleRequest } from "../samples/request.ts";
import { placeholders } from "../sending/addresses.ts";

const unquoted = (word: string): string => word.replace(/^['"]|['"]$/g, "");

/** The options of the typed client that send these headers. */
const clientOptions: Record<string, (value: string) => string> = {
	"Idempotency-Key": (value) => `idempotencyKey: ${JSON.stringify(value)}`,
	"Service-Dry-Run": () => "dryRun: true",
};

/**
 * The request that a command of a guide sends. It throws where the command does more than that. A pipe keeps the
 * answer for the next step.
 */
export function requestOfCurl(command: string): SampleRequest {
	const [sent = ""] = command.split(" | tee ");
	const [curl, ...words] = sent.replaceAll("\\\n", " ").match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [];
	if (curl !== "curl") throw new Error(`No request: ${command}`);
	const request = { method: "", path: "", headers: {} as Record<string, string>, json: undefined as unknown };
	for (let n = 0; n < words.length; n++) {
		const word = unquoted(words[n] ?? "");
		const next = () => unquoted(words[++n] ?? "");
		if (word === "-s") continue;
		else if (word === "-X") request.method = next();
		else if (word === "-d") request.json = JSON.parse(next());
		else if (word === "-H") {
			const [name = "", value = ""] = next().split(": ");
			request.headers[name] = value;
		} else if (word.startsWith(placeholders.origin)) request.path = word.slice(placeholders.origin.length);
		else throw new Error(`${word} has no counterpart in other languages: ${command}`);
	}
	const { Authorization: _, "Content-Type": __, ...headers } = request.headers;
	const { path, json } = request;
	const method = request.method || (json === undefined ? "GET" : "POST");
	return {
		method,
		address: placeholders.origin + path,
		caller: "key",
		body: json === undefined ? undefined : { json },
		headers,
		inClient: withOptions(inClient(method, path, json), headers),
	};
}

function withOptions(call: string | undefined, headers: Record<string, string>): string | undefined {
	const options = Object.entries(headers).map(([name, value]) => clientOptions[name]?.(value));
	if (!call || options.length === 0) return call;
	return `${call.slice(0, call.lastIndexOf(")"))}, { ${options.join(", ")} })`;
}
