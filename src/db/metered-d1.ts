import type { Meter } from "../lib/meter.ts";

const trips = new Set(["all", "raw", "run", "first"]);

/** The same database, with each round trip told to the meter. */
export function meteredD1(d1: D1Database, meter: Meter): D1Database {
	const inner = new WeakMap<object, D1PreparedStatement>();
	const metered = (statement: D1PreparedStatement): D1PreparedStatement => {
		const outer = new Proxy(statement, {
			get(target, name) {
				if (name === "bind") return (...values: unknown[]) => metered(target.bind(...values));
				const member = Reflect.get(target, name, target);
				if (typeof member !== "function") return member;
				const call = (...args: unknown[]) => Reflect.apply(member, target, args);
				return trips.has(String(name)) ? (...args: unknown[]) => meter.measure(async () => call(...args)) : call;
			},
		});
		inner.set(outer, statement);
		return outer;
	};
	return new Proxy(d1, {
		get(target, name) {
			if (name === "prepare") return (sql: string) => metered(target.prepare(sql));
			if (name === "batch")
				return (statements: D1PreparedStatement[]) =>
					meter.measure(() => target.batch(statements.map((s) => inner.get(s) ?? s)));
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}
