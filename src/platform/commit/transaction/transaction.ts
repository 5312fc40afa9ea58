import { type SQL, sql } from "drizzle-orm";
import type { Caller, StorageLimit } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { Store } from "../../db/database.ts";
import { effects } from "../../db/tables/control/effects.ts";
import { notFound } from "../../problems/problem.ts";
import type { AnyChange } from "../change.ts";
import { insertEffect, type NewEffect, newEffect } from "../effects/effects.ts";
import { freedBy, toStatements, type Write } from "../write.ts";
import { type Committing, tenantOf, traceOf } from "./events-and-audit.ts";
import { whileOpen } from "./open-studio.ts";
import { countGrowth } from "./stored-bytes.ts";

/** What the record of an Idempotency-Key adds to a transaction. */
export interface RecordWrites {
	/** These run before everything else, so that the database refuses a taken key first. */
	first: Write[];
	last: Write[];
}

/** One transaction, in the database that decides the change. */
export interface Transaction {
	store: Store;
	statements: Statement[];
	/** How many statements come before those of the change. */
	before: number;
	/** Finds a row only when it has committed. */
	evidence?: SQL | undefined;
	/** The same where its effect has been applied and deleted by now. */
	evidenceInData?: { tenantId: string; evidence: SQL } | undefined;
	effects: NewEffect[];
}

/** The change of a tenant's data, or of what the service keeps in a data database. */
export async function inData(by: Committing, change: AnyChange<unknown>, record: RecordWrites): Promise<Transaction> {
	const { caller } = by;
	const tenantId = change.tenantId ?? caller.tenantId;
	const trace = traceOf(caller, change);
	const writes = [...change.writes, ...trace.writes, ...record.last];
	const first = record.first.flatMap(toStatements);
	const statements = writes.flatMap(toStatements);
	const store = await storeOf(by, change);
	const { evidence = trace.evidence } = change;
	if (tenantId === undefined || first.length + statements.length === 0)
		return { store, statements: [...first, ...statements], before: first.length, evidence, effects: [] };
	const growth = {
		tenantId,
		statements: [...first, ...statements],
		eventIds: trace.eventIds,
		limit: limitOf(caller, change),
		freed: sum(change.writes.map(freedBy)),
	};
	const before = [...toStatements(whileOpen(tenantId)), ...first, ...preconditionOf(change)];
	return {
		store,
		statements: [...before, ...statements, ...toStatements(countGrowth(growth))],
		before: before.length,
		evidence,
		effects: [],
	};
}

/** The change of the control database. What it means for the data of tenants follows as effects. */
export function inControl(
	{ writer, caller }: Committing,
	change: AnyChange<unknown>,
	record: RecordWrites,
): Transaction {
	const { now } = caller;
	const trace = traceOf(caller, change);
	const own = [...(change.effects ?? []), ...trace.writes];
	const elsewhere = (change.effectsElsewhere ?? []).map(({ tenantId, writes }) =>
		newEffect(tenantId, withGrowth(tenantId, writes, []), now),
	);
	const effectsOfChange =
		own.length === 0
			? elsewhere
			: [
					newEffect(tenantOf(caller, change), withGrowth(tenantOf(caller, change), own, trace.eventIds), now),
					...elsewhere,
				];
	const first = record.first.flatMap(toStatements);
	const writes = [...change.writes, ...record.last, ...effectsOfChange.flatMap((effect) => insertEffect(effect, now))];
	const [effect] = effectsOfChange;
	return {
		store: writer.databases.control,
		statements: [...first, ...writes.flatMap(toStatements)],
		before: first.length,
		evidence: change.evidence ?? (effect && sql`SELECT 1 FROM ${effects} WHERE id = ${effect.id}`),
		evidenceInData:
			change.evidence || !trace.evidence ? undefined : { tenantId: tenantOf(caller, change), evidence: trace.evidence },
		effects: effectsOfChange,
	};
}

/** The database that decides the change. */
export async function storeOf({ writer, caller }: Committing, change: AnyChange<unknown>): Promise<Store> {
	const { databases, home } = writer;
	if (change.control) return databases.control;
	if (home) return home;
	const tenantId = change.tenantId ?? caller.tenantId;
	// Without a tenant there is nothing but the record of a key, which the operator's requests have there.
	if (tenantId === undefined) return databases.control;
	const store = await databases.of(tenantId);
	if (!store) throw notFound("tenant");
	return store;
}

/** The record of an answer creates nothing for the tenant. */
function limitOf({ storage }: Caller, { audit }: AnyChange<unknown>): StorageLimit | undefined {
	return storage && { ...storage, creates: storage.creates && audit !== undefined };
}

/** After the record of a key, which may hold the answer that the same request got when the precondition was met. */
const preconditionOf = ({ precondition }: AnyChange<unknown>): Statement[] =>
	precondition ? toStatements({ reason: "precondition", holds: precondition.holds }) : [];

/** The statements of an effect, with what they add to the bytes that the tenant stores. */
function withGrowth(tenantId: string, writes: Write[], eventIds: string[]): Statement[] {
	const statements = writes.flatMap(toStatements);
	const growth = countGrowth({ tenantId, statements, freed: sum(writes.map(freedBy)), eventIds, limit: undefined });
	return [...statements, ...toStatements(growth)];
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
