import { appointmentPatch } from "../../../domain/booking/appointments/schema.ts";
import { findAppointment, nameOf } from "../../../domain/booking/appointments/shown-appointment.ts";
import { updateAppointment } from "../../../domain/booking/appointments/update.ts";
import { picturesOfAppointment } from "../../../domain/clients/leads/found-pictures.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { detailsBody, detailValues } from "../calendar/details.ts";
import { path, pathOf } from "../calendar/paths.ts";
import { parseBody } from "../forms/execute-form.ts";
import { Area } from "../frame/area.ts";
import { addressAfterMove } from "./after-move.tsx";
import { moveOrCheck } from "./check-move.tsx";
import { findUnchanged } from "./find-unchanged.ts";
import { EditPage, TimePage } from "./forms.tsx";
import { AppointmentPage } from "./page.tsx";
import { endOf, placementIn, placementValues, startOf, timesAgain, timeValues } from "./wanted-time.ts";

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
			const { timezone } = record.artist;
			const values = {
				...placementValues(record.appointment),
				...(again?.values ?? timeValues(record.appointment, timezone)),
				event_type_id: [record.appointment.event_type_id ?? ""],
			};
			const of = timesAgain({ ...again, values }, timezone);
			const title = `${step === "move" ? "Move" : "Book"} ${nameOf(record)}`;
			return { title, body: <TimePage visit={visit} record={record} of={of} step={step} /> };
		},
		operation: (visit, values, ids) => (ctx) =>
			moveOrCheck(visit, ctx, values, async (ctx) => {
				const { artist, appointment } = await findUnchanged(ctx, ids.id, values);
				const start = startOf(values, artist.timezone);
				const body = parseBody(appointmentPatch, {
					start_at: start,
					end_at: endOf(values, start),
					...placementIn(values),
					...(step === "book" ? { status: "SCHEDULED" } : {}),
				});
				return { before: appointment, change: await updateAppointment(ctx, ids.id, body) };
			}),
		afterSubmit: (visit, moved) =>
			addressAfterMove(visit, moved, step === "book" ? "again" : moved.client_notified ? "moved_told" : "moved"),
	});
