/** The names of SQLite's extended codes that D1 puts into its messages. */
const extendedNames: Record<number, string> = {
	275: "SQLITE_CONSTRAINT_CHECK",
	787: "SQLITE_CONSTRAINT_FOREIGNKEY",
	1299: "SQLITE_CONSTRAINT_NOTNULL",
	1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
	1811: "SQLITE_CONSTRAINT_TRIGGER",
	2067: "SQLITE_CONSTRAINT_UNIQUE",
	2579: "SQLITE_CONSTRAINT_ROWID",
	3091: "SQLITE_CONSTRAINT_DATATYPE",
};
const names: Record<number, string> = {
	1: "SQLITE_ERROR",
	5: "SQLITE_BUSY",
	18: "SQLITE_TOOBIG",
	19: "SQLITE_CONSTRAINT",
	20: "SQLITE_MISMATCH",
	23: "SQLITE_AUTH",
	25: "SQLITE_RANGE",
};

/** The message has the names of SQLite's codes. */
export function sqliteMessage(error: Error): string {
	const { errcode } = error as { errcode?: number };
	const name = errcode === undefined ? undefined : names[errcode & 255];
	const extended = errcode === undefined ? undefined : extendedNames[errcode];
	return error.message + (name ? `: ${name}${extended ? ` (extended: ${extended})` : ""}` : "");
}

/** An error of SQLite in the words of D1. */
export function d1Error(error: unknown): Error {
	if (!(error instanceof Error)) return new Error(`D1_ERROR: ${String(error)}`);
	const message = sqliteMessage(error);
	return new Error(`D1_ERROR: ${message}`, { cause: new Error(message) });
}
