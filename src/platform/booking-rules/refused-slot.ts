import { z } from "zod";
import { failureCodes } from "./availability.ts";

const time = z.iso.datetime();

export const slot = z.object({ start_at: time, end_at: time });

/** The members of the error for a refused time. */
export const refusedSlot = z.object({
	failures: z.array(z.object({ code: z.enum(failureCodes), message: z.string() })),
	suggested_slots: z.array(slot).meta({ description: "Up to three free times of the same length, the nearest ones." }),
});
