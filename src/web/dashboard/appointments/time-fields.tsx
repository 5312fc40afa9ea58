import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import { type FormState, firstValue, Input, Select } from "../../ui/components/fields.tsx";
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

interface PlacementProps {
	of: FormState;
	types: readonly Pick<EventType, "id" | "allowed_placements">[];
	hint?: string;
}

/** The places of the chosen event type, if it has some; otherwise any place, with those of the other types as proposals. */
export const PlacementField = ({ of, types, hint }: PlacementProps) => {
	const label = "Place on the body";
	const allowed = types.find(({ id }) => id === firstValue(of, "event_type_id"))?.allowed_placements ?? [];
	if (allowed.length > 0)
		return (
			<Select
				of={of}
				name="placement"
				label={label}
				hint={hint}
				options={[{ value: "", text: "Not noted" }, ...optionsOf(allowed)]}
			/>
		);
	const proposals = [...new Set(types.flatMap(({ allowed_placements }) => allowed_placements))];
	return (
		<>
			<Input
				of={of}
				name="placement"
				label={label}
				hint={hint}
				maxlength={100}
				{...(proposals.length > 0 ? { list: "placements" } : {})}
			/>
			{proposals.length > 0 && (
				<datalist id="placements">
					{proposals.map((value) => (
						<option value={value} />
					))}
				</datalist>
			)}
		</>
	);
};

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
