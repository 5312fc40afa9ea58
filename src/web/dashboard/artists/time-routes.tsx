import { findArtist, getArtist } from "../../../domain/studio/artists/operations.ts";
import { newWorkingHours } from "../../../domain/studio/artists/schema.ts";
import { replaceWorkingHours } from "../../../domain/studio/artists/working-hours.ts";
import { setExternalCalendar } from "../../../domain/studio/calendars/operations.ts";
import { externalCalendarOrNone } from "../../../domain/studio/calendars/schema.ts";
import { createTimeBlock, deleteTimeBlock, getTimeBlock } from "../../../domain/studio/time-blocks/operations.ts";
import { newTimeBlock } from "../../../domain/studio/time-blocks/schema.ts";
import { together } from "../../../platform/db/together.ts";
import { hourMs, timestamp } from "../../../platform/lib/time.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { instantOf, textOf, textOrNull } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { BlockForm, CalendarForm, HoursForm } from "./forms.tsx";
import { fieldOf, textOfDay, weekdays, workingHoursOf } from "./hours.ts";
import { path, pathOf } from "./paths.ts";

export const artistTimePages = new Area("everyone");

const kinds = { id: "artist" } as const;
artistTimePages.form(`${path}/:id/hours`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		const typed = Object.fromEntries(
			weekdays.map((weekday) => [fieldOf(weekday), [textOfDay(artist.working_hours, weekday)]]),
		);
		return {
			title: `Working hours of ${artist.name}`,
			body: <HoursForm visit={visit} of={again ?? { values: typed }} artist={artist} />,
		};
	},
	operation: (_, values, ids) => {
		const body = parseBody(newWorkingHours, { hours: workingHoursOf(values) });
		return (ctx) => replaceWorkingHours(ctx, ids.id, body);
	},
	afterSubmit: (visit, { artist_id }) => visit.to(pathOf({ id: artist_id }), { done: "hours" }),
});

artistTimePages.form(`${path}/:id/time_blocks/new`, kinds, {
	kind: "create",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		return {
			title: "New time block",
			body: <BlockForm visit={visit} of={again ?? { values: blockedHour(visit) }} artist={artist} />,
		};
	},
	operation: (_, values, ids) => async (ctx) => {
		const { id, timezone } = await findArtist(ctx, ids.id);
		const body = parseBody(newTimeBlock, {
			start_at: instantOf(values, "start_at", timezone),
			end_at: instantOf(values, "end_at", timezone),
			reason: textOrNull(values, "reason"),
		});
		return await createTimeBlock(ctx, id, body);
	},
	afterSubmit: (visit, { artist_id }) => addressAfterBlock(visit, artist_id, "blocked"),
});

/** The fields of a block that begins at the day and time of the address. */
function blockedHour({ c }: Visit): FormValues {
	const { day = "", time = "" } = c.req.query();
	const start = Date.parse(`${day}T${time}Z`);
	if (Number.isNaN(start)) return {};
	const [start_at, end_at] = [start, start + hourMs].map((at) => timestamp(at).slice(0, "2026-11-29T10:00".length));
	return { start_at: [start_at ?? ""], end_at: [end_at ?? ""] };
}

/** A day in the address is that of the calendar from which the person came. */
function addressAfterBlock(visit: Visit, artistId: string, done: "blocked" | "freed"): string {
	const { day } = visit.c.req.query();
	return day ? visit.to("/dashboard/calendar", { day, done }) : visit.to(pathOf({ id: artistId }), { done });
}

artistTimePages.form(
	`${path}/:id/time_blocks/:block/delete`,
	{ ...kinds, block: "time_block" },
	{
		kind: "delete",
		show: async (visit, ids, again) => {
			const [artist, block] = await together(
				visit.ctx,
				(ctx) => getArtist(ctx, ids.id),
				(ctx) => getTimeBlock(ctx, { id: ids.block, artistId: ids.id }),
			);
			return confirmationPage({
				question: `Delete ${block.reason ?? "the time block"}?`,
				text: <p>The time can be booked again at once.</p>,
				verb: "Delete",
				action: visit.to(`${pathOf(artist)}/time_blocks/${block.id}/delete`, { day: visit.c.req.query("day") }),
				back: { href: visit.to(pathOf(artist)), text: artist.name },
				again,
			});
		},
		operation: (_, __, ids) => (ctx) => deleteTimeBlock(ctx, { id: ids.block, artistId: ids.id }),
		afterSubmit: (visit, _, ids) => addressAfterBlock(visit, ids.id, "freed"),
	},
);

artistTimePages.form(`${path}/:id/external_calendar`, kinds, {
	kind: "change",
	secret: true,
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		return {
			title: `External calendar of ${artist.name}`,
			body: <CalendarForm visit={visit} of={again ?? { values: {} }} artist={artist} />,
		};
	},
	operation: (_, values, ids) => {
		const body = parseBody(externalCalendarOrNone, { ics_url: textOf(values, "ics_url") });
		return (ctx) => setExternalCalendar(ctx, ids.id, body);
	},
	afterSubmit: (visit, { artist_id }) => visit.to(pathOf({ id: artist_id }), { done: "calendar" }),
});

artistTimePages.form(`${path}/:id/external_calendar/remove`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const artist = await getArtist(visit.ctx, ids.id);
		return confirmationPage({
			question: `Remove the external calendar of ${artist.name}?`,
			text: <p>Its busy times can be booked at once.</p>,
			verb: "Remove",
			action: visit.to(`${pathOf(artist)}/external_calendar/remove`),
			back: { href: visit.to(pathOf(artist)), text: artist.name },
			again,
		});
	},
	operation: (_, __, ids) => (ctx) => setExternalCalendar(ctx, ids.id, { ics_url: null }),
	afterSubmit: (visit, _, ids) => visit.to(pathOf({ id: ids.id }), { done: "calendar_removed" }),
});
