import type { Request } from "../drive.ts";
import type { ContenderName, Running } from "../runtime.ts";

/** Makes the request with this number. Callers take turns by the number; the counted requests are those of caller 0. */
export type Next = (turn: number) => Request;

/** Decides which target holds for the scenario: see targets.ts. */
export type Kind =
	| "read"
	| "keyed POST"
	| "booking"
	| "free times"
	| "fan-out"
	| "key check"
	| "page"
	| "documentation"
	| "agent"
	| "other";

export interface Scenario {
	name: string;
	kind: Kind;
	/** Fewer connections than usual, because each request causes much work. */
	connections?: number;
	/** Creates the records that the requests need. It runs once, before the first request. */
	prepare(): Promise<unknown>;
	/** The contenders that take part, with their requests. */
	contenders: Partial<Record<ContenderName, Next>>;
	end?(): Promise<unknown>;
}

export type Scenarios = (running: Running, totals: number[]) => Scenario[];

export const inTurn = <T>(all: T[], turn: number): T => all[turn % all.length] as T;

export const get = (path: string, headers: Record<string, string> = {}): Request => ({
	method: "GET",
	path,
	headers,
	expected: 200,
});

export const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });

/** A tool of /mcp, as a client of the current revision calls it. */
export const tool = (name: string, given: object, headers: Record<string, string>): Request => ({
	method: "POST",
	path: "/mcp",
	headers: {
		"Content-Type": "application/json",
		"MCP-Protocol-Version": "2026-07-28",
		"Mcp-Method": "tools/call",
		"Mcp-Name": name,
		...headers,
	},
	body: JSON.stringify({
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: {
			name,
			arguments: given,
			_meta: {
				"io.modelcontextprotocol/protocolVersion": "2026-07-28",
				"io.modelcontextprotocol/clientCapabilities": {},
			},
		},
	}),
	expected: 200,
});

let made = 0;
/** A new address at each call. */
export const newEmail = (): string => `bench-${++made}@example.com`;

/** A change with an Idempotency-Key of its own. */
export const keyed = (path: string, body: object, headers: Record<string, string> = {}): Request => ({
	method: "POST",
	path,
	headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), ...headers },
	body: JSON.stringify(body),
	expected: 201,
});

/** Gives each request its own address, because the limits hold for each address. */
export const fromAddress = (turn: number) => ({
	"CF-Connecting-IP": `198.${18 + ((turn >> 16) % 2)}.${(turn >> 8) % 256}.${turn % 256}`,
});
