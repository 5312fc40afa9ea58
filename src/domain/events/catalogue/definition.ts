import type * as z from "zod";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";

export interface EventDefinition {
	summary: string;
	data: z.ZodObject;
	example: Record<string, unknown>;
}

/** The definitions of one domain. A name that is not an event type does not compile. */
export type Definitions = Partial<Record<PublicEventType, EventDefinition>>;

export const define = <S extends z.ZodObject>(
	summary: string,
	data: S,
	example: z.output<S> & Record<string, unknown>,
): EventDefinition => ({ summary, data, example });
