import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "../../../platform/db/database.ts";
import { safeMessage } from "../../../platform/db/errors.ts";
import { scheduledRuns } from "../../../platform/db/tables/both/scheduled-runs.ts";
import { together } from "../../../platform/db/together.ts";
import { withTimeout } from "../../../platform/lib/async/with-timeout.ts";
import { minuteMs, timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { oldestDue } from "../../events/dispatch/oldest-due.ts";
import type { Binding, OperatorCaller } from "../databases/operator-caller.ts";
import type { health } from "./schema.ts";

type Health = z.output<typeof health>;

const pingTimeoutMs = 3000;
/** A run without work notes after ten minutes that it swept. The sweep is late if two further runs in a row are missing. */
const sweepIsLateMs = 13 * minuteMs;
const deliveryIsLateMs = 5 * minuteMs;

export async function readHealth({ control, allData, now, bindings, version, vault }: OperatorCaller): Promise<Health> {
	const [stores, others] = await Promise.all([
		Promise.all([{ id: "DB", db: control }, ...allData()].map((store) => readStore(store, now))),
		Promise.all(bindings.map(probe)),
	]);
	const pinged = [...stores.map((store) => store.pinged), ...others];
	const oldest = stores.reduce<Oldest>((a, { due: b }) => (a && b ? (a.at <= b.at ? a : b) : (a ?? b)), null);
	const steps = stores.flatMap((store) => store.steps);
	const sweeps = steps.flatMap(({ step, finishedAt }) => (step === "sweep" ? [finishedAt] : []));
	const lastSweep = sweeps.length > 0 ? Math.min(...sweeps) : null;
	const isLate =
		(oldest !== null && now - oldest.at > deliveryIsLateMs) || (lastSweep !== null && now - lastSweep > sweepIsLateMs);
	const isHealthy = pinged.every(({ ok }) => ok) && steps.every(({ error }) => error === undefined) && !isLate;
	return {
		object: "health",
		status: isHealthy ? "ok" : "degraded",
		version,
		encryption_key_fingerprint: vault.fingerprint,
		bindings: pinged,
		oldest_due_delivery: oldest && {
			id: oldest.id,
			due_at: timestamp(oldest.at),
			seconds: Math.floor((now - oldest.at) / 1000),
		},
		last_sweep_at: timestampOrNull(lastSweep),
		scheduled_steps: steps.map(({ database, step, finishedAt, error }) => ({
			database,
			step,
			finished_at: timestamp(finishedAt),
			error: error ?? null,
		})),
	};
}

type Oldest = Awaited<ReturnType<typeof oldestDue>>;

/** Each part has its own limit of time, so a database that stands still makes none of them fail the others. */
async function readStore({ id, db }: { id: string; db: Database }, now: number) {
	const [pinged, due, steps] = await together(
		{ db },
		({ db }) => probe({ name: id, ping: () => pingDatabase(db) }),
		({ db }) => (id === "DB" ? null : withTimeout(pingTimeoutMs, oldestDue(db, now)).catch(() => null)),
		({ db }) => withTimeout(pingTimeoutMs, scheduledStepsOf(id, db)).catch(() => []),
	);
	return { pinged, due, steps };
}

async function probe({ name, ping: attempt }: Binding): Promise<Health["bindings"][number]> {
	const startedAt = performance.now();
	// A binding that is missing throws at once.
	const error = await withTimeout(pingTimeoutMs, (async () => await attempt())()).then(
		() => null,
		(error: unknown) => safeMessage(error),
	);
	return { name, ok: error === null, duration_ms: Math.round(performance.now() - startedAt), error };
}

const pingDatabase = (db: Database) => db.select({ id: scheduledRuns.id }).from(scheduledRuns).limit(1);

async function scheduledStepsOf(database: string, db: Database) {
	const [latest] = await db.select({ steps: scheduledRuns.steps }).from(scheduledRuns).where(eq(scheduledRuns.id, 1));
	return Object.entries(latest?.steps ?? {})
		.map(([step, outcome]) => ({ database, step, ...outcome }))
		.sort((a, b) => (a.step < b.step ? -1 : 1));
}
