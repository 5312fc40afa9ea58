import type { Request } from "../drive.ts";
import type { ContenderName, Running } from "../runtime.ts";

/** The request of a turn. Callers take turns by its number, and what is counted is asked by the caller of turn 0. */
export type Next = (turn: number) => Request;

/** What the product should be beside the others: see targets.ts. */
export type Kind = "read" | "keyed POST" | "key check" | "page" | "other";

export interface Scenario {
	name: string;
	kind: Kind;
	/** Fewer than usual, where each request causes much. */
	connections?: number;
	/** Makes what the requests need, once, before the first. */
	prepare(): Promise<unknown>;
	/** Who takes part, and with which requests. */
	contenders: Partial<Record<ContenderName, Next>>;
	end?(): Promise<unknown>;
}

/** The scenarios of a file. */
export type Scenarios = (running: Running, totals: number[]) => Scenario[];

export const inTurn = <T>(all: T[], turn: number): T => all[turn % all.length] as T;

export const get = (path: string, headers: Record<string, string> = {}): Request => ({
	method: "GET",
	path,
	headers,
	expected: 200,
});

export const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });

let made = 0;
/** Another one at each call. */
export const newEmail = (): string => `bench-${++made}@example.com`;

/** A change with an Idempotency-Key of its own. */
export const keyed = (path: string, body: object, headers: Record<string, string> = {}): Request => ({
	method: "POST",
	path,
	headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), ...headers },
	body: JSON.stringify(body),
	expected: 201,
});

/** So many requests come from as many addresses: each address has limits of its own. */
export const fromAddress = (turn: number) => ({
	"CF-Connecting-IP": `198.${18 + ((turn >> 16) % 2)}.${(turn >> 8) % 256}.${turn % 256}`,
});
