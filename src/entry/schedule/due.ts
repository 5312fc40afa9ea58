import { type SQL, sql } from "drizzle-orm";
import { areGrantsOld } from "../../api/oauth/retention.ts";
import { isCountDue } from "../../domain/access/databases/count-stored-bytes.ts";
import { databasesToMeasure } from "../../domain/access/databases/sizes.ts";
import { areEmailChangesExpired } from "../../domain/access/people/account/change-email.ts";
import { areResetsExpired } from "../../domain/access/people/account/reset-password.ts";
import { areSessionsLapsed } from "../../domain/access/people/sessions.ts";
import { databasesWithRemovals } from "../../domain/access/tenants/removal/remove-tenants.ts";
import { areTrialsEnding } from "../../domain/access/tenants/trials.ts";
import { areRemindersDue } from "../../domain/booking/bookings/reminders.ts";
import { areDepositsDue } from "../../domain/booking/deposits/unpaid.ts";
import { areHoldsExpired } from "../../domain/booking/holds/operations.ts";
import { clocksAt } from "../../domain/events/dispatch/clocks.ts";
import { isSweepDue } from "../../domain/events/dispatch/sweep.ts";
import { isEndpointWorkDue } from "../../domain/events/endpoint-work/continue-endpoint-work.ts";
import { isPurgeDue } from "../../domain/events/endpoint-work/delete-endpoint.ts";
import { areDeliveriesOld, areEventsOld } from "../../domain/events/endpoint-work/retention.ts";
import { areExportsOld } from "../../domain/exports/forget-exports.ts";
import { areImportsOld } from "../../domain/imports/forget-imports.ts";
import { areMailsDue } from "../../domain/mail/outbox/claim.ts";
import { areMovesUnclaimed } from "../../domain/moves/move-record.ts";
import { areDepartedDue, isTenantMoving } from "../../domain/moves/remove-departed.ts";
import { arePicturesDue } from "../../domain/pictures/remove-objects.ts";
import { areAddressesDue } from "../../domain/studio/artists/settle-addresses.ts";
import { areCalendarsDue } from "../../domain/studio/calendars/due.ts";
import { areGatesLeft } from "../../platform/commit/after/tell-gates.ts";
import { areEffectsDue } from "../../platform/commit/effects/effects-due.ts";
import { areEntriesOld } from "../../platform/commit/forget-entries.ts";
import { areAnswersDue, isWalkUnderWay } from "../../platform/commit/keys/forget-lapsed-answers.ts";
import { areAnswersElsewhereExpired } from "../../platform/commit/keys/operator-keys.ts";
import { toStatements } from "../../platform/commit/write.ts";
import type { Writer } from "../../platform/commit/writer.ts";
import type { Store } from "../../platform/db/database.ts";
import { isOutage } from "../../platform/db/errors.ts";
import { scheduledRuns } from "../../platform/db/tables/both/scheduled-runs.ts";
import { areJobsDue } from "../../platform/jobs/run-jobs.ts";
import { minuteMs, secondMs } from "../../platform/lib/time.ts";
import { answerWithin } from "./run.ts";
import { report } from "./steps.ts";

// A run asks its database first, in one call, which steps have something to do. In a minute in which nothing is due it
// ends with that, and writes nothing.

export const dueInControl = (now: number) => ({
	effects: areEffectsDue(now),
	gates: areGatesLeft(now),
	mails: areMailsDue(now, "control"),
	moves: areMovesUnclaimed(),
	trials: areTrialsEnding(now),
	addresses: areAddressesDue(now),
	idempotency: sql`${areAnswersDue(now)} OR ${areAnswersElsewhereExpired(now)}`,
	sessions: areSessionsLapsed(now),
	resets: areResetsExpired(now),
	email_changes: areEmailChangesExpired(now),
	oauth: areGrantsOld(now),
});

