import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { safeMessage } from "../../db/errors.ts";
import type { Statement } from "../../db/statements/statement.ts";
import { effects } from "../../db/tables/control/effects.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import { studios } from "../../db/tables/data/studios.ts";
import { deliveriesIn } from "../../events/publish.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { secondMs } from "../../lib/time.ts";
import { log } from "../../log.ts";
import { noteLastWrite } from "../after/note-last-write.ts";
import { eventsIn, notifyListeners } from "../after/notify-listeners.ts";
import { requireStudioForEffects } from "../transaction/open-studio.ts";
import { type DatabaseRefusal, isClosed, isStale, refusalIn } from "../transaction/refusals.ts";
import { insert, mustChangeRows, remove, toStatements, type Write } from "../write.ts";
import type { Writer } from "../writer.ts";

// A change that is decided in the control database also changes tenants' data: audit entries, events, the copy of the
// plan. No transaction spans two databases. Therefore the control database stores the effects with the change. Each
// effect is then applied to the data once and in order: before the answer if possible, otherwise by the schedule.

export interface NewEffect {
	id: string;
	tenantId: string;
	statements: Statement[];
}

export const newEffect = (tenantId: string, statements: Statement[], now: number): NewEffect => ({
	id: newId("effect", now),
	tenantId,
	statements,
});

interface TimeOfApplication {
	appliedAt: true;
}

const isTimeOfApplication = (param: unknown): param is TimeOfApplication =>
	typeof param === "object" && param !== null && "appliedAt" in param;

/**
 * In the writes of an effect: the time at which it is applied, which may be long after its change. An `updated_at` must be
 * this time, because a caller who syncs has read everything up to an earlier one.
 */
export const timeOfApplication: SQL = sql`${{ appliedAt: true } satisfies TimeOfApplication}`;

const at = (now: number, { sql, params }: Statement): Statement => ({
	sql,
	params: params.map((param) => (isTimeOfApplication(param) ? now : param)),
});

/** Gives an effect its number and stores it. The second statement returns the number. */
export const insertEffect = ({ id, tenantId, statements }: NewEffect, now: number): Write[] => [
	sql`UPDATE ${tenants} SET effects = effects + 1 WHERE id = ${tenantId}`,
	sql`INSERT INTO ${effects} (tenant_id, number, id, statements, created_at)
		SELECT id, effects, ${id}, ${JSON.stringify(statements)}, ${now} FROM ${tenants} WHERE id = ${tenantId}
		RETURNING number AS effect_number, id AS effect_id`,
];

export const effectNumbersIn = (results: D1Result[]): Map<string, number> =>
	new Map(
		results.flatMap(({ results: rows = [] }) =>
			rows.flatMap((row) =>
				typeof row === "object" && row && "effect_number" in row && "effect_id" in row
					? [[String(row.effect_id), Number(row.effect_number)] as const]
					: [],
			),
		),
	);

interface NumberedEffect {
	tenantId: string;
	number: number;
	statements: Statement[];
}

/** The longest time for which the answer to a change waits for a data database. */
const applyTimeoutMs = 3 * secondMs;

/**
 * Applies effects whose change has just committed. A failure does not fail the change: the schedule applies the effects
 * later. Until then every read of the control database already sees the change.
 */
export async function applyNow(writer: Writer, committed: NewEffect[], numbers: Map<string, number>): Promise<void> {
	const placed = writer.databases.loadPlacements([...new Set(committed.map(({ tenantId }) => tenantId))]);
	const applying = committed.map((effect) =>
		placed.then(() => applyOne(writer, effect, numbers.get(effect.id))).catch(report),
	);
	for (const work of applying) writer.afterResponse(work);
	await Promise.all(applying.map((work) => withTimeout(applyTimeoutMs, work).catch(report)));
}

async function applyOne(
	writer: Writer,
	{ tenantId, statements }: NewEffect,
	number: number | undefined,
): Promise<void> {
	const isApplied = number !== undefined && (await apply(writer, { tenantId, number, statements })) === "applied";
	if (isApplied) writer.afterResponse(forget(writer, tenantId, number).catch(report));
	else await catchUp(writer, tenantId);
}

export async function catchUp(writer: Writer, tenantId: string): Promise<void> {
	for (;;) {
		const outstanding = await writer.databases.control.db
			.select({ tenantId: effects.tenantId, number: effects.number, statements: effects.statements })
			.from(effects)
			.where(eq(effects.tenantId, tenantId))
			.orderBy(asc(effects.number))
			.limit(effectsPerRead);
		for (const effect of outstanding) {
			const outcome = await apply(writer, effect);
			if (outcome === "applied" || (await lastApplied(writer, tenantId)) >= effect.number) continue;
			// The tenant is about to move. Any other refusal is a fault that would block all later effects of the tenant.
			if (!isTemporary(outcome.refusal)) throw outcome.error;
			return report(new Error(`The database refused effect ${effect.number} of ${tenantId}.`));
		}
		const last = outstanding.at(-1);
		if (!last) return;
		await forget(writer, tenantId, last.number);
		if (outstanding.length < effectsPerRead) return;
	}
}

const effectsPerRead = 50;

type Outcome = "applied" | { refusal: DatabaseRefusal; error: unknown };

const isTemporary = (refusal: DatabaseRefusal): boolean => isStale(refusal) || isClosed(refusal);

/** The database refuses an effect that is not the next one, and every effect while the tenant moves. */
async function apply(writer: Writer, { tenantId, number, statements }: NumberedEffect): Promise<Outcome> {
	const store = await writer.databases.of(tenantId);
	if (!store) throw new Error(`There is no tenant ${tenantId} for its effects.`);
	const isNext = mustChangeRows(
		sql`UPDATE ${studios} SET effects = ${number} WHERE tenant_id = ${tenantId} AND effects = ${number - 1}`,
	);
	// The first effect of a tenant makes its row.
	const own = statements.map((statement) => at(clock.now(), statement));
	const [insertStudioFirst, rest] = number === 1 ? [own.slice(0, 1), own.slice(1)] : [[], own];
	try {
		const results = await writer.transaction(store, [
			...insertStudioFirst,
			...[requireStudioForEffects(tenantId), isNext].flatMap(toStatements),
			...rest,
		]);
		const due = deliveriesIn(results);
		if (due.length > 0) writer.nudge(store.id, due);
		await noteLastWrite(writer, store, tenantId);
		notifyListeners(writer, store, tenantId, eventsIn(results));
		return "applied";
	} catch (error) {
		const refusal = refusalIn(error);
		if (!refusal) throw error;
		writer.databases.forgetPlacement(tenantId);
		return { refusal, error };
	}
}

async function lastApplied(writer: Writer, tenantId: string): Promise<number> {
	const store = await writer.databases.of(tenantId);
	const [studio] = store
		? await store.db.select({ effects: studios.effects }).from(studios).where(eq(studios.tenantId, tenantId))
		: [];
	return studio?.effects ?? 0;
}

const forget = (writer: Writer, tenantId: string, upTo: number): Promise<D1Result[]> =>
	writer.transaction(
		writer.databases.control,
		toStatements(remove(effects).where(and(eq(effects.tenantId, tenantId), lte(effects.number, upTo)))),
	);

const report = (error: unknown): void =>
	log.warning("fault", { message: `An effect waits for the next run: ${safeMessage(error)}` });

/** The row of a new tenant in its data database. It must be the first effect's first write. */
export const insertStudio = (studio: typeof studios.$inferInsert): Write =>
	insert(studios).values(studio).onConflictDoNothing();
