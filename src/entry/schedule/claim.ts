import type { Writer } from "../../platform/commit/writer.ts";
import type { Store } from "../../platform/db/database.ts";
import type { Statement } from "../../platform/db/statements/statement.ts";
import { secondMs } from "../../platform/lib/time.ts";
import { answerWithin } from "./run.ts";

/** A run renews its claim. If the run dies, another may begin after this time. */
const leaseOfScheduleMs = 30 * secondMs;

/** The claim is the first call of a run. A database that hangs keeps a place of the queue no longer than this. */
const longestClaimMs = 5 * secondMs;

/** The rows of the claims: those of the scheduled work, which ends them with its notes, and of the long work. */
const scheduleRun = 1;
export const jobsRun = 2;

/** Ends the claim of a run of the long work. */
export const endJobsRun = (claim: number): Statement => ({
	sql: "UPDATE scheduled_runs SET leased_until = 0 WHERE id = ? AND began_at = ?",
	params: [jobsRun, claim],
});

/**
 * Runs `run` unless another run of this database is under way, or one has begun since the message of this run was sent:
 * that one has done its work. `run` gets the name of its claim. All times are those of the machine, because messages and
 * claims do not follow the clock that development moves.
 */
export async function whileClaimed(
	writer: Writer,
	store: Store,
	{ sentAt, id = scheduleRun, leaseMs = leaseOfScheduleMs }: { sentAt: number; id?: number; leaseMs?: number },
	run: (claim: number) => Promise<void>,
): Promise<void> {
	const claim = Date.now();
	const [taken] = await answerWithin(
		longestClaimMs,
		writer.transaction(store, [
			{
				// A time in the future comes from a clock that went wrong.
				sql: `INSERT INTO scheduled_runs (id, began_at, leased_until) VALUES (?4, ?1, ?2)
					ON CONFLICT (id) DO UPDATE SET began_at = excluded.began_at, leased_until = excluded.leased_until
					WHERE leased_until <= ?1 AND (began_at < ?3 OR began_at > ?1) RETURNING began_at`,
				params: [claim, claim + leaseMs, sentAt, id],
			},
		]),
	);
	if (!taken || taken.results.length === 0) return;
	const renewing = setInterval(() => {
		const renew = {
			sql: "UPDATE scheduled_runs SET leased_until = ? WHERE id = ? AND began_at = ? AND leased_until > 0",
			params: [Date.now() + leaseMs, id, claim],
		};
		writer.transaction(store, [renew]).catch(() => {});
	}, leaseMs / 3);
	try {
		await run(claim);
	} finally {
		clearInterval(renewing);
	}
}
