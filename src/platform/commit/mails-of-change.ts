import { RowInsert } from "../db/statements/insert-row.ts";
import { mails } from "../db/tables/both/mails.ts";
import type { AnyChange } from "./change.ts";
import type { Write } from "./write.ts";

interface MailOfChange {
	kind: string;
}

/** The mails that a change writes to the outbox with `insertRow`. */
export const mailsOf = ({ writes }: AnyChange<unknown>): MailOfChange[] => writes.flatMap(mailsIn);

function mailsIn(write: Write): MailOfChange[] {
	if ("condition" in write) return write.write ? mailsIn(write.write) : [];
	return write instanceof RowInsert && write.table === mails ? [{ kind: String(write.row.kind) }] : [];
}