/** Work that only tidies up waits while a tenant leaves or arrives, so that its rows stay as they are copied. */
const unlessMoving = (condition: SQL): SQL => sql`(${condition}) AND NOT (${isTenantMoving})`;

export const dueInData = (now: number) => ({
	sweep: isSweepDue(clocksAt(now)),
	endpoints: sql`${isEndpointWorkDue} OR ${isPurgeDue}`,
	reminders: areRemindersDue(now),
	deposits: areDepositsDue(now),
	// A due reminder becomes a mail.
	mails: sql`${areMailsDue(now, "data")} OR ${areRemindersDue(now)} OR ${areDepositsDue(now)}`,
	calendars: areCalendarsDue(now),
	jobs: areJobsDue(now),
	holds: unlessMoving(areHoldsExpired(now)),
	idempotency: unlessMoving(sql`${areAnswersDue(now)} OR ${isWalkUnderWay}`),
	deliveries: unlessMoving(areDeliveriesOld(now)),
	events: unlessMoving(areEventsOld(now)),
	stored_bytes: unlessMoving(isCountDue(now)),
	exports: unlessMoving(areExportsOld(now)),
	pictures: unlessMoving(arePicturesDue(now)),
	imports: unlessMoving(areImportsOld(now)),
	audit_log: unlessMoving(areEntriesOld(now)),
	// The control database knows.
	deleted_tenants: sql`FALSE`,
	departed: areDepartedDue(now),
});

/** The notes of a run are due again after this time, so that they show that the schedule runs. */
const notesAgainMs = 10 * minuteMs;

/** The error of a step that has nothing to do any more is forgotten. */
const areNotesDue = (aStep: string, now: number): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${scheduledRuns} WHERE steps ->> ${`$.${aStep}.finishedAt`} > ${now - notesAgainMs}
		AND NOT EXISTS (SELECT 1 FROM json_each(steps) s WHERE s.value ->> 'error' IS NOT NULL))`;

/** The steps that the control database finds due in data databases, and in which. */
const dueElsewhere = (now: number): SQL =>
	sql`SELECT 'deleted_tenants' AS step, id FROM (${databasesWithRemovals(now)})
		UNION ALL SELECT 'notes', id FROM (${databasesToMeasure})`;

/** The same if the control database did not say. */
export const unlessKnown: readonly string[] = ["deleted_tenants", "notes"];

/** A database that hangs keeps a place of the queue no longer than this. */
const longestMs = 5 * secondMs;

/** The names of the due steps of a database; `notes` stands for the end of a run. Throws if the database is away. */
export async function findDue(
	writer: Writer,
	store: Store,
	conditions: Record<string, SQL>,
	now: number,
): Promise<{ due: Set<string>; elsewhere: Map<string, string[]> | null }> {
	const names = [...Object.keys(conditions), "notes"];
	const all = { ...conditions, notes: areNotesDue(names[0] ?? "", now) };
	const columns = Object.entries(all).map(([name, condition]) => sql`(${condition}) AS ${sql.identifier(name)}`);
	const questions = [sql`SELECT ${sql.join(columns, sql`, `)}`];
	if (store === writer.databases.control) questions.push(dueElsewhere(now));
	try {
		const asked = writer.transaction(store, questions.flatMap(toStatements));
		const [own, others] = await answerWithin(longestMs, asked);
		const isDue = own?.results[0] as Record<string, number> | undefined;
		const found = others?.results as { step: string; id: string }[] | undefined;
		return {
			due: new Set(names.filter((name) => isDue?.[name] !== 0)),
			elsewhere: found ? stepsById(found) : null,
		};
	} catch (error) {
		if (isOutage(error)) throw error;
		report("due", error, store.id);
		return { due: new Set(names), elsewhere: null };
	}
}

const stepsById = (found: { step: string; id: string }[]): Map<string, string[]> =>
	new Map([...Map.groupBy(found, ({ id }) => id)].map(([id, steps]) => [id, steps.map(({ step }) => step)]));
