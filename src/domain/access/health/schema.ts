import * as z from "zod";
import { id, time } from "../../../platform/http/fields/fields.ts";

export const health = z
	.object({
		object: z.literal("health"),
		status: z.enum(["ok", "degraded"]).meta({
			description: "`degraded` when a binding does not answer, a step of the scheduled work failed, or work is late.",
		}),
		version: z.string().nullable().meta({
			description:
				"The id of the version of the Worker that answers, as Cloudflare names it. Null if it does not know.",
		}),
		encryption_key_fingerprint: z.string().nullable().meta({
			description:
				"It tells whether the service has the ENCRYPTION_KEY that a deployment keeps, and nothing about the key: the SHA-256 of `installation `, with the space, and the key in base64. Null if the key is missing or has not 32 bytes.",
		}),
		bindings: z.array(
			z.object({ name: z.string(), ok: z.boolean(), duration_ms: z.int(), error: z.string().nullable() }),
		),
		oldest_due_delivery: z
			.object({ id: id("delivery"), due_at: time, seconds: z.int() })
			.nullable()
			.meta({
				description:
					"The delivery that has been due for the longest time, and for how many seconds. Null when none is due.",
			}),
		last_sweep_at: time.nullable(),
		scheduled_steps: z.array(
			z.object({ database: z.string(), step: z.string(), finished_at: time, error: z.string().nullable() }),
		),
	})
	.meta({ id: "Health" });
