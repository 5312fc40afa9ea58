import { appointmentPatch } from "../../../domain/booking/appointments/schema.ts";
import { findAppointment, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import { updateAppointment } from "../../../domain/booking/appointments/update.ts";
import { withCancellationMail } from "../../../domain/booking/bookings/booking-mails.ts";
import { picturesOfAppointment } from "../../../domain/clients/leads/found-pictures.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { TextArea } from "../../ui/components/fields.tsx";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import { detailsBody, detailValues } from "../calendar/details.ts";
import { path, pathOf } from "../calendar/paths.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOrNull } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { findUnchanged } from "./find-unchanged.ts";
import { EditPage, SeenVersion, TimePage } from "./forms.tsx";
import { AppointmentPage } from "./page.tsx";
import { timesOf } from "./times.ts";
import { endOf, startOf, timeValues } from "./wanted-time.ts";

export const appointmentPages = new Area("everyone");

const kinds = { id: "appointment" } as const;
appointmentPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const [record, pictures] = await together(
		visit.ctx,
		(ctx) => findAppointment(ctx, ids.id),
		(ctx) => picturesOfAppointment(ctx, ids.id),
	);
	return { title: nameOf(record), body: <AppointmentPage visit={visit} record={record} pictures={pictures} /> };
});

appointmentPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const record = await findAppointment(visit.ctx, ids.id);
		const { artist_id } = record.appointment;
		const { rows: types } = await listEventTypes(visit.ctx, { artist_id }, { after: undefined, take: 100 });
		const active = types.filter(({ is_active }) => is_active);
		const of = again ?? { values: detailValues(record) };
		return {
			title: `Edit ${nameOf(record)}`,
			body: <EditPage visit={visit} record={record} of={of} types={active} />,
		};
	},
	operation: (_, values, ids) => {
		const body = parseBody(appointmentPatch, detailsBody(values));
		return async (ctx) => {
			await findUnchanged(ctx, ids.id, values);
			return await updateAppointment(ctx, ids.id, body);
		};
	},
	afterSubmit: (visit, { data }) => visit.to(pathOf(data), { done: "changed" }),
});

for (const step of ["move", "book"] as const)
	appointmentPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) => {
			const record = await findAppointment(visit.ctx, ids.id);
			const of = again ?? { values: timeValues(record.appointment, record.artist.timezone) };
			const title = `${step === "move" ? "Move" : "Book"} ${nameOf(record)}`;
			return { title, body: <TimePage visit={visit} record={record} of={of} step={step} /> };
		},
		operation: (_, values, ids) => async (ctx) => {
			const { artist } = await findUnchanged(ctx, ids.id, values);
			const start = startOf(values, artist.timezone);
			const body = parseBody(appointmentPatch, {
				start_at: start,
				end_at: endOf(values, start),
				...(step === "book" ? { status: "SCHEDULED" } : {}),
			});
			return await updateAppointment(ctx, ids.id, body);
		},
		afterSubmit: (visit, { data, client_notified }) =>
			visit.to(pathOf(data), { done: step === "book" ? "again" : client_notified ? "moved_told" : "moved" }),
	});

const statusChanges = [
	{
		step: "cancel",
		status: "CANCELLED",
		question: (name: string) => `Cancel the appointment of ${name}?`,
		verb: "Cancel",
		tone: "danger",
		text: "The time is free at once. If the appointment is in the future, the client gets a mail. You can book it again later.",
		done: "cancelled",
	},
	{
		step: "no_show",
		status: "NO_SHOW",
		question: (name: string) => `Mark the appointment of ${name} as a no show?`,
		verb: "No show",
		tone: "danger",
		text: "The client did not come. The time is free for others.",
		done: "no_show",
	},
	{
		step: "completed",
		status: "COMPLETED",
		question: (name: string) => `Complete the appointment of ${name}?`,
		verb: "Completed",
		tone: "primary",
		text: "The appointment has taken place. Afterwards its status and its times cannot be changed.",
		done: "completed",
	},
] as const;

for (const { step, status, question, verb, tone, text, done } of statusChanges)
	appointmentPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) => {
			const record = await findAppointment(visit.ctx, ids.id);
			const { appointment, artist } = record;
			return confirmationPage({
				question: question(nameOf(record)),
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
				back: { href: visit.to(pathOf(appointment)), text: nameOf(record) },
				keep: step === "cancel" ? "Keep it" : "Back",
				again,
				fields: (
					<>
						<SeenVersion of={appointment} />
						{step === "cancel" && (
							<div class="narrow after">
								<TextArea
									of={again ?? { values: {} }}
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
		operation: (_, values, ids) => {
			const reason = step === "cancel" ? { cancellation_reason: textOrNull(values, "cancellation_reason") } : {};
			const body = parseBody(appointmentPatch, { status, ...reason });
			return async (ctx) => {
				await findUnchanged(ctx, ids.id, values);
				const change = await updateAppointment(ctx, ids.id, body);
				return step === "cancel" ? await withCancellationMail(ctx, change) : change;
			};
		},
		afterSubmit: (visit, { data }) => {
			if (step === "cancel") sendMailsAfterResponse(visit.c, visit.ctx);
			return visit.to(pathOf(data), { done });
		},
	});
