import { appointmentPatch } from "../../../domain/booking/appointments/schema.ts";
import { updateAppointment } from "../../../domain/booking/appointments/update.ts";
import { withCancellation } from "../../../domain/booking/bookings/mails.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import type { Ctx } from "../../../platform/context.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import { type Filled, TextArea, type Typed } from "../../ui/components/fields.tsx";
import { confirmation } from "../forms/confirm.tsx";
import { fieldOfInstant, textOf, textOrNull } from "../forms/form-values.ts";
import { bodyOf, Refusal } from "../forms/forms.ts";
import { Area } from "../frame/area.tsx";
import { EditPage, Seen, TimePage } from "./appointment-forms.tsx";
import { AppointmentPage } from "./appointment-page.tsx";
import { timesOf } from "./appointment-times.ts";
import { detailsOf, typedDetails } from "./details.ts";
import { path, pathOf } from "./paths.ts";
import { type Found, findAppointment, nameOf } from "./read-one.ts";
import { endOf, startOf } from "./wanted-time.ts";

/** The page of an appointment, and everything that can be done with it. */
export const appointmentPages = new Area("everyone");

const kinds = { id: "appointment" } as const;
const idOf = ({ id = "" }: Record<string, string>): string => id;

/** The appointment as the person saw it. Whoever saw another state decided about that one. */
async function seen(ctx: Ctx, id: string, typed: Typed): Promise<Found> {
	const found = await findAppointment(ctx, id);
	if (textOf(typed, "seen") === found.appointment.updated_at) return found;
	const summary = "Somebody else changed the appointment meanwhile. Look at its present state, and try again.";
	throw new Refusal({ summary, fields: {} }, 409);
}

appointmentPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const found = await findAppointment(visit.ctx, idOf(ids));
	return { title: nameOf(found), body: <AppointmentPage visit={visit} found={found} /> };
});

appointmentPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const found = await findAppointment(visit.ctx, idOf(ids));
		const { artist_id } = found.appointment;
		const types = await listEventTypes(visit.ctx, { artist_id }, { after: undefined, take: 100 });
		const active = types.filter(({ is_active }) => is_active);
		const of = again ?? { typed: typedDetails(found) };
		return {
			title: `Edit ${nameOf(found)}`,
			body: <EditPage visit={visit} found={found} of={of} types={active} />,
		};
	},
	decide: (_, typed, ids) => {
		const body = bodyOf(appointmentPatch, detailsOf(typed));
		return async (ctx) => {
			await seen(ctx, idOf(ids), typed);
			return await updateAppointment(ctx, idOf(ids), body);
		};
	},
	onward: (visit, { data }) => visit.to(pathOf(data), { done: "changed" }),
});

const timeOf = ({ appointment: { start_at, end_at }, artist }: Found): Filled => ({
	typed: {
		start_at: [fieldOfInstant(start_at, artist.timezone)],
		minutes: [String((Date.parse(end_at) - Date.parse(start_at)) / minuteMs)],
	},
});

for (const step of ["move", "book"] as const)
	appointmentPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) => {
			const found = await findAppointment(visit.ctx, idOf(ids));
			const of = again ?? timeOf(found);
			const title = `${step === "move" ? "Move" : "Book"} ${nameOf(found)}`;
			return { title, body: <TimePage visit={visit} found={found} of={of} step={step} /> };
		},
		decide: (_, typed, ids) => async (ctx) => {
			const { artist } = await seen(ctx, idOf(ids), typed);
			const start = startOf(typed, artist.timezone);
			const body = bodyOf(appointmentPatch, {
				start_at: start,
				end_at: endOf(typed, start),
				...(step === "book" ? { status: "SCHEDULED" } : {}),
			});
			return await updateAppointment(ctx, idOf(ids), body);
		},
		onward: (visit, { data, client_notified }) =>
			visit.to(pathOf(data), { done: step === "book" ? "again" : client_notified ? "moved_told" : "moved" }),
	});

const acts = [
	{
		step: "cancel",
		status: "CANCELLED",
		question: (name: string) => `Cancel the appointment of ${name}?`,
		verb: "Cancel",
		tone: "danger",
		text: "The time is free at once. A mail tells the client of an appointment that lies ahead. The appointment can be booked again.",
		done: "cancelled",
	},
	{
		step: "no_show",
		status: "NO_SHOW",
		question: (name: string) => `Did ${name} not come?`,
		verb: "No show",
		tone: "danger",
		text: "The client did not come. The time is free for others.",
		done: "no_show",
	},
	{
		step: "completed",
		status: "COMPLETED",
		question: (name: string) => `Has ${name}'s appointment taken place?`,
		verb: "Completed",
		tone: "primary",
		text: "Then it is completed. Its status and its times cannot be changed afterwards.",
		done: "completed",
	},
] as const;

for (const { step, status, question, verb, tone, text, done } of acts)
	appointmentPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) => {
			const found = await findAppointment(visit.ctx, idOf(ids));
			const { appointment, artist } = found;
			return confirmation({
				question: question(nameOf(found)),
				text: (
					<>
						<p>
							{timesOf(appointment, artist.timezone)}, with {artist.name}.
						</p>
						<p>{text}</p>
					</>
				),
				verb,
				tone,
				action: visit.to(`${pathOf(appointment)}/${step}`),
				back: { href: visit.to(pathOf(appointment)), text: nameOf(found) },
				keep: step === "cancel" ? "Keep it" : "Back",
				again,
				fields: (
					<>
						<Seen of={appointment} />
						{step === "cancel" && (
							<div class="narrow after">
								<TextArea
									of={again ?? { typed: {} }}
									name="cancellation_reason"
									label="Reason"
									hint="Optional. The client does not see it."
									rows={2}
								/>
							</div>
						)}
					</>
				),
			});
		},
		decide: (_, typed, ids) => {
			const reason = step === "cancel" ? { cancellation_reason: textOrNull(typed, "cancellation_reason") } : {};
			const body = bodyOf(appointmentPatch, { status, ...reason });
			return async (ctx) => {
				const { appointment } = await seen(ctx, idOf(ids), typed);
				const change = await updateAppointment(ctx, idOf(ids), body);
				return step === "cancel" ? await withCancellation(ctx, appointment, change) : change;
			};
		},
		onward: (visit, { data }) => visit.to(pathOf(data), { done }),
	});
