import type { ChangeEndpoint, Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { type Call, call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { cancelExports } from "../support/exports.ts";
import { until } from "../support/receiver.ts";
import { makers, pathOf, realIds, requestOf } from "./requests.ts";

type Ids = Record<string, string>;

const make = async (kind: keyof typeof makers, key: string): Promise<string> => (await makers[kind]?.(key)) ?? "";

const clientBody = async () => ({ email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });
const target = async () => ({
	target_url: `https://hooks.test/${crypto.randomUUID()}`,
	trigger: "new_form_submission",
});

/** Bodies for the changes for which the sample of the schema would be refused, or would change nothing. */
const bodies: Record<string, (key: string) => Promise<object>> = {
	createClient: clientBody,
	updateClient: async () => ({ notes: "Allergic to latex" }),
	mergeClient: async (key) => ({ source_id: await make("client", key) }),
	automationCreateClient: clientBody,
	automationFindOrCreateClient: clientBody,
	createAutomationHook: target,
	updateLead: async () => ({ stage: "QUALIFIED" }),
	createIdea: async (key) => ({ client_id: await make("client", key), subject: "Rose" }),
	updateIdea: async () => ({ stage: "IN_REVIEW" }),
	createAppointment: async (key) => ({
		artist_id: await make("artist", key),
		client_id: await make("client", key),
		start_at: "2027-03-02T10:00:00Z",
		end_at: "2027-03-02T11:00:00Z",
	}),
	updateAppointment: async () => ({ start_at: "2027-03-03T10:00:00Z" }),
	createArtist: async () => ({ name: "Mika", slug: `a-${crypto.randomUUID()}` }),
	updateArtist: async () => ({ slug: `a-${crypto.randomUUID()}` }),
	setWorkingHours: async () => ({ hours: [{ weekday: 2, start: "10:00", end: "18:00" }] }),
	setExternalCalendar: async () => ({
		busy: [{ start_at: "2027-03-02T10:00:00Z", end_at: "2027-03-02T11:00:00Z" }],
	}),
	chargeCancellationFee: async () => ({ amount: 5000, currency: "EUR" }),
	updateDeposit: async () => ({ status: "HELD", method: "CASH" }),
	confirmLead: async () => ({}),
	createTimeBlock: async () => ({ start_at: "2027-03-02T10:00:00Z", end_at: "2027-03-02T11:00:00Z" }),
	updateShop: async () => ({ description: "By the canal" }),
	...Object.fromEntries(
		["Idea", "Lead", "Artist", "FormSubmission"].map((name) => [
			`update${name}Picture`,
			async () => ({ caption: `Fern ${crypto.randomUUID()}` }),
		]),
	),
	updateForm: async () => ({ description: "Before the first session" }),
	createWebhookEndpoint: async () => ({ url: "https://hooks.test/contract", events: ["payout.paid"] }),
	updateWebhookEndpoint: async () => ({ description: "Bookkeeping" }),
	recoverWebhookEndpoint: async () => ({ since: "2026-01-01T00:00:00Z" }),
};

const setFeed = (key: string, { artist_id, shop_id }: Ids) =>
	call(200, artist_id ? `/v1/artists/${artist_id}/calendar_feed` : `/v1/shops/${shop_id}/calendar_feed`, {
		key,
		method: "PUT",
		body: { details: "busy" },
	});
const setCalendar = (key: string, { artist_id }: Ids) => {
	const busy = [{ start_at: "2027-03-04T10:00:00Z", end_at: "2027-03-04T11:00:00Z" }];
	return call(200, `/v1/artists/${artist_id}/external_calendar`, { key, method: "PUT", body: { busy } });
};
const cancel = (key: string, { appointment_id }: Ids) =>
	call(200, `/v1/appointments/${appointment_id}`, { key, method: "PATCH", body: { status: "CANCELLED" } });
const chargeFee = async (key: string, ids: Ids) => {
	await cancel(key, ids);
	const body = { amount: 5000, currency: "EUR" };
	await call(201, `/v1/appointments/${ids.appointment_id}/cancellation_fee`, { key, body });
};

/** Gives the appointment a deposit, as if its event type had asked for it. */
async function askForDeposit(_: string, { appointment_id }: Ids): Promise<void> {
	const asked = { id: newId("deposit", Date.now()), status: "REQUESTED", amount: 5000, currency: "EUR", note: null };
	const times = { requested_at: 1, due_at: Date.UTC(2027, 2, 2), due_hours: null, held_at: null, released_at: null };
	const deposit = { ...asked, ...times, method: null, unpaid: "KEEP", reminded_at: null, check_at: null };
	await database
		.prepare("UPDATE appointments SET deposit = ? WHERE id = ?")
		.bind(JSON.stringify(deposit), appointment_id)
		.run();
}

/** A request of the client for an appointment. */
async function request(key: string, { lead_id }: Ids): Promise<void> {
	const event_type_id = await make("event_type", key);
	const { artist_id } = (await call(200, `/v1/event_types/${event_type_id}`, { key })).body;
	const hours = [{ weekday: 2, start: "00:00", end: "24:00" }];
	await call(200, `/v1/artists/${artist_id}/working_hours`, { key, method: "PUT", body: { hours } });
	const metadata = {
		booking_artist_id: artist_id,
		booking_event_type_id: event_type_id,
		booking_start_at: "2027-03-02T10:00:00.000Z",
	};
	await call(200, `/v1/leads/${lead_id}`, { key, method: "PATCH", body: { metadata } });
	const client = await make("client", key);
	await database.prepare("UPDATE leads SET client_id = ? WHERE id = ?").bind(client, lead_id).run();
}

/** Changes a delivery after its first attempt. An attempt under way would hold it until its lease ends. */
async function setAfterAttempt(deliveryId: string | undefined, values: string): Promise<void> {
	const first = database.prepare("SELECT 1 FROM deliveries WHERE id = ? AND attempt_count = 0").bind(deliveryId);
	await until(async () => (await first.all()).results.length === 0);
	await database.prepare(`UPDATE deliveries SET ${values} WHERE id = ?`).bind(deliveryId).run();
}

/** It is under way, and waits. */
const openJob = (id: string | undefined) =>
	database
		.prepare("UPDATE jobs SET status = 'PENDING', finished_at = NULL, due_at = ?2 WHERE id = ?1")
		.bind(id, Number.MAX_SAFE_INTEGER)
		.run();

const states: Record<string, (key: string, ids: Ids) => Promise<unknown>> = {
	convertLead: (key, { lead_id }) =>
		call(200, `/v1/leads/${lead_id}`, { key, method: "PATCH", body: { email: `${crypto.randomUUID()}@example.com` } }),
	unarchiveLead: (key, { lead_id }) => call(200, `/v1/leads/${lead_id}/archive`, { key, method: "POST" }),
	confirmLead: request,
	declineLead: request,
	getArtistCalendarFeed: setFeed,
	deleteArtistCalendarFeed: setFeed,
	getShopCalendarFeed: setFeed,
	deleteShopCalendarFeed: setFeed,
	getExternalCalendar: setCalendar,
	deleteExternalCalendar: setCalendar,
	chargeCancellationFee: cancel,
	updateDeposit: askForDeposit,
	getCancellationFee: chargeFee,
	refundCancellationFee: chargeFee,
	createExport: cancelExports,
	cancelExport: (_, { export_id }) => openJob(export_id),
	cancelImport: (_, { import_id }) => openJob(import_id),
	unarchiveIdea: (key, { idea_id }) => call(200, `/v1/ideas/${idea_id}/archive`, { key, method: "POST" }),
	endReplacedWebhookEndpointValue: (key, { endpoint_id }) =>
		call(200, `/v1/webhook_endpoints/${endpoint_id}/rotate_secret`, { key, method: "POST" }),
	deleteAppointment: (key, { appointment_id }) =>
		call(200, `/v1/appointments/${appointment_id}`, { key, method: "PATCH", body: { status: "CANCELLED" } }),
	replayDelivery: (_, { delivery_id }) => setAfterAttempt(delivery_id, "status = 'DEAD', next_attempt_at = NULL"),
	recoverWebhookEndpoint: async (key, { endpoint_id }) => {
		const sent = await call(200, `/v1/webhook_endpoints/${endpoint_id}/test`, { key, method: "POST" });
		const event = await make("event", key);
		await setAfterAttempt(
			sent.body.id,
			`status = 'DEAD', next_attempt_at = NULL, test_body = NULL, event_id = '${event}'`,
		);
	},
};

/** Real ids of the path, of records in the state that the endpoint needs. */
export async function readyIds(endpoint: Endpoint, key: string): Promise<Ids> {
	const ids = await realIds(endpoint, key);
	await states[endpoint.id]?.(key, ids);
	return ids;
}

/**
 * A request that the service accepts, and that changes something. If the sample of an endpoint is refused, `bodies` has
 * a body for it, and `states` the state that its record needs.
 */
export async function acceptableRequest(
	endpoint: ChangeEndpoint,
	key: string,
): Promise<{ path: string; request: Call }> {
	const ids = await readyIds(endpoint, key);
	const own = bodies[endpoint.id];
	return { path: pathOf(endpoint, ids), request: requestOf(endpoint, key, own ? { body: await own(key) } : {}) };
}
