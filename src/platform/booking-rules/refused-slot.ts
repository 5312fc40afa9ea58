import * as z from "zod";
import { failureCodes } from "./availability.ts";

const time = z.iso.datetime();

export const slot = z.object({ start_at: time, end_at: time });

/** The reasons that lie with the client. No other time helps. */
const clientCodes = ["client_blocked", "too_young", "age_unknown"] as const;

const refusalCodes = [...failureCodes, ...clientCodes] as const;

export const isAboutClient = ({ code }: Refusal): boolean => (clientCodes as readonly string[]).includes(code);

const refusal = z.object({ code: z.enum(refusalCodes), message: z.string() });
export type Refusal = z.output<typeof refusal>;

export const refusedSlot = z.object({
	failures: z.array(refusal),
	suggested_slots: z.array(slot).meta({
		description: "Up to three free times of the same length, the nearest ones. None where the client is a reason.",
	}),
});
