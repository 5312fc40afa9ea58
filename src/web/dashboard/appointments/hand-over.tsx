import { appointmentPatch } from "../../../domain/booking/appointments/schema.ts";
import {
	type AppointmentRecord,
	findAppointment,
	nameOf,
} from "../../../domain/booking/appointments/shown-appointment.ts";
import { updateAppointment } from "../../../domain/booking/appointments/update.ts";
import { getArtist } from "../../../domain/studio/artists/operations.ts";
import { listEventTypes } from "../../../domain/studio/event-types/operations.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import { listArtistNames } from "../../../domain/studio/names.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { path } from "../calendar/paths.ts";
import { FormRefusal, parseBody } from "../forms/execute-form.ts";
import { textOrNull } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { addressAfterMove } from "./after-move.tsx";
import { moveOrCheck } from "./check-move.tsx";
import { findUnchanged } from "./find-unchanged.ts";
import { ChooseOtherArtist, HandOverPage } from "./hand-over-pages.tsx";
import { endOf, placementIn, placementValues, startOf, timesAgain, timeValues } from "./wanted-time.ts";

export const handOverPages = new Area("everyone");

const artistIdOf = ({ c }: Visit): string => c.req.query("artist_id") ?? "";

handOverPages.form(`${path}/:id/hand_over`, { id: "appointment" } as const, {
	kind: "change",
	show: async (visit, ids, again) => {
		const { ctx } = visit;
		const artistId = artistIdOf(visit);
		if (artistId === "") {
			const [record, artists] = await together(
				ctx,
				(ctx) => findAppointment(ctx, ids.id),
				(ctx) => listArtistNames(ctx, { active: true }),
			);
			const others = artists.filter(({ id }) => id !== record.appointment.artist_id);
			return {
				title: `Hand over ${nameOf(record)}`,
				body: <ChooseOtherArtist visit={visit} record={record} others={others} />,
			};
		}
		const [record, artist, { rows }] = await together(
			ctx,
			(ctx) => findAppointment(ctx, ids.id),
			(ctx) => getArtist(ctx, artistId),
			(ctx) => activeTypes(ctx, artistId),
		);
		const values = {
			...placementValues(record.appointment),
			...typeLike(record, rows),
			...(again?.values ?? timeValues(record.appointment, artist.timezone)),
		};
		const of = timesAgain({ ...again, values }, artist.timezone);
		return {
			title: `Hand over ${nameOf(record)}`,
			body: <HandOverPage visit={visit} record={record} of={of} artist={artist} types={rows} />,
		};
	},
	operation: (visit, values, ids) => (ctx) =>
		moveOrCheck(visit, ctx, values, (ctx) => handOver(visit, ctx, values, ids)),
	afterSubmit: (visit, moved) =>
		addressAfterMove(visit, moved, moved.client_notified ? "handed_over_told" : "handed_over"),
});

async function handOver(visit: Visit, ctx: Visit["ctx"], values: FormValues, { id }: { id: string }) {
	const artistId = artistIdOf(visit);
	const [record, artist, { rows }] = await together(
		ctx,
		(ctx) => findUnchanged(ctx, id, values),
		(ctx) => getArtist(ctx, artistId),
		(ctx) => activeTypes(ctx, artistId),
	);
	const { appointment } = record;
	if (appointment.artist_id === artistId)
		throw new FormRefusal({ summary: "The appointment is with this artist already.", fields: {} }, 422);
	const start = startOf(values, artist.timezone);
	const body = parseBody(appointmentPatch, {
		artist_id: artistId,
		// Without a field for it, the type of the same name.
		event_type_id: textOrNull({ ...typeLike(record, rows), ...values }, "event_type_id"),
		start_at: start,
		end_at: endOf(values, start),
		...placementIn(values),
	});
	return { before: appointment, change: await updateAppointment(ctx, id, body) };
}

const activeTypes = (ctx: Ctx, artistId: string) =>
	listEventTypes(ctx, { artist_id: artistId, is_active: true }, { after: undefined, take: 100 });

function typeLike({ type }: AppointmentRecord, types: EventType[]): FormValues {
	const same = types.find(({ name }) => name === type);
	return { event_type_id: [same?.id ?? ""] };
}
