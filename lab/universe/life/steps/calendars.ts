import { studioStep } from "./step.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const utc = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** An artist is busy elsewhere. Once the service has read the calendar it offers none of these times. */
export const busyElsewhere = studioStep(0.5, async ({ studio, draw, world }) => {
	const artist = draw.any(studio.artists);
	if (!artist) return;
	const start = Math.floor(world.simulation.now() / dayMs) * dayMs + draw.between(2, 5) * dayMs + 12 * hourMs;
	const end = start + draw.between(1, 4) * hourMs;
	const url = world.calendars.open(
		[
			"BEGIN:VCALENDAR",
			"BEGIN:VEVENT",
			"UID:1",
			`DTSTART:${utc(start)}`,
			`DTEND:${utc(end)}`,
			"END:VEVENT",
			"END:VCALENDAR",
		].join("\r\n"),
	);
	const { status, body } = await studio.operate("PUT", `/admin/artists/${artist.id}/external_calendar`, {
		ics_url: url,
	});
	world.expect("a calendar is taken", status === 200, () => JSON.stringify(body));
	await world.simulation.wait(2 * hourMs);
	if (artist.calendar !== undefined && artist.calendar !== url) return;
	artist.calendar = url;
	const query = new URLSearchParams({
		artist_id: artist.id,
		event_type_id: artist.typeIds[0] ?? "",
		from: new Date(start - dayMs).toISOString(),
		to: new Date(end + dayMs).toISOString(),
	});
	const free = await studio.read(`/v1/availability?${query}`);
	const wrong = (free.body.data ?? []).filter(
		(slot: { start_at: string; end_at: string }) => Date.parse(slot.start_at) < end && Date.parse(slot.end_at) > start,
	);
	const { body: calendar } = await studio.operator.read(
		`/admin/artists/${artist.id}/external_calendar`,
		"svcop_universe",
	);
	if (calendar.ics_url !== url) return;
	world.expect(
		"a busy time elsewhere is not offered",
		wrong.length === 0,
		() => `${artist.id}: ${JSON.stringify(wrong[0])}`,
	);
});
