import type { z } from "zod";
import type { EventType } from "../../../db/tables/tenant/events.ts";
import type { EventDefinition } from "./catalogue.ts";

/** The definitions of one domain; a name that is no event type does not compile. */
export type Definitions = Partial<Record<EventType, EventDefinition>>;

/** An example that does not fit its schema does not compile. */
export const define = <S extends z.ZodObject>(
	summary: string,
	data: S,
	example: z.output<S> & Record<string, unknown>,
): EventDefinition => ({ summary, data, example });
