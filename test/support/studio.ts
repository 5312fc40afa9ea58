import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import { type Answer, call } from "./api.ts";
import { database } from "./database.ts";
import { newWorld, operate, type Tenant } from "./world.ts";

export interface Studio extends Tenant {
	artistId: string;
	clientId: string;
	/** An event type of the kind TATTOO with 60 minutes. */
	typeId: string;
}

/** Every day from 10:00 to 18:00. */
export const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "10:00", end: "18:00" }));

export const newArtist = async (key: string, given: Record<string, unknown> = {}): Promise<string> => {
	const body = { name: `Mia ${crypto.randomUUID()}`, timezone: "Europe/Berlin", ...given };
	return (await call(201, "/v1/artists", { key, body })).body.id;
};

export const newClient = async (key: string, given: Record<string, unknown> = {}): Promise<string> => {
	const body = { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana", ...given };
	return (await call(201, "/v1/clients", { key, body })).body.id;
};

export const newEventType = async (
	tenantId: string,
	artistId: string,
	given: Record<string, unknown> = {},
): Promise<string> => {
	const body = {
		artist_id: artistId,
		name: "Tattoo",
		slug: `t-${crypto.randomUUID()}`,
		duration_minutes: 60,
		kind: "TATTOO",
		...given,
	};
	return (await operate(201, `/admin/tenants/${tenantId}/event_types`, { body })).body.id;
};

export const setHours = (artistId: string, hours: object[]): Promise<Answer> =>
	operate(200, `/admin/artists/${artistId}/working_hours`, { method: "PUT", body: { hours } });

/** The artist works every day from 10:00 to 18:00 in Berlin. */
export async function newStudio(
	given: { artist?: object; type?: object; client?: object; database?: string } = {},
): Promise<Studio> {
	const { database } = given;
	const world = await newWorld({ plan: "empire", ...(database === undefined ? {} : { database }) });
	const artistId = await newArtist(world.key, { ...given.artist });
	await setHours(artistId, everyDay);
	const typeId = await newEventType(world.id, artistId, { ...given.type });
	return { ...world, artistId, typeId, clientId: await newClient(world.key, { ...given.client }) };
}

/** A time on 2027-03-02, a Tuesday. Berlin is at UTC+1 then. */
export const at = (time: string, day = "2027-03-02"): string => `${day}T${time}:00.000Z`;

/** One appointment on each day from 2027-06-01 on. */
export async function addAppointments(
	{ id, artistId, clientId }: Pick<Studio, "id" | "artistId" | "clientId">,
	count: number,
): Promise<void> {
	const first = Date.UTC(2027, 5, 1);
	await database.batch(
		Array.from({ length: count }, (_, n) =>
			database
				.prepare(
					`INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, metadata, created_at, updated_at)
					VALUES (?1, ?2, ?3, ?4, 'SCHEDULED', ?5, ?5 + ?6, 'Europe/Berlin', ?5, ?5 + ?7, '{}', 1, 1)`,
				)
				.bind(newId("appointment", clock.now()), id, artistId, clientId, first + n * dayMs, hourMs, dayMs),
		),
	);
}
