import * as z from "zod";
import type { Ctx } from "../../platform/context.ts";
import { jobStatuses } from "../../platform/db/tables/data/jobs.ts";
import { id, time } from "../../platform/http/fields/fields.ts";
import { withVersion } from "../../platform/http/versions/version.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { timestamp, timestampOrNull } from "../../platform/lib/time.ts";
import { addressOfExport } from "./addresses.ts";
import { resultOf } from "./job.ts";

export const exportShape = z
	.object({
		object: z.literal("export"),
		id: id("export"),
		status: z.enum([...jobStatuses, "EXPIRED"]).meta({ description: "The file of an EXPIRED export is gone." }),
		size_bytes: z.int().nullable().meta({ description: "The size of the file; null until it is there." }),
		url: z.string().nullable().meta({
			description: "The file, without a credential, for an hour. Each GET makes a new one. Null unless DONE.",
		}),
		error: z.string().nullable().meta({ description: "Why it FAILED." }),
		expires_at: time.nullable().meta({ description: "When the file goes: seven days after its end." }),
		created_at: time.meta({ description: "Nothing that was committed before is missing." }),
		updated_at: time,
		finished_at: time.nullable().meta({ description: "Null while it is under way." }),
	})
	.meta({ id: "Export" });

export type Export = z.output<typeof exportShape>;

export const hasFile = (job: Job, now: number): boolean =>
	job.status === "DONE" && (resultOf(job).expiresAt ?? 0) > now;

export function toExport(ctx: Pick<Ctx, "now" | "vault" | "settings">, job: Job): Export {
	const { sizeBytes, expiresAt } = resultOf(job);
	const isThere = hasFile(job, ctx.now);
	const isDone = job.status === "DONE";
	return withVersion(
		job.revision,
		{
			object: "export",
			id: job.id,
			status: isDone && !isThere ? "EXPIRED" : job.status,
			size_bytes: isDone ? sizeBytes : null,
			url: isThere ? addressOfExport(ctx, job) : null,
			error: job.error,
			expires_at: timestampOrNull(expiresAt),
			created_at: timestamp(job.createdAt),
			updated_at: timestamp(job.updatedAt),
			finished_at: timestampOrNull(job.finishedAt),
		},
		// The address changes all the time.
		isDone ? ctx.now.toString(36) : "",
	);
}
