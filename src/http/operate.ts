import type { Caller } from "../context.ts";
import type { AppContext } from "./app-env.ts";
import type { Endpoint, Ignore, Input } from "./endpoint.ts";
import { type ListIdentity, readCursor, writeCursor } from "./page.ts";
import { type Answer, jsonAnswer } from "./respond.ts";
import { validatorsOf } from "./validate.ts";

interface Run {
	input: Input;
	outcome: unknown;
}

/** Validates the request against the endpoint's declaration and runs its operation. */
export function runner<C extends Caller>(endpoint: Endpoint<C>): (c: AppContext, caller: C) => Promise<Run> {
	const validate = validatorsOf(endpoint);
	return async (c, caller) => {
		const { params, query, body } = (await validate(c)) as Omit<Input, "page" | "ignore">;
		const { limit = 0, cursor, ...filters } = query as { limit?: number; cursor?: string };
		const tenantId = "tenantId" in caller ? String(caller.tenantId) : "";
		const after = cursor === undefined ? undefined : readCursor(cursor, identity(endpoint, tenantId, params, filters));
		const ignored = c.get("ignored");
		// An operation that decides anew says it again.
		const ignore: Ignore = (paths) => c.set("ignored", [...ignored, ...paths]);
		const input = { params, query, body, page: { after, take: limit + 1 }, ignore };
		return { input, outcome: await endpoint.run(caller, input) };
	};
}

/** A page that its operation ended before the limit, because its records are large. */
export interface CutPage<T extends { id: string } = { id: string }> {
	rows: T[];
	more: boolean;
}

/** Lists get their envelope and the link to the next page here. */
export function readAnswer<C extends Caller>(
	c: AppContext,
	endpoint: Endpoint<C>,
	tenantId: string,
	input: Input,
	outcome: unknown,
): Answer {
	if (!endpoint.list) return jsonAnswer(200, outcome);
	const { limit, cursor: _, ...filters } = input.query as { limit: number; cursor?: string };
	const { rows, more } = Array.isArray(outcome) ? { rows: outcome, more: false } : (outcome as CutPage);
	const data = rows.slice(0, limit);
	const last = more || rows.length > limit ? data.at(-1) : undefined;
	const next = last ? writeCursor(last.id, identity(endpoint, tenantId, input.params, filters)) : null;
	const answer = jsonAnswer(200, { object: "list", data, has_more: next !== null, next_cursor: next });
	if (next !== null) answer.headers.Link = `<${nextUrl(c, endpoint, next)}>; rel="next"`;
	return answer;
}

function nextUrl<C extends Caller>(c: AppContext, endpoint: Endpoint<C>, cursor: string): string {
	const url = new URL(c.req.url);
	const known = new Set(["limit", ...Object.keys(endpoint.query?.shape ?? {})]);
	for (const name of [...url.searchParams.keys()]) if (!known.has(name)) url.searchParams.delete(name);
	url.searchParams.set("cursor", cursor);
	return url.href;
}

const identity = <C extends Caller>(
	endpoint: Endpoint<C>,
	tenantId: string,
	params: unknown,
	filters: object,
): ListIdentity => ({
	endpointId: endpoint.id,
	tenantId,
	params,
	filters: filters as Record<string, unknown>,
});

export const changeAnswer = <C extends Caller>(endpoint: Endpoint<C>, result: unknown, found = false): Answer =>
	found ? jsonAnswer(200, result) : jsonAnswer(endpoint.status, result, endpoint.location?.(result as never) ?? null);
