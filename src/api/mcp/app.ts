import { Hono } from "hono";
import { isDevelopment } from "../../platform/env.ts";
import { admit } from "../../platform/gate/admit.ts";
import { refusalFor } from "../../platform/http/endpoint/validation.ts";
import { type AppContext, type AppEnv, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { mediaTypeOf, readBytes } from "../../platform/http/request/body/read-body.ts";
import { foreignNameWords, hasForeignName } from "../../platform/http/request/headers/foreign-name.ts";
import { Problem } from "../../platform/problems/problem.ts";
import { ApiCalls } from "./api-calls.ts";
import {
	asCaller,
	CallerRefused,
	membersOf,
	type Outcome,
	outcomeOf,
	RefusedCaller,
	refusal,
} from "./outcome/outcome.ts";
import { codes, errorAnswer, isObject, type McpRequest, ProtocolError, resultAnswer } from "./protocol/messages.ts";
import { resultOf } from "./protocol/methods.ts";
import { readMessage } from "./protocol/read-message.ts";
import { applyChange } from "./tools/apply.ts";
import { describeOperation } from "./tools/describe.ts";
import { findOperations } from "./tools/find-operations.ts";
import { freeTimes } from "./tools/free-times.ts";
import { isClosed, unknownOperation } from "./tools/operations.ts";
import { previewChange } from "./tools/preview.ts";
import { read } from "./tools/read.ts";
import { type ArgumentsOf, isToolName, type ToolName, toolArguments } from "./tools/tools.ts";

/** The door for agents: the Model Context Protocol, without sessions (contract: MCP 1). */
export const mcp = new Hono<AppEnv>();

mcp.post("/mcp", async (c) => {
	c.set("door", "mcp");
	if (isRebound(c)) return c.text(foreignNameWords, 403);
	try {
		return await answer(c);
	} catch (error) {
		if (error instanceof ProtocolError) return errorAnswer(error);
		if (error instanceof CallerRefused) return error.response;
		throw error;
	}
});
mcp.all("/mcp", (c) => c.text("This address takes POST alone.", 405, { Allow: "POST" }));

/** In production scripts of every origin may call (contract: MCP 12). */
const isRebound = (c: AppContext): boolean =>
	isDevelopment(c.env) && c.req.header("Origin") !== undefined && hasForeignName(c);

/** A message counts as one request, unless it is a call of a tool whose own requests of /v1 count. */
async function countMessage(c: AppContext) {
	note(c, { operationId: "mcp" });
	const admission = await admit(gateRequestOf(c), { id: "mcp", scope: null });
	note(c, { admitted: true });
	return admission.credential;
}

async function answer(c: AppContext): Promise<Response> {
	const message = await settledMessage(c);
	if ("refused" in message) {
		await countMessage(c);
		throw message.refused;
	}
	const { request } = message;
	if (request?.method === "tools/call") {
		const api = new ApiCalls(c);
		const outcome = await call(c, api, request);
		return resultAnswer(request.id, membersOf(outcome, request.isCurrent));
	}
	await countMessage(c);
	if (!request) return c.body(null, 202);
	const members = JSON.stringify(resultOf(request)).slice(1, -1);
	return resultAnswer(request.id, members);
}

const decoder = new TextDecoder();

/** The caller of a longer message is known before anything looks at it (contract: MCP 13). */
const longMessageBytes = 16 * 1024;

/** Refuses an unknown caller. A known one is admitted again when the message counts. */
async function requireCaller(c: AppContext): Promise<void> {
	try {
		await admit(gateRequestOf(c), { id: "mcp", scope: null }, { uncounted: true });
	} catch (error) {
		note(c, { operationId: "mcp" });
		throw error;
	}
}

/** The body of a message. Nobody reads that of an unknown caller who announces a long one. */
async function readMessageBytes(c: AppContext): Promise<Uint8Array> {
	const isAnnounced = Number(c.req.header("Content-Length")) > longMessageBytes;
	if (isAnnounced) await requireCaller(c);
	const bytes = await readBytes(c);
	if (!isAnnounced && bytes.byteLength > longMessageBytes) await requireCaller(c);
	return bytes;
}

/** The credential goes before the form of a message, as under /v1. */
async function settledMessage(c: AppContext): Promise<{ request: McpRequest | null } | { refused: Error }> {
	const { type, bytes } = { type: mediaTypeOf(c), bytes: await readMessageBytes(c) };
	if (type !== "application/json")
		return {
			refused: new ProtocolError({
				status: 415,
				code: codes.refused,
				message: "The content type is not application/json.",
			}),
		};
	try {
		return { request: readMessage(decoder.decode(bytes), c.req.raw.headers) };
	} catch (error) {
		if (error instanceof ProtocolError) return { refused: error };
		throw error;
	}
}

type Tools = { [Name in ToolName]: (given: ArgumentsOf<Name>) => Promise<Outcome> };

async function call(c: AppContext, api: ApiCalls, { id, params }: McpRequest): Promise<Outcome> {
	const { name, arguments: given = {} } = params;
	if (!isToolName(name)) {
		await countMessage(c);
		throw new ProtocolError(
			{ status: 200, code: codes.invalidParams, message: `There is no tool ${String(name).slice(0, 100)}.` },
			id,
		);
	}
	const count = () => asCaller(countMessage(c));
	const tools: Tools = {
		find_operations: async ({ query }) => outcomeOf(findOperations(query, (await count()).scopes)),
		describe_operation: async ({ operation_id }) => describeOperation(c, operation_id, (await count()).scopes),
		read: (input) => read(api, input),
		free_times: (input) => freeTimes(api, input, c.get("now")),
		preview_change: (input) => previewChange(c, api, input),
		apply_change: (input) => applyChange(c, api, input, count),
	};
	const parsed = toolArguments[name].safeParse(isObject(given) ? given : undefined);
	try {
		if (!parsed.success) throw refusalFor("json", parsed.error.issues);
		return await (tools[name] as (input: unknown) => Promise<Outcome>)(parsed.data);
	} catch (error) {
		if (error instanceof RefusedCaller) throw error.problem;
		if (!(error instanceof Problem)) throw error;
		if (api.sent || c.get("noted").admitted) return refusal(error);
		// No request of /v1 was sent, so this message counts as one.
		const { scopes } = await countMessage(c);
		const named = isObject(given) ? given.operation_id : undefined;
		return refusal(typeof named === "string" && isClosed(named, scopes) ? unknownOperation(named) : error);
	}
}
