/** Intercepts a call of a database. It calls `run` to execute the call, and may fail before or after it. */
export type CallInterceptor = <T>(binding: string, run: () => Promise<T>, sql: string[]) => Promise<T>;

/** The calls go through the interceptor. */
export function faultyDatabase(d1: D1Database, binding: string, intercept: CallInterceptor): D1Database {
	const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
	const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
		const wrapped = {
			bind: (...params: unknown[]) => wrap(statement.bind(...params), sql),
			all: () => intercept(binding, () => statement.all(), [sql]),
		} as unknown as D1PreparedStatement;
		originals.set(wrapped, { statement, sql });
		return wrapped;
	};
	return {
		prepare: (sql: string) => wrap(d1.prepare(sql), sql),
		batch: (statements: D1PreparedStatement[]) => {
			const asked = statements.flatMap((one) => originals.get(one) ?? []);
			return intercept(
				binding,
				() => d1.batch(asked.map(({ statement }) => statement)),
				asked.map(({ sql }) => sql),
			);
		},
	} as unknown as D1Database;
}

export const connectionLost = (): Error => new Error("D1_ERROR: Network connection lost.");
