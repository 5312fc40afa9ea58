import { eq, type SQL, sql } from "drizzle-orm";
import { type Change, type ChangeDecidedByCommit, decideAgain } from "../../../platform/commit/change.ts";
import { type DatabaseRefusal, isStale } from "../../../platform/commit/transaction/refusals.ts";
import { mustChangeRows, update, type Write } from "../../../platform/commit/write.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { firstWaitMs, longestWaitMs, mails } from "../../../platform/db/tables/both/mails.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { MailOfRow } from "../prepared-mail.ts";
import { type ClaimedMail, clientMails } from "./mail-of-row.ts";

/** A data database has the mails of its studios, and the control database those that belong to none. */
export type MailDatabase = "control" | "data";

const changeTarget = (database: MailDatabase): { inControlDatabase?: true } =>
	database === "control" ? { inControlDatabase: true } : {};

/** The two partial indexes of the table have these conditions. */
const isUrgent = sql`m.kind <> 'booking_reminder'`;
const isReminder = sql`m.kind = 'booking_reminder'`;

const atOnce = 5;

/** The tenants whose turn was last, for each kind of mails. The next ones in the order of their ids follow. */
export interface Turns {
	urgent: string;
	reminders: string;
}

/**
 * Each of the next tenants has one mail in turn. Reminders come after all other mails. Without `turns` any tenant is
 * the first, so that none is always the last one of runs that do not come to the end.
 */
export function claimInTurn(now: number, database: MailDatabase, turns: Turns | null): Claim {
	const last = turns
		? sql`SELECT ${turns.urgent} AS urgent, ${turns.reminders} AS reminders`
		: sql`SELECT any_tenant AS urgent, any_tenant AS reminders FROM (SELECT coalesce(${anyTenant}, '') AS any_tenant)`;
	const chosen = sql`WITH last AS MATERIALIZED (${last})
		${dueInTurn(now, database, isUrgent, sql`(SELECT urgent FROM last)`)}
		UNION ALL ${dueInTurn(now, database, isReminder, sql`(SELECT reminders FROM last)`)}
		LIMIT ${atOnce}`;
	return claim(database, now, chosen);
}

/** Reminders are left out. */
export const claimOfTenant = (now: number, tenantId: string): Claim =>
	claim("data", now, sql`SELECT (${firstDue(now, isUrgent, sql`${tenantId}`)}) WHERE ${isHere(sql`${tenantId}`)}`);

type Claim = ChangeDecidedByCommit<ClaimedMail[]>;

const claim = (database: MailDatabase, now: number, chosen: SQL): Claim => ({
	...changeTarget(database),
	resultFrom: ([claimed]) =>
		((claimed?.results ?? []) as (Omit<ClaimedMail, "data"> & { data: string })[]).map((row) => ({
			...row,
			data: JSON.parse(row.data),
		})),
	writes: [
		sql`UPDATE ${mails} SET failures = failures + 1,
				leased_until = ${now} + min(${firstWaitMs} * (failures + 1), ${longestWaitMs})
			WHERE id IN (${chosen})
			RETURNING id, tenant_id AS tenantId, kind, data, failures AS tries,
				${database === "data" ? ofStudio("email") : sql`NULL`} AS "to",
				${database === "data" ? ofStudio("name") : sql`NULL`} AS tenantName`,
	],
});

const ofStudio = (column: "name" | "email"): SQL =>
	sql`(SELECT ${sql.identifier(column)} FROM ${studios} WHERE tenant_id = ${mails}.tenant_id)`;

const anyTenant = sql`(SELECT tenant_id FROM ${mails} WHERE rowid >= abs(random()) % (SELECT max(rowid) FROM ${mails}) LIMIT 1)`;

