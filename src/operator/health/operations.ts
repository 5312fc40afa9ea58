import { asc } from "drizzle-orm";
import type { z } from "zod";
import type { Caller } from "../../context.ts";
import type { Database } from "../../db/database.ts";
import { safeMessage } from "../../db/errors.ts";
import { scheduledSteps } from "../../db/tables/service/scheduled-steps.ts";
import { minuteMs, timestamp } from "../../lib/time.ts";
import { oldestDue } from "../../webhooks/oldest-due.ts";
import type { health } from "./schema.ts";

type Health = z.output<typeof health>;

/** Something that the service needs, and a way to find out whether it answers. */
export interface Binding {
	name: string;
	try(): Promise<unknown>;
}

/** The caller of an operator endpoint. It also has the bindings, which the health endpoint tries. */
export interface OperatorCaller extends Caller {
	bindings: Binding[];
}

const patienceMs = 3000;
/** The sweep runs every minute. It is late when two runs in a row are missing. */
const sweepIsLateMs = 3 * minuteMs;
const deliveryIsLateMs = 5 * minuteMs;

/** Tries each binding and reads the oldest due delivery and the results of the scheduled work. */
export async function readHealth({ db, now, bindings }: OperatorCaller): Promise<Health> {
	const [tried, due, steps] = await Promise.all([
		Promise.all([{ name: "DB", try: () => ask(db) }, ...bindings].map(probe)),
		oldestDue(db, now).catch(() => null),
		stepsTaken(db).catch(() => []),
	]);
	const sweep = steps.find(({ step }) => step === "sweep");
	const isLate =
		(due !== null && now - due.at > deliveryIsLateMs) ||
		(sweep !== undefined && now - sweep.finishedAt > sweepIsLateMs);
	const isSound = tried.every(({ ok }) => ok) && steps.every(({ error }) => error === null) && !isLate;
	return {
		object: "health",
		status: isSound ? "ok" : "degraded",
		bindings: tried,
		oldest_due_delivery: due && { id: due.id, due_at: timestamp(due.at), seconds: Math.floor((now - due.at) / 1000) },
		last_sweep_at: sweep ? timestamp(sweep.finishedAt) : null,
		scheduled_steps: steps.map(({ step, finishedAt, error }) => ({ step, finished_at: timestamp(finishedAt), error })),
	};
}

async function probe({ name, try: attempt }: Binding): Promise<Health["bindings"][number]> {
	const startedAt = performance.now();
	const late = new Promise<never>((_, reject) =>
		setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs),
	);
	const error = await Promise.race([attempt(), late]).then(
		() => null,
		(error: unknown) => safeMessage(error),
	);
	return { name, ok: error === null, duration_ms: Math.round(performance.now() - startedAt), error };
}

const ask = (db: Database) => db.select({ step: scheduledSteps.step }).from(scheduledSteps).limit(1);

const stepsTaken = (db: Database) => db.select().from(scheduledSteps).orderBy(asc(scheduledSteps.step));
