import { errorText } from "../../db/errors.ts";

export type DatabaseRefusal =
	| { kind: "unique"; columns: string }
	| { kind: "foreign_key" }
	| { kind: "raised"; name: RaisedName };

const raisedNames = [
	"stale_write",
	"plan_limit",
	"storage_limit",
	"studio_closed",
	"precondition",
	"other_result",
	"dry_run",
	"gone",
	"appointment_conflict",
	"max_appointments_per_day",
	"held",
] as const;
type RaisedName = (typeof raisedNames)[number];

/** The sum of a tenant's bytes is null if there is no room for it (stored-bytes.ts). */
const sumWithoutRoom = "NOT NULL constraint failed: stored_bytes.added";

export function refusalIn(error: unknown): DatabaseRefusal | undefined {
	const message = errorText(error);
	const unique = /UNIQUE constraint failed: ([^:]+?)(?::|$)/.exec(message);
	if (unique?.[1]) return { kind: "unique", columns: unique[1].trim() };
	if (message.includes(sumWithoutRoom)) return { kind: "raised", name: "storage_limit" };
	if (message.includes("FOREIGN KEY constraint failed")) return { kind: "foreign_key" };
	// The platform does not document the text around the name, so this searches for the name alone.
	const raised = raisedNames.find((name) => new RegExp(`\\b${name}\\b`).test(message));
	return raised ? { kind: "raised", name: raised } : undefined;
}

export const isStale = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "stale_write";

export const isFull = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "storage_limit";

export const isClosed = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "studio_closed";

export const isPrecondition = (refusal: DatabaseRefusal): boolean =>
	refusal.kind === "raised" && refusal.name === "precondition";

/** Whether the unique index of these columns refused. SQLite names them `table.column, table.column`. */
export const isTaken = (refusal: DatabaseRefusal, columns: string): boolean =>
	refusal.kind === "unique" && refusal.columns === columns;
