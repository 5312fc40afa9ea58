import {
	codes,
	currentRevision,
	earlierRevisions,
	isObject,
	type Json,
	type McpRequest,
	type MessageId,
	metaKeys,
	ProtocolError,
} from "./messages.ts";

/** The message in the body of a request; null for a notification or an answer, which get no answer. */
export function readMessage(text: string, headers: Headers): McpRequest | null {
	const message = parse(text);
	if (Array.isArray(message)) throw invalid("The protocol has no batches.");
	if (!isObject(message) || message.jsonrpc !== "2.0") throw invalid("This is no message of JSON-RPC 2.0.");
	const { id, method, params = {} } = message;
	if (typeof method !== "string") {
		if ("result" in message || "error" in message) return null;
		throw invalid("The message has no method.", idOf(id));
	}
	if (!("id" in message)) return null;
	const known = idOf(id);
	if (known === null) throw invalid("The id of a request is a string or a number.");
	if (!isObject(params))
		throw new ProtocolError({ status: 200, code: codes.invalidParams, message: "The params are no object." }, known);
	return { id: known, method, params, isCurrent: isCurrent({ id: known, method, params, headers }) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new ProtocolError({ status: 400, code: codes.malformed, message: "The body is not JSON." });
	}
}

const invalid = (message: string, id: MessageId | null = null) =>
	new ProtocolError({ status: 400, code: codes.invalidRequest, message }, id);

const idOf = (id: unknown): MessageId | null =>
	typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;

interface Received {
	id: MessageId;
	method: string;
	params: Json;
	headers: Headers;
}

/** Whether the request is for the current revision. Refuses one for a revision that the service does not know. */
function isCurrent({ id, method, params, headers }: Received): boolean {
	const refuse = (code: number, message: string, data?: Json) =>
		new ProtocolError({ status: 400, code, message, ...(data ? { data } : {}) }, id);
	const header = headers.get("MCP-Protocol-Version")?.trim();
	const meta = isObject(params._meta) ? params._meta : {};
	const claimed = meta[metaKeys.revision];
	const unknown = (requested: unknown) =>
		refuse(codes.unknownRevision, `The service does not know the revision ${shown(requested)}.`, {
			supported: claimed === undefined ? [currentRevision, ...earlierRevisions] : [currentRevision],
			requested,
		});
	if (claimed === undefined) {
		if (header !== currentRevision) {
			if (header === undefined || earlierRevisions.includes(header) || method === "initialize") return false;
			throw unknown(header);
		}
		if (method === "initialize") throw refuse(codes.headersDiffer, "The current revision has no initialize.");
		throw refuse(codes.invalidParams, `The request lacks ${metaKeys.revision} in its _meta.`);
	}
	if (typeof claimed !== "string") throw refuse(codes.invalidParams, `${metaKeys.revision} is a string.`);
	if (!isObject(meta[metaKeys.capabilities]))
		throw refuse(codes.invalidParams, `${metaKeys.capabilities} is an object.`);
	const demand = (name: string, said: string | undefined, value: string) => {
		if (said !== value) throw refuse(codes.headersDiffer, `The header ${name} does not say ${shown(value)}.`);
	};
	if (header !== undefined) demand("MCP-Protocol-Version", header, claimed);
	if (claimed !== currentRevision) throw unknown(claimed);
	demand("MCP-Protocol-Version", header, claimed);
	demand("Mcp-Method", headers.get("Mcp-Method")?.trim(), method);
	if (method === "tools/call" && typeof params.name === "string")
		demand("Mcp-Name", decoded(headers.get("Mcp-Name")?.trim()), params.name);
	return true;
}

/** A name that no header can carry comes as `=?base64?…?=`. */
function decoded(value: string | undefined): string | undefined {
	const [, encoded] = value?.match(/^=\?base64\?([A-Za-z0-9+/=]*)\?=$/) ?? [];
	if (encoded === undefined) return value;
	try {
		return new TextDecoder().decode(Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0)));
	} catch {
		return undefined;
	}
}

const shown = (value: unknown): string => String(value).slice(0, 100);
