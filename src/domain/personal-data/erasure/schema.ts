import * as z from "zod";
import { id, time } from "../../../platform/http/fields/fields.ts";

export const erasure = z
	.object({
		object: z.literal("erasure"),
		client_id: id("client"),
		erased_at: time,
		kept: z.array(z.object({ what: z.string(), why: z.string() })),
	})
	.meta({ id: "Erasure" });

export type Erasure = z.output<typeof erasure>;

/** The numbers of records that stay, as the audit entry has them. */
export type KeptCounts = Record<"appointments" | "consents", string>;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const idIsEmpty = "The id names nobody any more.";

export function keptOf({ appointments = "0", consents = "0" }: Partial<KeptCounts>): Erasure["kept"] {
	const [booked, signed] = [Number(appointments), Number(consents)];
	return [
		...(booked > 0
			? [
					{
						what: `${counted(booked, "appointment", "appointments")}: artist, event type, times, status, price, fee, deposit and the id of the client`,
						why: `They belong to the calendar and the books of the studio. ${idIsEmpty}`,
					},
				]
			: []),
		...(signed > 0
			? [
					{
						what: `${counted(signed, "signed consent", "signed consents")}: the form, the time of the signature and the id of the client`,
						why: `They show that a consent was given. ${idIsEmpty}`,
					},
				]
			: []),
		{
			what: "Events: number, type, time and ids",
			why: "Their numbers have no gaps, so that programs know that they miss nothing.",
		},
		{
			what: "Audit entries: action, id, actor and time",
			why: "They show for two years what was done, and by whom.",
		},
	];
}
