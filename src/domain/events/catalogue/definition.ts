import type * as z from "zod";
import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";

/** The description of an event type in the API document: when it is sent, the schema of its payload and an example. */
export interface EventDefinition {
	summary: string;
	data: z.ZodObject;
	example: Record<string, unknown>;
}

/** The definitions of one domain. A name that is not an event type does not compile. */
export type Definitions = Partial<Record<PublicEventType, EventDefinition>>;

/** An example that does not fit its schema does not compile. */
export const define = <S extends z.ZodObject>(
	summary: string,
	data: S,
	example: z.output<S> & Record<string, unknown>,
): EventDefinition => ({ summary, data, example });
