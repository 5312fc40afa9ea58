import { eq } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../../platform/commit/change.ts";
import { updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { users } from "../../../../platform/db/tables/control/people.ts";
import { notFound } from "../../../../platform/problems/problem.ts";
import { accountAuditEntries } from "./audit-entries.ts";

export async function changeName(caller: Caller, userId: string, name: string | null): Promise<Change<null>> {
	const [account] = await caller.control.select().from(users).where(eq(users.id, userId));
	if (!account) throw notFound("account");
	if (account.name === name) return noChange(null);
	const changes = { name: { old: account.name, new: name } };
	return {
		result: null,
		inControlDatabase: true,
		writes: [updateIfUnchanged(users, account, { name, ...nextRevision(account, caller.now) })],
		effectsElsewhere: await accountAuditEntries(caller, userId, { action: "user.name_changed", changes }),
		onRefused: ({ kind }) => (kind === "raised" ? decideAgain : undefined),
	};
}
