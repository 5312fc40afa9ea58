import { studioStep } from "./step.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (at: number): string => new Date(at).toISOString();

/** An artist takes some hours off. Nobody is offered or gets a time in them until they are free again. */
export const timeOff = studioStep(1, async ({ studio, draw, world }) => {
	const artist = draw.any(studio.artists);
	const client = draw.any(studio.free("clients"));
	if (!artist || !client) return;
	const start =
		(Math.floor(world.simulation.now() / dayMs) + draw.between(2, 12)) * dayMs + draw.between(6, 16) * hourMs;
	const end = start + draw.between(1, 6) * hourMs;
	const path = `/v1/artists/${artist.id}/time_blocks`;
	const block = await studio.change("POST", path, { start_at: iso(start), end_at: iso(end) });
	world.expect("a time is blocked", block.status === 201, () => JSON.stringify(block.body));
	if (block.status !== 201) return;
	const [event_type_id = ""] = artist.typeIds;
	const query = { artist_id: artist.id, event_type_id, from: iso(start - dayMs), to: iso(end + dayMs) };
	const free = await studio.read(`/v1/availability?${new URLSearchParams(query)}`);
	const isInside = (slot: { start_at: string; end_at: string }): boolean =>
		Date.parse(slot.start_at) < end && Date.parse(slot.end_at) > start;
	const wrong = (free.body.data ?? []).filter(isInside);
	world.expect("a blocked time is not offered", wrong.length === 0, () => `${artist.id}: ${JSON.stringify(wrong[0])}`);
	const wish = { artist_id: artist.id, client_id: client.id, event_type_id, start_at: iso(start + hourMs / 4) };
	const booked = await studio.change("POST", "/v1/appointments", wish);
	// The client may be deleted at this moment.
	world.expect("a blocked time is not booked", booked.status !== 201, () => JSON.stringify(booked.body));
	await world.simulation.wait(draw.between(1, 240) * 60_000);
	const freed = await studio.change("DELETE", `${path}/${block.body.id}`);
	world.expect("a blocked time is freed", freed.status === 200, () => JSON.stringify(freed.body));
});
