import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import worker from "../../src/worker.ts";
import type { Answer } from "./api.ts";

interface Hooks {
	/** Told of each statement that is prepared; it may throw. */
	prepare?: (sql: string) => void;
	/** Awaited before each transaction; it may throw. */
	batch?: () => Promise<unknown> | unknown;
}

/** The database, with something happening before it is asked. */
export const databaseWith = ({ prepare, batch }: Hooks): D1Database =>
	new Proxy(env.DB, {
		get(target, name) {
			if (name === "prepare")
				return (sql: string) => {
					prepare?.(sql);
					return target.prepare(sql);
				};
			if (name === "batch")
				return async (statements: D1PreparedStatement[]) => {
					await batch?.();
					return await target.batch(statements);
				};
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});

/** A request that is overtaken between its decision and its commit, which no race in one process does by itself. */
export async function overtaken(
	meanwhile: () => Promise<unknown>,
	path: string,
	init: RequestInit,
): Promise<Pick<Answer, "status" | "body">> {
	let begun = false;
	const DB = databaseWith({
		batch: async () => {
			if (begun) return;
			begun = true;
			await meanwhile();
		},
	});
	const ctx = createExecutionContext();
	const response = await worker.fetch(new Request(`https://api.test${path}`, init), { ...env, DB }, ctx);
	const body = await response.json();
	await waitOnExecutionContext(ctx);
	expect(begun).toBe(true);
	return { status: response.status, body };
}
