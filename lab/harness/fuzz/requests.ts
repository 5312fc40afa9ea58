import * as damage from "./damage.ts";
import type { Dice } from "./dice.ts";
import type { Document, Json, Operation } from "./document.ts";
import { type Ids, Values } from "./values.ts";

type Kind = "valid" | "nearly valid" | "hostile";

export interface Request {
	kind: Kind;
	operation: Operation;
	method: string;
	/** The path with its query. */
	path: string;
	headers: Record<string, string>;
	body: string | Uint8Array | null;
}

export function requestFrom(document: Document, dice: Dice, ids: Ids, key: string): Request {
	const kind = dice.pick<Kind>(["valid", "valid", "nearly valid", "nearly valid", "hostile"]);
	const operation = dice.pick(document.operations);
	const values = new Values(document, dice, ids);
	const parts = validParts(operation, values, dice);
	const request: Request = {
		kind,
		operation,
		method: operation.method,
		path: pathOf(operation, parts.inPath, parts.query),
		headers: {
			Authorization: `Bearer ${key}`,
			...parts.headers,
			"CF-Connecting-IP": `198.19.${dice.below(256)}.${dice.below(256)}`,
		},
		body: written(operation, parts.body),
	};
	if (operation.body) request.headers["Content-Type"] = operation.body.type;
	if (kind === "nearly valid") breakOnce(request, parts, dice);
	if (kind === "hostile") breakSeveralTimes(request, parts, dice);
	return request;
}

interface Parts {
	inPath: Record<string, string>;
	query: [string, string][];
	headers: Record<string, string>;
	body: Json;
}

function validParts(operation: Operation, values: Values, dice: Dice): Parts {
	const parts: Parts = { inPath: {}, query: [], headers: {}, body: undefined };
	for (const { name, in: where, required, schema } of operation.parameters) {
		if (where === "path") parts.inPath[name] = values.id(name) ?? String(values.valid(schema, name));
		// A request that waits for events would delay the drill.
		else if (where === "query" && name !== "wait" && (required || dice.chance(0.25)))
			parts.query.push([name, name === "cursor" ? "" : String(values.valid(schema, name))]);
		else if (where === "header" && dice.chance(0.2)) {
			if (name === "Idempotency-Key") parts.headers[name] = `key-${dice.below(500)}`;
			else if (name === "Service-Dry-Run") parts.headers[name] = dice.pick(["true", "false"]);
		}
	}
	if (operation.body) parts.body = values.valid(operation.body.schema);
	return parts;
}

function pathOf({ path }: Operation, inPath: Record<string, string>, query: [string, string][]): string {
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? "");
	const asked = query.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join("&");
	return asked ? `${filled}?${asked}` : filled;
}

/** `encodeURIComponent` throws for lone surrogates. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function written(operation: Operation, body: Json): string | null {
	if (!operation.body) return null;
	if (operation.body.type === "application/json") return JSON.stringify(body);
	return Object.entries(body ?? {})
		.map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`)
		.join("&");
}

const asText = (value: Json): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** One part of the request is wrong. */
function breakOnce(request: Request, parts: Parts, dice: Dice): void {
	const { operation } = request;
	if (operation.body && dice.chance(0.75)) request.body = written(operation, damage.nearlyValid(parts.body, dice));
	else if (Object.keys(parts.inPath).length > 0 && dice.chance(0.5)) {
		const name = dice.pick(Object.keys(parts.inPath));
		request.path = pathOf(operation, { ...parts.inPath, [name]: dice.pick(damage.oddIds) }, parts.query);
	} else request.path = withQuery(request.path, dice.pick(damage.oddQueries));
}

/** Several parts of the request are wrong. */
function breakSeveralTimes(request: Request, parts: Parts, dice: Dice): void {
	const { operation } = request;
	if (dice.chance(0.3)) Object.assign(request.headers, dice.pick(damage.oddHeaders));
	if (dice.chance(0.2)) request.path = withQuery(request.path, dice.pick(damage.oddQueries));
	if (dice.chance(0.15)) {
		const inPath = Object.fromEntries(Object.keys(parts.inPath).map((name) => [name, dice.pick(damage.oddIds)]));
		request.path = pathOf(operation, inPath, parts.query);
	}
	if (dice.chance(0.1)) request.method = dice.pick(["PUT", "PATCH", "DELETE", "POST", "GET", "OPTIONS", "HEAD"]);
	if (operation.body && dice.chance(0.5))
		request.body = dice.pick(damage.hostileBodies)(String(written(operation, parts.body)), dice);
	if (operation.body && dice.chance(0.15)) request.headers["Content-Type"] = dice.pick(damage.contentTypes);
	if (operation.body && dice.chance(0.4)) request.body = written(operation, damage.nearlyValid(parts.body, dice));
	if (request.method === "GET" || request.method === "HEAD") request.body = null;
}

const withQuery = (path: string, query: string): string => `${path}${path.includes("?") ? "&" : "?"}${query}`;
