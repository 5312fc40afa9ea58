import * as z from "zod";
import { failureCodes } from "./availability.ts";

const time = z.iso.datetime();

export const slot = z.object({ start_at: time, end_at: time });

const refusalCodes = [...failureCodes, "client_blocked"] as const;

const refusal = z.object({ code: z.enum(refusalCodes), message: z.string() });
export type Refusal = z.output<typeof refusal>;

export const refusedSlot = z.object({
	failures: z.array(refusal),
	suggested_slots: z.array(slot).meta({
		description: "Up to three free times of the same length, the nearest ones. None for a client who is blocked.",
	}),
});
