import type * as z from "zod";
import type { Caller } from "../../../context.ts";
import { unwrap } from "../../../lib/async/settle.ts";
import { problem } from "../../../problems/problem.ts";
import type { ChangeRequest } from "../change-request.ts";
import { checkAddressLength, droppedPaths, namesUnknownTo, refusalFor, type Target } from "../validation.ts";

export function idsInPath<C extends Caller>({ c, endpoint, input }: ChangeRequest<C>): void {
	if (endpoint.paramsSchema) input.params = valid("param", endpoint.paramsSchema, c.req.param()) as typeof input.params;
}

/** An upload takes query parameters. No other change does, and the service drops them all (contract: Wire 19). */
export function query<C extends Caller>({ c, endpoint, input }: ChangeRequest<C>): void {
	checkAddressLength(c);
	if (endpoint.query) input.query = valid("query", endpoint.query, c.req.query());
}

export function fieldsOfBody<C extends Caller>({ c, endpoint, body, input }: ChangeRequest<C>): void {
	const { file } = unwrap(body);
	if (file) input.upload = unwrap(file);
	if (!endpoint.body) return;
	const sent = parse(unwrap(body).text);
	const parsed = endpoint.body.safeParse(sent);
	// A refusal shows the unknown names, too: a misspelt name is often why a field is missing.
	const names = parsed.success ? droppedPaths(sent, parsed.data) : namesUnknownTo(endpoint.body, sent);
	c.set("ignored", c.get("ignored").concat(names));
	if (!parsed.success) throw refusalFor("json", parsed.error.issues);
	input.body = parsed.data;
}

function valid(target: Target, schema: z.ZodObject, sent: unknown): Record<string, unknown> {
	const parsed = schema.safeParse(sent);
	if (!parsed.success) throw refusalFor(target, parsed.error.issues);
	return parsed.data;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw problem("malformed_json", "The body is not valid JSON.");
	}
}
