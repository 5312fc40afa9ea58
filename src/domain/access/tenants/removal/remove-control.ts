import { eq, sql } from "drizzle-orm";
import { changedSome } from "../../../../platform/commit/change.ts";
import { execute } from "../../../../platform/commit/execute.ts";
import type { Write } from "../../../../platform/commit/write.ts";
import type { Writer } from "../../../../platform/commit/writer.ts";
import type { Caller } from "../../../../platform/context.ts";
import { idempotencyRecords } from "../../../../platform/db/tables/both/idempotency.ts";
import { mails } from "../../../../platform/db/tables/both/mails.ts";
import { apiKeys, apiKeyValues } from "../../../../platform/db/tables/control/api-keys.ts";
import { bookingAddresses } from "../../../../platform/db/tables/control/booking-addresses.ts";
import { effects } from "../../../../platform/db/tables/control/effects.ts";
import { gateNotices } from "../../../../platform/db/tables/control/gate-notices.ts";
import { oauthCodes, oauthGrants } from "../../../../platform/db/tables/control/oauth.ts";
import {
	emailChanges,
	invitations,
	memberships,
	passwordResets,
	sessions,
	users,
} from "../../../../platform/db/tables/control/people.ts";
import { tenantMoves } from "../../../../platform/db/tables/control/tenant-moves.ts";
import { together } from "../../../../platform/db/together.ts";
import { detachGrants } from "../../people/account/removed-account.ts";

const credentialsAtOnce = 100;
const peopleAtOnce = 10;
const rowsAtOnce = 500;

/** Returns whether more may be left. */
export async function removeSomeRows(writer: Writer, caller: Caller, tenantId: string): Promise<boolean> {
	return (
		(await removeSomeCredentials(writer, caller, tenantId)) ||
		(await removeSomePeople(writer, caller, tenantId)) ||
		(await removeSomeOthers(writer, caller, tenantId))
	);
}

async function removeSomeCredentials(writer: Writer, caller: Caller, tenantId: string): Promise<boolean> {
	const { control } = caller;
	const [keys, grants] = await together(
		{ control },
		({ control }) =>
			control.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.tenantId, tenantId)).limit(credentialsAtOnce),
		({ control }) =>
			control
				.select({ id: oauthGrants.id })
				.from(oauthGrants)
				.where(eq(oauthGrants.tenantId, tenantId))
				.limit(credentialsAtOnce),
	);
	if (keys.length + grants.length === 0) return false;
	const keyIds = listOf(keys);
	await execute(writer, caller, () => ({
		inControlDatabase: true,
		result: null,
		writes: [
			sql`DELETE FROM ${apiKeyValues} WHERE key_id IN ${keyIds}`,
			sql`DELETE FROM ${apiKeys} WHERE id IN ${keyIds}`,
			...deleteGrants(grants),
		],
		// Isolates read again the credentials that they remember, and then do not find them.
		credentials: [tenantId],
	}));
	return true;
}

/** The access tokens of a grant go with it. */
export function deleteGrants(grants: { id: string }[]): Write[] {
	const ids = listOf(grants);
	return [sql`DELETE FROM ${oauthCodes} WHERE grant_id IN ${ids}`, sql`DELETE FROM ${oauthGrants} WHERE id IN ${ids}`];
}

const listOf = (rows: { id: string }[]) =>
	sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;

/** An account that belongs to no other studio goes with its last one. */
async function removeSomePeople(writer: Writer, caller: Caller, tenantId: string): Promise<boolean> {
	const found = await together(
		caller,
		...[memberships, invitations].map(
			(table) =>
				({ control }: Caller) =>
					control.select({ id: table.userId }).from(table).where(eq(table.tenantId, tenantId)).limit(peopleAtOnce),
		),
	);
	const people = found.flat();
	if (people.length === 0) return false;
	const ids = listOf(people);
	const isAlone = sql`user_id IN ${ids} AND user_id NOT IN (
		SELECT user_id FROM ${memberships} WHERE user_id IN ${ids}
		UNION ALL SELECT user_id FROM ${invitations} WHERE user_id IN ${ids})`;
	await execute(writer, caller, () => ({
		inControlDatabase: true,
		result: null,
		writes: [
			...[memberships, invitations].map(
				(table) => sql`DELETE FROM ${table} WHERE tenant_id = ${tenantId} AND user_id IN ${ids}`,
			),
			...detachGrants(isAlone),
			...[sessions, emailChanges, passwordResets].map((table) => sql`DELETE FROM ${table} WHERE ${isAlone}`),
			sql`DELETE FROM ${users} WHERE id IN (SELECT user_id FROM (SELECT id AS user_id FROM ${users}) WHERE ${isAlone})`,
		],
	}));
	return true;
}

async function removeSomeOthers(writer: Writer, caller: Caller, tenantId: string): Promise<boolean> {
	const ofTenant = sql`tenant_id = ${tenantId} LIMIT ${rowsAtOnce}`;
	const { result } = await execute(writer, caller, () => ({
		inControlDatabase: true,
		resultFrom: changedSome,
		writes: [
			...[bookingAddresses, tenantMoves, effects, gateNotices, mails].map(
				(table) => sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${ofTenant})`,
			),
			sql`DELETE FROM ${idempotencyRecords} WHERE tenant_id = ${tenantId}`,
			sql`DELETE FROM ${oauthCodes} WHERE rowid IN (
				SELECT rowid FROM ${oauthCodes} INDEXED BY oauth_codes_unredeemed WHERE redeemed_at IS NULL AND ${ofTenant})`,
		],
	}));
	return result;
}
