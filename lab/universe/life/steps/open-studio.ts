import { scopes } from "../../../../src/platform/gate/scopes.ts";
import type { Draw } from "../random.ts";
import type { Studio } from "../studio.ts";
import { openEndpoint } from "./endpoints.ts";

const timezones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"];
const week = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "09:00", end: "19:00" }));

export async function openStudio(studio: Studio, draw: Draw): Promise<void> {
	const { world, region } = studio;
	const tenant = await studio.operate("POST", "/admin/tenants", {
		name: `Studio ${studio.n}`,
		plan: studio.plan,
		email: `studio-${studio.n}@example.com`,
		timezone: draw.of(timezones),
		region,
	});
	if (tenant.status !== 201) throw world.finding("a tenant is created", JSON.stringify(tenant.body));
	studio.id = tenant.body.id;
	// A new plan has an event, which the feed shows.
	const key = await studio.operate("POST", `/admin/tenants/${studio.id}/api_keys`, {
		name: "Program",
		scopes,
		rate_limit_tier: "custom",
		rate_limit_per_minute: 1000,
	});
	if (key.status !== 201) throw world.finding("a key is created", JSON.stringify(key.body));
	studio.key = key.body.key;
	studio.keyId = key.body.api_key.id;
	for (let n = draw.between(1, 2); n > 0; n--) await addArtist(studio, draw);
	const client = await studio.change("POST", "/v1/clients", { email: `c0-${studio.n}@example.com`, first_name: "Ana" });
	if (client.status !== 201) throw world.finding("a client is created", JSON.stringify(client.body));
	studio.keep("clients", client.body);
	studio.expectEvent("client.created", client.body.id);
	if (draw.chance(0.7)) await openEndpoint(studio, draw);
}

async function addArtist(studio: Studio, draw: Draw): Promise<void> {
	const { world, n } = studio;
	const timezone = draw.of(timezones);
	const mostOfDay = draw.chance(0.3) ? draw.between(1, 4) : null;
	const name = `Mia ${n} ${studio.artists.length}`;
	const artist = await studio.change("POST", "/v1/artists", {
		name,
		timezone,
		...(mostOfDay === null ? {} : { max_appointments_per_day: mostOfDay }),
	});
	if (artist.status !== 201) throw world.finding("an artist is created", JSON.stringify(artist.body));
	const { id, slug } = artist.body;
	studio.expectEvent("artist.created", id);
	const hours = await studio.operate("PUT", `/admin/artists/${id}/working_hours`, { hours: week });
	if (hours.status !== 200) throw world.finding("hours are set", JSON.stringify(hours.body));
	const typeIds: string[] = [];
	for (let m = 0; m < 2; m++) {
		const type = await studio.operate("POST", `/admin/tenants/${studio.id}/event_types`, {
			artist_id: id,
			name: "Tattoo",
			slug: `t${m}`,
			duration_minutes: draw.of([30, 60, 90]),
			kind: "TATTOO",
			buffer_before_minutes: draw.of([0, 0, 15]),
			buffer_after_minutes: draw.of([0, 0, 10]),
		});
		if (type.status !== 201) throw world.finding("an event type is created", JSON.stringify(type.body));
		typeIds.push(type.body.id);
	}
	studio.artists.push({ id, typeIds, page: `/${slug}/book/t0`, timezone, mostOfDay });
}