const isHere = (tenant: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${tenant} AND ${isStudioHere})`;

const firstDue = (now: number, kind: SQL, tenant: SQL): SQL =>
	sql`SELECT m.id FROM ${mails} m WHERE ${kind} AND m.tenant_id = ${tenant} AND m.leased_until <= ${now}
		ORDER BY m.leased_until LIMIT 1`;

/** First come the tenants after `last`, then those up to `last`. Each tenant is one step in the index. */
function dueInTurn(now: number, database: MailDatabase, kind: SQL, last: SQL): SQL {
	const next = (condition: SQL) =>
		sql`(SELECT m.tenant_id FROM ${mails} m WHERE ${kind} AND ${condition} ORDER BY m.tenant_id LIMIT 1)`;
	const from = (first: SQL, isWithin: SQL) => sql`SELECT id FROM (
		WITH RECURSIVE turn (tenant) AS (
			SELECT ${next(first)} UNION ALL SELECT ${next(sql`m.tenant_id > tenant`)} FROM turn WHERE ${isWithin}
		)
		SELECT (${firstDue(now, kind, sql`tenant`)}) AS id FROM turn
		WHERE ${isWithin} ${database === "data" ? sql`AND ${isHere(sql`tenant`)}` : sql``}
	) WHERE id IS NOT NULL`;
	return sql`${from(sql`m.tenant_id > ${last}`, sql`tenant IS NOT NULL`)}
		UNION ALL ${from(sql`m.tenant_id >= ''`, sql`tenant <= ${last}`)}`;
}

export const areMailsDue = (now: number, database: MailDatabase): SQL =>
	sql.join(
		[isUrgent, isReminder].map((kind) => sql`EXISTS (${dueInTurn(now, database, kind, sql`''`)})`),
		sql` OR `,
	);

/** The claimed mails have had these turns. */
export function turnsAfter(turns: Turns | null, claimed: readonly ClaimedMail[]): Turns {
	const [reminders, urgent] = [true, false].map((are) =>
		claimed.filter(({ kind }) => (kind === "booking_reminder") === are).map(({ tenantId }) => tenantId),
	) as [string[], string[]];
	return { urgent: lastOf(turns?.urgent, urgent), reminders: lastOf(turns?.reminders, reminders) };
}

/** The tenants up to the earlier one came last, because their turns began again. */
function lastOf(earlier = "", tenantIds: readonly string[]): string {
	const again = tenantIds.filter((id) => id <= earlier);
	return (again.length > 0 ? again : tenantIds).toSorted().at(-1) ?? earlier;
}

export const removal = (claimed: ClaimedMail, database: MailDatabase): Change<null> => ({
	...(database === "control" ? { inControlDatabase: true } : { tenantId: claimed.tenantId }),
	result: null,
	writes: [sql`DELETE FROM ${mails} WHERE id = ${claimed.id}`],
});

/** The mails that this one replaces go, too. */
export const removalOfNeedless = (claimed: ClaimedMail, database: MailDatabase, of: MailOfRow): Change<null> => ({
	...removal(claimed, database),
	writes: [...removal(claimed, database).writes, ...replacing(claimed, of)],
	onRefused: ifStale,
});

/**
 * Notes that the mail service is about to get the mail, in a transaction that holds only while the records are as they
 * were read and no other mail has replaced this one. Each later change finds what the client may know by now.
 */
export const handOver = (claimed: ClaimedMail, database: MailDatabase, of: MailOfRow): Change<null> => ({
	...removal(claimed, database),
	writes: of.isUnchanged ? [stillThere(claimed, of), ...replacing(claimed, of)] : [],
	onRefused: ifStale,
});

const stillThere = ({ id }: ClaimedMail, { data }: MailOfRow): Write =>
	data
		? mustChangeRows(update(mails).set({ data: data.handedOver }).where(eq(mails.id, id)))
		: { condition: sql`EXISTS (SELECT 1 FROM ${mails} WHERE id = ${id})`, reason: "stale_write" };

function replacing({ id, tenantId }: ClaimedMail, { replaces, isUnchanged }: MailOfRow): Write[] {
	if (!replaces || !isUnchanged) return [];
	const write = sql`DELETE FROM ${mails} WHERE tenant_id = ${tenantId} AND id <> ${id} AND ${replaces}`;
	return [{ write, condition: isUnchanged, reason: "stale_write" }];
}

const ifStale = (refusal: DatabaseRefusal) => (isStale(refusal) ? decideAgain : undefined);

/**
 * The mail service has refused the mail, so the client knows nothing of it. The rest of the row may have changed
 * meanwhile: a merge gives it another client.
 */
export const takenBack = ({ id, tenantId }: ClaimedMail, { data }: MailOfRow): Change<null> => ({
	tenantId,
	result: null,
	writes: data
		? [
				sql`UPDATE ${mails} SET data = json_set(data, '$.told', json(${JSON.stringify(data.toldIfRefused)})) WHERE id = ${id}`,
			]
		: [],
});

/** The mail waits until this time. The try does not count. */
export const postponement = ({ id, tenantId }: ClaimedMail, until: number): Change<null> => ({
	tenantId,
	result: null,
	writes: [sql`UPDATE ${mails} SET failures = failures - 1, leased_until = ${until} WHERE id = ${id}`],
});

const postponedAtOnce = 500;

/** The tenant's other due mails to clients wait as well, so that they do not take the turns of others. */
export const postponementOfTenant = (mail: ClaimedMail, now: number, until: number): Change<null> => ({
	...postponement(mail, until),
	writes: [
		...postponement(mail, until).writes,
		...[isUrgent, isReminder].map(
			(kind) => sql`UPDATE ${mails} SET leased_until = ${until} WHERE id IN (
				SELECT m.id FROM ${mails} m WHERE ${kind} AND m.tenant_id = ${mail.tenantId} AND m.leased_until <= ${now}
					AND m.kind IN ${eachOf(clientMails)} LIMIT ${postponedAtOnce})`,
		),
	],
});
