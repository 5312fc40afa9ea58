import { type SQL, sql } from "drizzle-orm";
import { insert, type Write } from "../../../../platform/commit/write.ts";
import { oauthCodes, oauthGrants } from "../../../../platform/db/tables/control/oauth.ts";
import { noPassword, users } from "../../../../platform/db/tables/control/people.ts";

/** Stands for everybody whose account was removed. Nobody can sign in to it, because no address is empty. */
export const removedAccountId = "usr_removed";

const removedAccount = {
	id: removedAccountId,
	email: "",
	emailKey: "",
	passwordHash: noPassword,
	createdAt: 0,
	updatedAt: 0,
};

/** The grants that these people approved in other studios go on, because they are the studios' (contract: Operator 18). */
export const detachGrants = (ofPeople: SQL): Write[] => [
	insert(users).values(removedAccount).onConflictDoNothing(),
	...[oauthGrants, oauthCodes].map((table) => sql`UPDATE ${table} SET user_id = ${removedAccountId} WHERE ${ofPeople}`),
];
