import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { at, newStudio, type Studio } from "./support/studio.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
	await call(200, "/v1/me", { key: studio.key });
});

const post = (body: object): RequestInit => ({
	method: "POST",
	headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
	body: JSON.stringify(body),
});
const booked = ({ artistId, clientId, typeId }: Studio) => ({
	artist_id: artistId,
	client_id: clientId,
	event_type_id: typeId,
	start_at: at("10:00"),
});
const freeTimes = ({ artistId, typeId }: Studio) =>
	new URLSearchParams({ artist_id: artistId, event_type_id: typeId, from: at("00:00"), to: at("23:00") });

/** Each statement costs more than most of its rows. */
it.each<[string, number, (studio: Studio) => [path: string, init?: RequestInit]]>([
	["GET of the caller", 0, () => ["/v1/me"]],
	["GET of a client", 1, ({ clientId }) => [`/v1/clients/${clientId}`]],
	["GET of a page of clients", 1, () => ["/v1/clients?limit=50"]],
	["GET of free times", 3, (studio) => [`/v1/availability?${freeTimes(studio)}`]],
	["keyed POST of a client", 9, () => ["/v1/clients", post({ first_name: "Ana", email: "ana@mail.example" })]],
	["keyed POST of a booking", 13, (studio) => ["/v1/appointments", post(booked(studio))]],
])("a %s runs %i statements", async (_, statements, requestOf) => {
	const [path, init] = requestOf(studio);
	const cost = await costOf(path, studio.key, init);
	expect([cost.status < 300, cost.statementCount]).toEqual([true, statements]);
});
