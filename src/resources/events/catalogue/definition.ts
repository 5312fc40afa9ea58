import type { z } from "zod";
import type { PublicEventType } from "../../../db/tables/tenant/events.ts";

/** What is published about an event type: when it is sent, its payload's schema and an example of it. */
export interface EventDefinition {
	summary: string;
	data: z.ZodObject;
	example: Record<string, unknown>;
}

/** The definitions of one domain; a name that is no event type does not compile. */
export type Definitions = Partial<Record<PublicEventType, EventDefinition>>;

/** An example that does not fit its schema does not compile. */
export const define = <S extends z.ZodObject>(
	summary: string,
	data: S,
	example: z.output<S> & Record<string, unknown>,
): EventDefinition => ({ summary, data, example });
