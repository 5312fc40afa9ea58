import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { mails } from "../db/tables/both/mails.ts";
import type { AnyChange } from "./change.ts";
import type { Write } from "./write.ts";

/** A mail that leaves after a change. */
interface MailOfChange {
	kind: string;
}

/** The mails that a change writes to the outbox. */
export const mailsOf = ({ writes }: AnyChange<unknown>): MailOfChange[] =>
	writes.flatMap((write) => {
		const row = rowFor(mails, write);
		return row ? [{ kind: String(row.kind) }] : [];
	});

function rowFor(table: SQLiteTable, write: Write): Record<string, unknown> | undefined {
	if ("condition" in write) return write.write && rowFor(table, write.write);
	return "rowFor" in write && typeof write.rowFor === "function" ? write.rowFor(table) : undefined;
}
