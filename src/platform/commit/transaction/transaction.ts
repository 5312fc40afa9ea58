import { type SQL, sql } from "drizzle-orm";
import type { Caller, StorageLimit } from "../../context.ts";
import type { Store } from "../../db/database.ts";
import type { Statement } from "../../db/statements/statement.ts";
import { effects } from "../../db/tables/control/effects.ts";
import { typesOfEffects } from "../../db/tables/data/events.ts";
import { notFound } from "../../problems/problem.ts";
import type { AnyChange } from "../change.ts";
import { insertEffect, type NewEffect, newEffect } from "../effects/effects.ts";
import { freedBytesOf, toStatements, type Write } from "../write.ts";
import { type CommitContext, eventsAndAuditOf, tenantOf } from "./events-and-audit.ts";
import { requireOpenStudio, requireStudioForRecords } from "./open-studio.ts";
import { countGrowth } from "./stored-bytes.ts";

/** The writes that the record of an Idempotency-Key adds to a transaction. */
export interface KeyRecordWrites {
	/** These run before everything else, so that the database refuses a taken key first. */
	first: Write[];
	last: Write[];
}

export interface Transaction {
	store: Store;
	statements: Statement[];
	/** How many statements come before those of the change. */
	countBefore: number;
	/** A SELECT that finds a row only after the commit. */
	proofOfCommit?: SQL | undefined;
	/** The same in the tenant's data, if the effect has already been applied and deleted. */
	proofInData?: { tenantId: string; proof: SQL } | undefined;
	effects: NewEffect[];
}

export async function dataTransaction(
	context: CommitContext,
	change: AnyChange<unknown>,
	record: KeyRecordWrites,
): Promise<Transaction> {
	const { caller } = context;
	const tenantId = change.tenantId ?? caller.tenantId;
	const eventsAndAudit = eventsAndAuditOf(caller, change);
	const writes = [...change.writes, ...eventsAndAudit.writes, ...record.last];
	const first = record.first.flatMap(toStatements);
	const statements = writes.flatMap(toStatements);
	const store = await storeOf(context, change);
	const { proofOfCommit = eventsAndAudit.proofOfCommit } = change;
	if (tenantId === undefined || first.length + statements.length === 0)
		return {
			store,
			statements: [...first, ...statements],
			countBefore: first.length,
			proofOfCommit,
			effects: [],
		};
	const growth = {
		tenantId,
		statements: [...first, ...statements],
		eventIds: eventsAndAudit.eventIds,
		limit: limitOf(caller, change),
		freed: sum(change.writes.map(freedBytesOf)),
	};
	const open = change.recordsWork ? requireStudioForRecords(tenantId) : requireOpenStudio(tenantId);
	const before = [...toStatements(open), ...first, ...preconditionOf(change)];
	return {
		store,
		statements: [...before, ...statements, ...(change.recordsWork ? [] : toStatements(countGrowth(growth)))],
		countBefore: before.length,
		proofOfCommit,
		effects: [],
	};
}

/** The transaction of a change of the control database. Its writes to tenants' data follow as effects. */
export function controlTransaction(
	{ writer, caller }: CommitContext,
	change: AnyChange<unknown>,
	record: KeyRecordWrites,
): Transaction {
	const { now } = caller;
	const other = change.events?.find(({ type }) => !typesOfEffects.includes(type));
	if (other) throw new Error(`A change of the control database emits no ${other.type}.`);
	const eventsAndAudit = eventsAndAuditOf(caller, change);
	const own = [...(change.effects ?? []), ...eventsAndAudit.writes];
	const elsewhere = (change.effectsElsewhere ?? []).map(({ tenantId, writes }) =>
		newEffect(tenantId, withGrowth(tenantId, writes, []), now),
	);
	const effectsOfChange =
		own.length === 0
			? elsewhere
			: [
					newEffect(tenantOf(caller, change), withGrowth(tenantOf(caller, change), own, eventsAndAudit.eventIds), now),
					...elsewhere,
				];
	const before = [...record.first.flatMap(toStatements), ...preconditionOf(change)];
	const writes = [...change.writes, ...record.last, ...effectsOfChange.flatMap((effect) => insertEffect(effect, now))];
	const [effect] = effectsOfChange;
	return {
		store: writer.databases.control,
		statements: [...before, ...writes.flatMap(toStatements)],
		countBefore: before.length,
		proofOfCommit: change.proofOfCommit ?? (effect && sql`SELECT 1 FROM ${effects} WHERE id = ${effect.id}`),
		proofInData:
			change.proofOfCommit || !eventsAndAudit.proofOfCommit
				? undefined
				: { tenantId: tenantOf(caller, change), proof: eventsAndAudit.proofOfCommit },
		effects: effectsOfChange,
	};
}

export async function storeOf({ writer, caller }: CommitContext, change: AnyChange<unknown>): Promise<Store> {
	const { databases, dataDatabase } = writer;
	if (change.inControlDatabase) return databases.control;
	if (dataDatabase) return dataDatabase;
	const tenantId = change.tenantId ?? caller.tenantId;
	// Without a tenant there is only the record of an operator's key.
	if (tenantId === undefined) return databases.control;
	const store = await databases.of(tenantId);
	if (!store) throw notFound("tenant");
	return store;
}

/** A commit without an audit entry creates nothing for the tenant, such as one that only stores an answer. */
function limitOf({ storage }: Caller, { audit }: AnyChange<unknown>): StorageLimit | undefined {
	return storage && { ...storage, creates: storage.creates && audit !== undefined };
}

/** It runs after the key's record: a repeated request gets its stored answer even if the precondition now fails. */
const preconditionOf = ({ precondition }: AnyChange<unknown>): Statement[] =>
	(precondition?.conditions ?? []).flatMap((condition) => toStatements({ reason: "precondition", condition }));

function withGrowth(tenantId: string, writes: Write[], eventIds: string[]): Statement[] {
	const statements = writes.flatMap(toStatements);
	const growth = countGrowth({
		tenantId,
		statements,
		freed: sum(writes.map(freedBytesOf)),
		eventIds,
		limit: undefined,
	});
	return [...statements, ...toStatements(growth)];
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
