import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import { zoneName } from "../calendar/words.ts";

export const typeOptions = (types: readonly EventType[]) => [
	{ value: "", text: "None" },
	...types.map(({ id, name, duration_minutes }) => ({ value: id, text: `${name} (${duration_minutes} min)` })),
];

interface TimeFieldsProps {
	of: FormState;
	timezone: string;
	minutesHint?: string | undefined;
}

export const TimeFields = ({ of, timezone, minutesHint }: TimeFieldsProps) => (
	<>
		<Input of={of} name="start_at" label="Date and time" type="datetime-local" hint={`In ${zoneName(timezone)}.`} />
		<Input of={of} name="minutes" label="Length in minutes" type="number" min={1} hint={minutesHint} />
	</>
);

export const TypeField = ({ of, types }: { of: FormState; types: EventType[] }) => (
	<Select
		of={of}
		name="event_type_id"
		label="Event type"
		hint="Without one, only double bookings are refused."
		options={typeOptions(types)}
	/>
);
