import { eventTypeFields } from "../../../domain/studio/event-types/fields.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { Field } from "../../../platform/http/fields/field-table.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { bodyOf, valuesOf } from "../fields/values.ts";
import { metadataBody, metadataValues } from "../forms/metadata.tsx";

export const bodyIn = (values: FormValues): Record<string, unknown> => ({
	...bodyOf(eventTypeFields, values),
	metadata: metadataBody(values),
});

export const valuesOfType = (type: EventType): FormValues => ({
	...valuesOf(eventTypeFields, type),
	...metadataValues(type.metadata),
});

export const idleTypes = (type: EventType): ReadonlySet<string> =>
	new Set(
		Object.entries<Field>(eventTypeFields).flatMap(([name, { input }]) =>
			input?.as === "share" && type[name as keyof EventType] === null ? [input.type] : [],
		),
	);
