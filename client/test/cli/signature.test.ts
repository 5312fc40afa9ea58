import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { exampleOf } from "../../../src/domain/events/catalogue/catalogue.ts";
import { newSecret, signed } from "../../src/cli/listen/sign.ts";
import { verifyWebhook } from "../../src/index.ts";

const event = {
	object: "event",
	id: "evt_019cebe550407bd99a783b3c2e63fd7e",
	type: "client.created",
	api_version: "v1",
	tenant_id: "ten_0199044a4400744a9fb4f20a3dea5fd9",
	created_at: "2026-03-14T10:30:00.000Z",
	sequence: 1042,
	actor: { type: "user", id: "usr_0199044a578875549f77aead4d62db4c" },
	data: exampleOf("client.created"),
} as never;

it("a forwarded event is signed so that this package and Standard Webhooks take it, and has the body of a webhook", async () => {
	const secret = newSecret();
	const { body, headers } = signed(event, secret, Math.floor(Date.now() / 1000));
	const { object: _, ...envelope } = event as { object: string };
	expect(body).toBe(JSON.stringify(envelope));
	expect(await verifyWebhook(body, headers, secret)).toMatchObject({
		id: "evt_019cebe550407bd99a783b3c2e63fd7e",
		sequence: 1042,
	});
	expect(new Webhook(secret).verify(body, headers)).toEqual(envelope);
	await expect(verifyWebhook(body, headers, newSecret())).rejects.toThrow();
});
