import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import { type AppointmentRecord, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import { type AnyChange, mapResult } from "../../../platform/commit/change.ts";
import { dryRun } from "../../../platform/commit/execute.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";
import { addressBack, backField, type Moved } from "./after-move.tsx";
import { suggestedField } from "./refused-slot.tsx";
import { timesOf } from "./times.ts";

/** With this field a form changes nothing, and its answer tells what would follow. */
const checkField = "check";

type Patched = Pick<Moved, "data" | "client_notified">;

/** The change of a form that moves an appointment. A form that only checks is tried and shown again with the outcome. */
export async function moveOrCheck(
	visit: Visit,
	ctx: Visit["ctx"],
	values: FormValues,
	decide: (ctx: Visit["ctx"]) => Promise<{ before: Appointment; change: AnyChange<Patched> }>,
): Promise<AnyChange<Moved>> {
	if (values[checkField] === undefined) {
		const { before, change } = await decide(ctx);
		return mapResult(change, (result) => ({ ...result, before, back: textOf(values, backField) }));
	}
	const { result } = await dryRun(visit.c.get("writer"), ctx, async (ctx) => (await decide(ctx)).change);
	throw new FormRefusal(undefined, 200, { outcome: result });
}

export const outcomeOf = ({ extra }: FormState): Patched | undefined => extra?.outcome as Patched | undefined;

/** The buttons of a form that moves an appointment, and the page to which it returns. */
export const MoveButtons = ({ of, verb, back }: { of: FormState; verb: string; back: string }) => {
	const from = textOf(of.values, backField);
	return (
		<>
			{from && <input type="hidden" name={backField} value={from} />}
			<div class="actions">
				<button class="primary" type="submit">
					{verb}
				</button>
				<button type="submit" name={checkField} value="true">
					Check first
				</button>
				<a class="button" href={back} data-close>
					Back
				</a>
			</div>
		</>
	);
};

interface Props {
	visit: Visit;
	record: AppointmentRecord;
	of: FormState;
	outcome: Patched;
	/** The new artist, if the appointment is handed over. */
	artist?: { name: string };
	action: string;
	verb: string;
}

/** Says what a form would do, and does it. */
export const Outcome = ({ visit, record, of, outcome: { data, client_notified }, artist, action, verb }: Props) => {
	const { appointment } = record;
	const zone = (artist ? undefined : record.artist.timezone) ?? data.timezone;
	const fields: Record<string, string> = {
		[suggestedField]: data.start_at,
		...(artist ? { event_type_id: data.event_type_id ?? "" } : {}),
	};
	for (const name of ["minutes", "seen", "placement", backField]) {
		const value = textOf(of.values, name);
		if (value !== undefined) fields[name] = value;
	}
	const isSame = data.start_at === appointment.start_at && data.end_at === appointment.end_at && artist === undefined;
	return (
		<>
			{isSame ? (
				<p>This is its time already.</p>
			) : (
				<p>
					From {timesOf(appointment, record.artist.timezone)}
					{artist && ` with ${record.artist.name}`}
					<br />
					to <strong>{timesOf(data, zone)}</strong>
					{artist && (
						<>
							{" "}
							with <strong>{artist.name}</strong>
						</>
					)}
				</p>
			)}
			<p>{client_notified ? `${nameOf(record)} gets a mail with the new time.` : `${nameOf(record)} gets no mail.`}</p>
			<form method="post" action={action}>
				{Object.entries(fields).map(([name, value]) => (
					<input type="hidden" name={name} value={value} />
				))}
				<div class="actions">
					<button class="primary" type="submit">
						{verb}
					</button>
					<a class="button" href={addressBack(visit, of.values, appointment)} data-close>
						Keep it
					</a>
				</div>
			</form>
		</>
	);
};
