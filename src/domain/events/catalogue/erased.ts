import * as z from "zod";
import { kindOfId } from "../../../platform/lib/ids.ts";

/** The data of an event whose person was erased (contract: Erasure 5). */
export const erasedData = z.looseObject({ erased: z.literal(true) }).meta({ id: "Erased" });

const isNameOfId = (name: string): boolean => /^[a-z][A-Za-z]{0,40}Id$/.test(name);

/** The ids of the data, which say that something happened, and to which records. */
export const erasedDataOf = (data: Record<string, unknown>): z.output<typeof erasedData> => ({
	...Object.fromEntries(
		Object.entries(data).filter(
			(entry): entry is [string, string] =>
				isNameOfId(entry[0]) && typeof entry[1] === "string" && kindOfId(entry[1]) !== undefined,
		),
	),
	erased: true as const,
});
