import { eq } from "drizzle-orm";
import type { Database } from "../../../../platform/db/database.ts";
import { noPassword, users } from "../../../../platform/db/tables/control/people.ts";
import { emailKey } from "../../../../platform/http/fields/fields.ts";

type UserRow = typeof users.$inferSelect;

/** The person may not have chosen a password yet. */
export async function findAccount(
	control: Database,
	email: string,
): Promise<(UserRow & { hasPassword: boolean }) | undefined> {
	const [row] = await control
		.select()
		.from(users)
		.where(eq(users.emailKey, emailKey(email)));
	return row && { ...row, hasPassword: row.passwordHash !== noPassword };
}
