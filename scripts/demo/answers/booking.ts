import type { DemoAnswers } from "./demo-answers.ts";

/** Appointments, artists and shops. */
export async function booking(demo: DemoAnswers): Promise<void> {
	const type = await demo.list("listEventTypes", "/v1/event_types", ({ is_active }) => is_active);
	await demo.read("getEventType", `/v1/event_types/${type.id}`);
	const start = await freeTime(demo, type);
	await appointments(demo, type, start);
	await artists(demo);
	await shops(demo);
}

async function freeTime(demo: DemoAnswers, type: { id: string; artist_id: string }): Promise<string> {
	const [from, to] = [3, 17].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
	const window = `from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
	const { data } = await demo.read(
		"listAvailability",
		`/v1/availability?artist_id=${type.artist_id}&event_type_id=${type.id}&${window}`,
	);
	// A few tell enough.
	const kept = demo.found.listAvailability;
	if (kept) kept.answer = { ...(kept.answer as object), data: data.slice(0, 3) };
	return data[0].start_at;
}

async function appointments(
	demo: DemoAnswers,
	type: { id: string; artist_id: string },
	start_at: string,
): Promise<void> {
	const path = "/v1/appointments";
	const live = await demo.list(
		"listAppointments",
		path,
		({ status, start_at: at }) => status === "SCHEDULED" && at > new Date().toISOString(),
	);
	const client = await demo.first("/v1/clients", ({ is_blocked }) => !is_blocked);
	await demo.read("getAppointment", `${path}/${live.id}`);
	const body = {
		artist_id: type.artist_id,
		client_id: client.id,
		event_type_id: type.id,
		start_at,
		title: "Botanical forearm piece",
	};
	await demo.change("createAppointment", "POST", path, body);
	await demo.change("updateAppointment", "PATCH", `${path}/${live.id}`, { title: "Fern, second session" });
	const made = await demo.made(path, { body });
	const at = `${path}/${made.id}`;
	await cancelled(demo, at);
}

async function cancelled(demo: DemoAnswers, at: string): Promise<void> {
	await demo.patch(at, { status: "CANCELLED", cancellation_reason: "Ill" });
	await demo.change("deleteAppointment", "DELETE", at);
	const fee = { amount: 5000, currency: "EUR" };
	await demo.change("chargeCancellationFee", "POST", `${at}/cancellation_fee`, fee);
	await demo.made(`${at}/cancellation_fee`, { body: fee });
	await demo.read("getCancellationFee", `${at}/cancellation_fee`);
	await demo.change("refundCancellationFee", "POST", `${at}/cancellation_fee/refund`);
	await demo.made(`${at}/cancellation_fee/refund`, {});
	await demo.remove(at);
}

async function artists(demo: DemoAnswers): Promise<void> {
	const path = "/v1/artists";
	const artist = await demo.list("listArtists", path);
	const shop = await demo.first("/v1/shops");
	const at = `${path}/${artist.id}`;
	await demo.read("getArtist", at);
	const body = { name: "Kim Larsen", email: "kim@example.com", shop_id: shop.id };
	await demo.change("createArtist", "POST", path, body);
	await demo.change("updateArtist", "PATCH", at, { max_appointments_per_day: 3 });
	await demo.read("getWorkingHours", `${at}/working_hours`);
	await demo.change("setWorkingHours", "PUT", `${at}/working_hours`, {
		hours: [{ weekday: 2, start: "10:00", end: "18:00" }],
	});
	const newcomer = await demo.made(path, { body });
	await timeBlocks(demo, `${path}/${newcomer.id}`);
	await calendar(demo, `${path}/${newcomer.id}`);
	await demo.change("deleteArtist", "DELETE", `${path}/${newcomer.id}`);
	await demo.remove(`${path}/${newcomer.id}`);
}

async function timeBlocks(demo: DemoAnswers, at: string): Promise<void> {
	const path = `${at}/time_blocks`;
	const body = { start_at: "2027-04-06T08:00:00Z", end_at: "2027-04-10T18:00:00Z", reason: "Convention" };
	await demo.change("createTimeBlock", "POST", path, body);
	const block = await demo.made(path, { body });
	await demo.list("listTimeBlocks", path);
	await demo.read("listAllTimeBlocks", "/v1/time_blocks?limit=2");
	await demo.read("getTimeBlock", `${path}/${block.id}`);
	await demo.change("deleteTimeBlock", "DELETE", `${path}/${block.id}`);
}

async function calendar(demo: DemoAnswers, at: string): Promise<void> {
	const path = `${at}/external_calendar`;
	const busy = [{ start_at: "2027-05-01T10:00:00Z", end_at: "2027-05-01T12:00:00Z" }];
	await demo.change("setExternalCalendar", "PUT", path, { busy });
	await demo.put(path, { busy });
	await demo.read("getExternalCalendar", path);
	await demo.change("deleteExternalCalendar", "DELETE", path);
}

async function shops(demo: DemoAnswers): Promise<void> {
	const shop = await demo.list("listShops", "/v1/shops");
	await demo.read("getShop", `/v1/shops/${shop.id}`);
	const address = { line1: "Oranienstraße 1", city: "Berlin", postal_code: "10999", country: "DE" };
	const body = { name: "Kreuzberg II", timezone: "Europe/Berlin", address };
	await demo.change("createShop", "POST", "/v1/shops", body);
	await demo.change("updateShop", "PATCH", `/v1/shops/${shop.id}`, { phone: "+49 30 5550100" });
	const made = await demo.made("/v1/shops", { body });
	await demo.change("deleteShop", "DELETE", `/v1/shops/${made.id}`);
	await demo.remove(`/v1/shops/${made.id}`);
}
