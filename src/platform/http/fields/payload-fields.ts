import * as z from "zod";

export const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`));

/** The id of a record that the API does not show. Other parts of the product choose its format. */
export const opaqueId = z.string().min(1);

export const changes = z
	.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }))
	.meta({ id: "EventChanges", description: "Each field that changed, under its name in this payload." });

export const withChanges = z.object({ changes }).meta({ id: "WithChanges" });

export const amount = z.int().min(0);

export const currency = z.string().regex(/^[A-Z]{3}$/);
