import { expect, it } from "vitest";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { Receiver, until } from "../support/receiver.ts";
import { newWorld } from "../support/world.ts";

it("a secret that cannot be opened is a failed attempt with its reason, and rotating it mends it", async () => {
	const receiver = new Receiver();
	const { key } = await newWorld();
	const url = "https://hooks.test/unreadable";
	const { body: made } = await call(201, "/v1/webhook_endpoints", { key, body: { url, events: ["client.created"] } });
	const { id } = made.endpoint;
	await database.prepare("UPDATE webhook_endpoints SET secret = 'v1.AAAA.AAAA' WHERE id = ?").bind(id).run();
	await call(201, "/v1/clients", { key, body: { email: "a@example.com", first_name: "Ana" } });
	const deliveries = async () => (await call(200, `/v1/webhook_endpoints/${id}/deliveries`, { key })).body.data;
	await until(async () => (await deliveries())[0]?.attempt_count === 1);
	const [delivery] = await deliveries();
	expect(delivery.attempts[0]).toMatchObject({
		response_status: null,
		error_message: expect.stringContaining("secret"),
	});
	expect(receiver.at(url)).toHaveLength(0);
	await call(200, `/v1/webhook_endpoints/${id}/rotate_secret`, { key, method: "POST" });
	await call(200, `/v1/webhook_endpoints/${id}/test`, { key, method: "POST" });
	await receiver.until(url, 1);
});
