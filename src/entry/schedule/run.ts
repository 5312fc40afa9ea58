import { openWriter, type Writer } from "../../platform/commit/writer.ts";
import type { Databases } from "../../platform/db/databases.ts";
import type { Env } from "../../platform/env.ts";
import { Meter } from "../../platform/lib/meter.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { CallBudget } from "./call-budget.ts";

export type WaitUntil = Pick<ExecutionContext, "waitUntil">;

/** A run of scheduled work. Every call of its bindings counts against its budget. */
export interface Run {
	env: Env;
	databases: Databases;
	writer: Writer;
	budget: CallBudget;
}

export function openRun(env: Env, ctx: WaitUntil, dataDatabaseId?: string): Run {
	const budget = new CallBudget();
	const counted = withCountedCalls(env, budget.count);
	const opened = openWriter(counted, (work) => ctx.waitUntil(work), {
		meter: new RunMeter(budget.count),
		hasCallsLeft: budget.hasCallsLeft,
		...(dataDatabaseId === undefined ? {} : { dataDatabaseId }),
	});
	return { env: counted, budget, ...opened };
}

/** The bindings without the databases, whose calls the meter counts. */
const otherBindings = [
	"GATE",
	"WEBHOOKS",
	"CALENDARS",
	"SCHEDULE",
	"JOBS",
	"EMAIL",
	"PICTURES",
	"PICTURES_EU",
	"IMAGES",
] as const satisfies (keyof Env)[];

const withCountedCalls = (env: Env, count: () => void): Env => ({
	...env,
	...Object.fromEntries(
		otherBindings.flatMap((name) => {
			const binding: object | undefined = env[name];
			return binding ? [[name, countingMethods(binding, count)]] : [];
		}),
	),
});

/**
 * A gate is opened for each of its calls, so that opening one stands for the call. A method of another Worker has no
 * `apply` or `bind` of its own, so each method is called on its binding.
 */
const countingMethods = <T extends object>(binding: T, count: () => void): T =>
	new Proxy(binding, {
		get(target, name) {
			const methods = target as Record<string | symbol, unknown>;
			if (typeof methods[name] !== "function") return methods[name];
			return (...args: unknown[]): unknown => {
				count();
				return (methods as Record<string | symbol, (...args: unknown[]) => unknown>)[name]?.(...args);
			};
		},
	});

/** A statement runs for at most 30 seconds in D1. A database that answers later is away. */
const longestCallMs = 31 * secondMs;

/** Counts the calls of databases, and gives up those that hang. */
class RunMeter extends Meter {
	private readonly count: () => void;

	constructor(count: () => void) {
		super();
		this.count = count;
	}

	override measure<T>(trip: () => Promise<T>): Promise<T> {
		this.count();
		return super.measure(() => answerWithin(longestCallMs, trip()));
	}
}

export function answerWithin<T>(ms: number, call: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`D1 DB timed out: no answer within ${ms / secondMs} seconds.`)), ms);
	});
	return Promise.race([call, timeout]).finally(() => clearTimeout(timer));
}
