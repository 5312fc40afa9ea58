import { and, eq } from "drizzle-orm";
import { type DatabaseRefusal, isTaken } from "../../../platform/commit/transaction/refusals.ts";
import type { Ctx } from "../../../platform/context.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { fieldProblem, type Problem } from "../../../platform/problems/problem.ts";

/** Unknown ids and ids of other tenants get the same error. */
export const clientReference = (field: string) => {
	const namesNone = (): Problem => fieldProblem(field, "names no client");
	return {
		namesNone,
		async check({ db, tenantId }: Ctx, id: string | null | undefined): Promise<void> {
			if (id === null || id === undefined) return;
			const found = await db
				.select({ id: clients.id })
				.from(clients)
				.where(and(eq(clients.tenantId, tenantId), eq(clients.id, id)));
			if (found.length === 0) throw namesNone();
		},
	};
};

/** Upper and lower case make no difference. */
export async function clientWithEmail({ db, tenantId }: Ctx, email: string): Promise<string | undefined> {
	const [holder] = await db
		.select({ id: clients.id })
		.from(clients)
		.where(and(eq(clients.tenantId, tenantId), eq(clients.emailKey, emailKey(email))));
	return holder?.id;
}

export const isEmailTaken = (refusal: DatabaseRefusal): boolean =>
	isTaken(refusal, "clients.tenant_id, clients.email_key");
