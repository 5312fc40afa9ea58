import { env } from "cloudflare:workers";

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
