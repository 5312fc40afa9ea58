import { call } from "./api.ts";
import { addRows } from "./database.ts";
import { consumeDeliveries, createClient, createEndpoint, deliveriesOf, waitForAttempts } from "./deliveries.ts";
import { importRows } from "./imports.ts";
import { addPicture } from "./pictures.ts";
import { Receiver } from "./receiver.ts";
import { at, newStudio, type Studio } from "./studio.ts";
import { operate } from "./world.ts";

/** Every table has rows, which the API makes as far as it can. */
export async function newFullStudio(given: { database?: string } = {}): Promise<Studio> {
	const studio = await newStudio(given);
	const { id, key, artistId, clientId, typeId } = studio;
	const post = async (path: string, body: object, headers = {}) => (await call(201, path, { key, body, headers })).body;
	await importRows(key, "email,first_name\nimported@example.com,Zoë\n,\nnobody,Bo");
	const receiver = new Receiver();
	await post("/v1/shops", { name: "Kreuzberg" });
	await post("/v1/leads", { first_name: "Bo", budget_range_min: 0.1 + 0.2, budget_range_max: 2 ** 40 / 3 });
	await post("/v1/leads", { first_name: "Zoë 🖋", message: "\u0001 'quoted' \"twice\" \\ and \u2028" });
	// As somebody asks for an appointment at the booking page.
	await post("/v1/leads", {
		first_name: "Ida",
		email: "ida@example.com",
		metadata: {
			booking_artist_id: artistId,
			booking_event_type_id: typeId,
			booking_start_at: "2126-03-04T10:00:00.000Z",
		},
	});
	const { id: ideaId } = await post("/v1/ideas", { client_id: clientId, subject: "Fern", tags: ["fern", "arm"] });
	await addPicture(key, `/v1/ideas/${ideaId}`);
	const form = await post("/v1/forms", {
		name: "Intake",
		fields: [{ key: "placement", label: "Placement", type: "text" }],
	});
	await post(`/v1/forms/${form.id}/submissions`, { submission_data: { placement: "Arm" } });
	const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:00") };
	const appointment = await post("/v1/appointments", booking, { "Idempotency-Key": "booked" });
	const { id: endpointId, url } = await createEndpoint(key);
	receiver.answers(url, () => new Response("long ".repeat(2000), { status: 500 }));
	await createClient(key);
	const [delivery] = await deliveriesOf(key, endpointId);
	await consumeDeliveries([delivery.id]);
	await waitForAttempts(key, delivery.id, 1);
	await operate(201, `/admin/artists/${artistId}/time_blocks`, {
		body: { start_at: at("12:00"), end_at: at("13:00") },
	});
	const now = Date.now();
	const held = { artist_id: artistId, event_type_id: typeId, start_at: now * 2, end_at: now * 2 + 1 };
	await addRows(
		["event_sequences", { tenant_id: id, forgotten: 1 }],
		["booking_links", { tenant_id: id, appointment_id: appointment.id, hash: `hash ${id}`, moves: 1, created_at: now }],
		["reminders", { tenant_id: id, appointment_id: appointment.id, at: now * 2, created_at: now }],
		[
			"holds",
			{
				id: `hld_${id}`,
				tenant_id: id,
				...held,
				buffer_before_ms: 0,
				buffer_after_ms: 0,
				visitor: `visitor ${id}`,
				network: "network",
				expires_at: now * 2,
				created_at: now,
			},
		],
		["calendar_feeds", { tenant_id: id, owner_id: artistId, hash: `hash ${id}`, details: "full", created_at: now }],
		["export_pieces", { tenant_id: id, export_id: "none", n: 0, bucket: "PICTURES", object_key: `piece ${id}` }],
		["external_calendars", { tenant_id: id, artist_id: artistId, created_at: now, updated_at: now }],
		["external_busy", { tenant_id: id, artist_id: artistId, start_at: 1, end_at: 2 }],
		[
			"endpoint_work",
			{ id: `wrk_${id}`, tenant_id: id, endpoint_id: "none", kind: "none", position: 0, until: 0, stepped_at: now * 2 },
		],
		[
			"mails",
			{ id: `mal_${id}`, tenant_id: id, kind: "endpoint_failing", data: "{}", leased_until: now * 2, created_at: now },
		],
	);
	return studio;
}
