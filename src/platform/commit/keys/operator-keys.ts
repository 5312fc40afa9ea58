import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../context.ts";
import { answersElsewhere } from "../../db/tables/control/answers-elsewhere.ts";
import { together } from "../../db/together.ts";
import { type ChangeDecidedByCommit, changedSome } from "../change.ts";
import { toStatements } from "../write.ts";
import type { Writer } from "../writer.ts";
import { type AnswerStore, answerLifetimeMs, findStoredAnswer, type KeyedRequest, mismatch } from "./idempotency.ts";

/**
 * The keys of the operator, who has one namespace for all tenants. The answer of a change is in the database of the
 * change. If that is a tenant's data, the control database has the tenant's id.
 */
export const operatorKeys = (writer: Writer): AnswerStore<Caller> => ({
	async find(caller, request) {
		const [here, [elsewhere]] = await together(
			caller,
			({ control }) => findStoredAnswer(control, request),
			({ control }) => control.select().from(answersElsewhere).where(sameKey(request)),
		);
		const { now } = caller;
		if (!elsewhere || elsewhere.expiresAt <= now || (here && here.stored.expiresAt > now)) return here;
		if (elsewhere.fingerprint !== request.fingerprint) throw mismatch();
		const data = await caller.dataOf(elsewhere.tenantId);
		return (await findStoredAnswer(data, inTenantData(request, elsewhere.tenantId))) ?? here;
	},
	async claim({ now }, request, change) {
		if (change.inControlDatabase || change.tenantId === undefined) return request;
		const { credentialId, key, fingerprint } = request;
		const row = { credentialId, key, fingerprint, tenantId: change.tenantId, expiresAt: now + answerLifetimeMs };
		const write = sql`INSERT INTO ${answersElsewhere} (credential_id, key, fingerprint, tenant_id, expires_at)
			VALUES (${credentialId}, ${key}, ${fingerprint}, ${row.tenantId}, ${row.expiresAt})
			ON CONFLICT (credential_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
				tenant_id = excluded.tenant_id, expires_at = excluded.expires_at
			WHERE expires_at <= ${now} OR (fingerprint = excluded.fingerprint AND tenant_id = excluded.tenant_id)
			RETURNING key`;
		// The claim may run twice, so it is repeated if its answer was lost.
		const claim = () => writer.transaction(writer.databases.control, toStatements(write));
		const [claimed] = await claim().catch(claim);
		if (claimed?.results.length === 0) throw mismatch();
		return inTenantData(request, change.tenantId);
	},
});

const sameKey = ({ credentialId, key }: KeyedRequest) =>
	and(eq(answersElsewhere.credentialId, credentialId), eq(answersElsewhere.key, key));

const inTenantData = (request: KeyedRequest, tenantId: string): KeyedRequest => ({ ...request, tenantId });

const deletedPerStep = 500;

const expired = (now: number): SQL =>
	sql`SELECT rowid FROM ${answersElsewhere} WHERE expires_at <= ${now} LIMIT ${deletedPerStep}`;

export const areAnswersElsewhereExpired = (now: number): SQL => sql`EXISTS (${expired(now)})`;

export const forgetAnswersElsewhere = (now: number): ChangeDecidedByCommit<boolean> => ({
	inControlDatabase: true,
	resultFrom: changedSome,
	writes: [sql`DELETE FROM ${answersElsewhere} WHERE rowid IN (${expired(now)})`],
});
