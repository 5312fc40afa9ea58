import { expect } from "vitest";
import { type Answer, type Call, send } from "../support/api.ts";

export const revisions = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;
export type Revision = (typeof revisions)[number];

const claims = (revision: Revision) => ({
	"io.modelcontextprotocol/protocolVersion": revision,
	"io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
	"io.modelcontextprotocol/clientCapabilities": {},
});

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path
type Json = any;

export function request(method: string, params: Json = {}, revision: Revision = "2026-07-28"): Call {
	const isCurrent = revision === "2026-07-28";
	return {
		method: "POST",
		headers: {
			Accept: "application/json, text/event-stream",
			"MCP-Protocol-Version": revision,
			...(isCurrent ? { "Mcp-Method": method } : {}),
			...(isCurrent && typeof params.name === "string" ? { "Mcp-Name": params.name } : {}),
		},
		body: { jsonrpc: "2.0", id: 1, method, params: isCurrent ? { ...params, _meta: claims(revision) } : params },
	};
}

export const post = (call: Call, key: string | undefined): Promise<Answer> => send("/mcp", { ...call, key });

export async function result(key: string, method: string, params: Json = {}, revision?: Revision): Promise<Json> {
	const { status, body, text } = await post(request(method, params, revision), key);
	expect([status, body?.error], text).toEqual([200, undefined]);
	return body.result;
}

export const callTool = (key: string, name: string, given: object = {}, revision?: Revision): Promise<Json> =>
	result(key, "tools/call", { name, arguments: given }, revision);

export async function use(key: string, name: string, given: object = {}): Promise<Json> {
	const { structuredContent, isError } = await callTool(key, name, given);
	expect(isError, JSON.stringify(structuredContent)).toBeUndefined();
	return structuredContent;
}

/** Why a tool refuses. */
export async function refused(key: string, name: string, given: object = {}): Promise<Json> {
	const { structuredContent, isError } = await callTool(key, name, given);
	expect(isError, JSON.stringify(structuredContent)).toBe(true);
	return structuredContent;
}

export const preview = (key: string, operation_id: string, given: object = {}): Promise<Json> =>
	use(key, "preview_change", { operation_id, ...given });

/** The arguments of apply_change for a preview: its words are repeated, so that the person who approves the call reads them. */
export const agreed = ({ preview, summary }: { preview: string; summary: string }) => ({ preview, summary });
