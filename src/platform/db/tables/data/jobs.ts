import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { changed, flag, json, key } from "../../columns.ts";
import { actorTypes } from "./audit-log.ts";
import { buckets } from "./pictures.ts";

export const jobKinds = ["erasure", "export", "import", "import_draft", "import_undo"] as const;

export const jobStatuses = ["PENDING", "RUNNING", "DONE", "CANCELLED", "FAILED"] as const;

/** Long work for a studio: what is done, what is left, and for whom. Bounded steps do it: platform/jobs/README.md */
export const jobs = sqliteTable(
	"jobs",
	{
		...key,
		kind: text("kind", { enum: jobKinds }).notNull(),
		status: text("status", { enum: jobStatuses }).notNull(),
		/** The subject of the work. Each kind has its own form of it and of the next two. */
		input: json<unknown>("input").notNull(),
		/** The position from which the next step continues. */
		position: json<unknown>("position"),
		/** The outcome so far. */
		result: json<unknown>("result").notNull(),
		done: integer("done").notNull().default(0),
		/** Null while nobody knows. */
		total: integer("total"),
		/** Why the work failed, for people. */
		error: text("error"),
		/** The object that the work reads or makes. A trigger removes it when the row gives it up. */
		bucket: text("bucket", { enum: buckets }),
		objectKey: text("object_key"),
		/** They count to the studio's storage as long as the row has the object. */
		objectBytes: integer("object_bytes").notNull().default(0),
		/** The caller who began the work. All that it changes is that caller's change. */
		actorType: text("actor_type", { enum: actorTypes }).notNull(),
		actorId: text("actor_id"),
		requestId: text("request_id").notNull(),
		ipAddress: text("ip_address"),
		testMode: flag("test_mode"),
		/** The steps that failed one after the other. */
		failures: integer("failures").notNull().default(0),
		/** No step begins before this time. */
		dueAt: integer("due_at").notNull(),
		/** When the studio had its last step. The studio that waited longest has the next one. */
		turn: integer("turn").notNull(),
		finishedAt: integer("finished_at"),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		index("jobs_turn").on(t.turn, t.id).where(sql`${t.finishedAt} IS NULL`),
		index("jobs_open").on(t.tenantId, t.kind).where(sql`${t.finishedAt} IS NULL`),
		index("jobs_updated").on(t.tenantId, t.updatedAt, t.id),
		index("jobs_exports").on(t.finishedAt).where(sql`${t.kind} = 'export' AND ${t.position} IS NOT NULL`),
		index("jobs_finished").on(t.finishedAt).where(sql`${t.finishedAt} IS NOT NULL`),
	],
);
