import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Service } from "../demo/service.ts";

interface Given {
	origin: string;
	operatorToken: string;
	mailFrom: string;
	everyMs: number;
}

const studioName = "Smoke test of the deployment";
const deliveryMs = 60_000;
const dayMs = 86_400_000;
const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "09:00", end: "18:00" }));
const scopes = ["clients", "artists", "appointments", "webhook_endpoints", "deliveries"]
	.flatMap((resource) => [`read:${resource}`, `write:${resource}`])
	.concat("read:event_types");

/**
 * Books in a studio of its own, and waits for the webhook about it, which the service receives itself. Then the studio
 * is deleted. Nobody gets a mail. Rejects if something of this does not work.
 */
export async function smoke({ origin, operatorToken, mailFrom, everyMs }: Given): Promise<string> {
	const operator = callerOf(origin, operatorToken);
	await removeStudios(operator);
	const studio = await operator<Record>("POST", "/admin/tenants", { name: studioName, email: mailFrom, plan: "solo" });
	try {
		const keys = `/admin/tenants/${studio.id}/api_keys`;
		const { key } = await operator<{ key: string }>("POST", keys, { name: studioName, scopes });
		const asStudio = callerOf(origin, key);
		const url = `${origin}/healthz`;
		const { endpoint } = await asStudio<{ endpoint: Record }>("POST", "/v1/webhook_endpoints", {
			url,
			events: ["appointment.created"],
		});
		const time = await book(operator, asStudio, studio.id);
		await waitForDelivery(asStudio, endpoint.id, everyMs);
		return `works: an appointment at ${time} was booked in a studio of its own, and its webhook arrived at ${url}`;
	} finally {
		await removeStudios(operator);
	}
}

interface Record {
	id: string;
}

interface Page<T> {
	data: T[];
}

type Caller = <T>(method: string, path: string, body?: object) => Promise<T>;

const callerOf = (origin: string, token: string): Caller => {
	const service = new Service(origin);
	return (method, path, body) =>
		service.send({ method, path, token, ...(body && { body, idempotencyKey: randomUUID() }) });
};

/** Also the studio of a run that was cut off. */
async function removeStudios(operator: Caller): Promise<void> {
	const path = `/admin/tenants?limit=100&name=${encodeURIComponent(studioName)}`;
	const { data } = await operator<Page<Record & { delete_at: string | null }>>("GET", path);
	for (const { id, delete_at } of data) if (delete_at === null) await operator("DELETE", `/admin/tenants/${id}`);
}

/** Books the first free time of tomorrow or the day after. */
async function book(operator: Caller, asStudio: Caller, studioId: string): Promise<string> {
	const { id: artist_id } = await asStudio<Record>("POST", "/v1/artists", { name: "Smoke Test", timezone: "UTC" });
	await asStudio("PUT", `/v1/artists/${artist_id}/working_hours`, { hours: everyDay });
	const { id: event_type_id } = await operator<Record>("POST", `/admin/tenants/${studioId}/event_types`, {
		artist_id,
		name: "Smoke test",
		slug: "smoke-test",
		kind: "TATTOO",
		duration_minutes: 60,
	});
	const { id: client_id } = await asStudio<Record>("POST", "/v1/clients", {
		email: "smoke-test@example.com",
		first_name: "Smoke",
		do_not_contact: true,
	});
	const [from, to] = [1, 3].map((days) => new Date(Date.now() + days * dayMs).toISOString());
	const query = new URLSearchParams({ artist_id, event_type_id, from: from ?? "", to: to ?? "" });
	const { data } = await asStudio<Page<{ start_at: string }>>("GET", `/v1/availability?${query}`);
	const [first] = data;
	if (!first) throw new Error("an artist who works every day has no free time");
	const { start_at } = first;
	await asStudio("POST", "/v1/appointments", { artist_id, event_type_id, client_id, start_at });
	return start_at;
}

interface Delivery {
	status: string;
	attempts: { response_status: number | null; error_message: string | null }[];
}

async function waitForDelivery(asStudio: Caller, endpointId: string, everyMs: number): Promise<void> {
	const giveUpAt = Date.now() + deliveryMs;
	for (;;) {
		const { data } = await asStudio<Page<Delivery>>("GET", `/v1/deliveries?endpoint_id=${endpointId}`);
		const [delivery] = data;
		if (delivery?.status === "SUCCEEDED") return;
		const failed = delivery?.attempts.at(-1);
		if (failed)
			throw new Error(`a webhook failed (${failed.error_message ?? `the answer was ${failed.response_status}`})`);
		if (Date.now() > giveUpAt) throw new Error(`a webhook was not sent within ${deliveryMs / 1000} seconds`);
		await sleep(everyMs);
	}
}
