import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { path, pathOf } from "../calendar/paths.ts";
import { textOf } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";
import { suggestedField } from "./refused-slot.tsx";

/** The page of the calendar from which somebody moves an appointment, and to which the form returns. */
export const backField = "back";

const kept = ["artist_id", "shop_id", "day", "week", "view", "cancelled", "after"];

/** The query of that page, of which only the known parts are taken. Undefined if the form comes from elsewhere. */
function queryOfBack(text: string | undefined): Record<string, string> | undefined {
	if (!text?.startsWith(`${path}?`)) return undefined;
	const query = new URLSearchParams(text.slice(path.length));
	return Object.fromEntries([...query].filter(([name]) => kept.includes(name)));
}

/** The address to which a form returns without a change. */
export function addressBack(visit: Visit, values: FormValues, { id }: { id: string }): string {
	const query = queryOfBack(textOf(values, backField));
	return query ? visit.to(path, query) : visit.to(pathOf({ id }));
}

export interface Moved {
	data: Appointment;
	client_notified: boolean;
	before: Appointment;
	/** The page of the calendar that the form came from. */
	back: string | undefined;
}

/** The next page offers to undo the move. */
export function addressAfterMove(visit: Visit, { data, before, back }: Moved, done: string): string {
	const undo = before.status === "SCHEDULED" && data.updated_at !== before.updated_at ? undoText(before) : undefined;
	const query = queryOfBack(back);
	return query ? visit.to(path, { ...query, done, moved: data.id, undo }) : visit.to(pathOf(data), { done, undo });
}

const minutesOf = ({ start_at, end_at }: Appointment): number =>
	Math.round((Date.parse(end_at) - Date.parse(start_at)) / minuteMs);

const undoText = (before: Appointment): string =>
	[before.start_at, minutesOf(before), before.artist_id, before.event_type_id ?? ""].join(",");

const undoPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),(\d{1,5}),(art_[0-9a-f]{32}),(ety_[0-9a-f]{32})?$/;

interface UndoProps {
	visit: Visit;
	of: { id: string; artist_id: string; updated_at: string };
	/** The page of the calendar, to which the form returns. */
	back?: string;
}

/** Moves the appointment back, by the form that moved it. */
export const UndoForm = ({ visit, of, back }: UndoProps) => {
	const [, start, minutes, artist, type = ""] = undoPattern.exec(visit.c.req.query("undo") ?? "") ?? [];
	if (!start || !minutes || !artist) return null;
	const handsOver = artist !== of.artist_id;
	const action = handsOver
		? visit.to(`${pathOf(of)}/hand_over`, { artist_id: artist })
		: visit.to(`${pathOf(of)}/move`);
	const fields = {
		[suggestedField]: start,
		minutes,
		seen: of.updated_at,
		...(handsOver ? { event_type_id: type } : {}),
		...(back === undefined ? {} : { [backField]: back }),
	};
	return (
		<form method="post" action={action}>
			{Object.entries(fields).map(([name, value]) => (
				<input type="hidden" name={name} value={value} />
			))}
			<button type="submit">Undo</button>
		</form>
	);
};
