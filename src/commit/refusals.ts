import { errorText } from "../db/errors.ts";

/** The database's refusal of a transaction, brought down to the name of what refused. */
export type DatabaseRefusal =
	| { kind: "unique"; columns: string }
	| { kind: "foreign_key" }
	| { kind: "raised"; name: RaisedName };

/** What the triggers of the migrations say. */
const raisedNames = ["stale_write", "plan_limit", "gone", "appointment_conflict", "max_appointments_per_day"] as const;
type RaisedName = (typeof raisedNames)[number];

/** The refusal that an error tells of; undefined when it tells of something else. */
export function refusalIn(error: unknown): DatabaseRefusal | undefined {
	const message = errorText(error);
	const unique = /UNIQUE constraint failed: ([^:]+?)(?::|$)/.exec(message);
	if (unique?.[1]) return { kind: "unique", columns: unique[1].trim() };
	if (message.includes("FOREIGN KEY constraint failed")) return { kind: "foreign_key" };
	// The platform does not document how it dresses the message, so only the name is looked for.
	const raised = raisedNames.find((name) => new RegExp(`\\b${name}\\b`).test(message));
	return raised ? { kind: "raised", name: raised } : undefined;
}

/** A record was not as the operation had read it. */
export const isStale = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "stale_write";

/** A unique index of these columns refused, named as SQLite names them: `table.column, table.column`. */
export const isTaken = (refusal: DatabaseRefusal, columns: string): boolean =>
	refusal.kind === "unique" && refusal.columns === columns;
