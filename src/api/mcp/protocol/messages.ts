export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

export type MessageId = string | number;

export interface McpRequest {
	id: MessageId;
	method: string;
	params: Json;
	/** The message says itself for which revision it is, as all do since 2026-07-28. */
	isCurrent: boolean;
}

/** Every request says by itself which revision it is for. Before, a client agreed on one with `initialize`. */
export const currentRevision = "2026-07-28";

/** The newest first. */
export const earlierRevisions = ["2025-11-25", "2025-06-18"];

export const metaKeys = {
	revision: "io.modelcontextprotocol/protocolVersion",
	capabilities: "io.modelcontextprotocol/clientCapabilities",
	server: "io.modelcontextprotocol/serverInfo",
};

export const codes = {
	malformed: -32700,
	invalidRequest: -32600,
	unknownMethod: -32601,
	invalidParams: -32602,
	refused: -32000,
	headersDiffer: -32020,
	unknownRevision: -32022,
};

interface Fault {
	status: 200 | 400 | 404 | 415;
	code: number;
	message: string;
	data?: Json;
}

/** The message cannot be answered otherwise than with this error. */
export class ProtocolError extends Error {
	readonly fault: Fault;
	readonly id: MessageId | null;

	constructor(fault: Fault, id: MessageId | null = null) {
		super(fault.message);
		this.fault = fault;
		this.id = id;
	}
}

export const errorAnswer = ({ fault, id }: ProtocolError): Response =>
	Response.json(
		{
			jsonrpc: "2.0",
			id,
			error: { code: fault.code, message: fault.message, ...(fault.data ? { data: fault.data } : {}) },
		},
		{ status: fault.status },
	);

/** The members of the answer stand in a text already, so that a long answer of the API is not read and written again. */
export const resultAnswer = (id: MessageId, members: string): Response =>
	new Response(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${members}}}`, {
		headers: { "Content-Type": "application/json" },
	});
