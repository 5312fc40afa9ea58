import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../src/entry/app.ts";
import { call } from "./support/api.ts";
import { envWithHooks } from "./support/database.ts";
import { MailService } from "./support/mail-service.ts";
import { at, newClient, newStudio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

new MailService();

/** `before` gets the number of each transaction. The first transaction is the commit. */
const interrupted = (before: (batch: number) => Promise<void> | void): typeof env => {
	let batches = 0;
	return envWithHooks({ batch: () => before(++batches) });
};

async function request(
	bindings: typeof env,
	path: string,
	key: string,
	method: string,
	body: unknown,
	idempotencyKey?: string,
) {
	const ctx = createExecutionContext();
	const headers = {
		Authorization: `Bearer ${key}`,
		"Content-Type": "application/json",
		...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
	};
	const request = new Request(`https://api.test${path}`, { method, headers, body: JSON.stringify(body) });
	const response = await app.fetch(request, bindings, ctx);
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	const answer = { status: response.status, body: (await response.json()) as any };
	await waitOnExecutionContext(ctx);
	return answer;
}

it.each([
	[
		"merged into another",
		async (id: string, key: string) => {
			const target = await newClient(key);
			await call(200, `/v1/clients/${target}/merge`, { key, body: { source_id: id } });
		},
	],
	[
		"deleted",
		async (id: string, key: string) => {
			await call(200, `/v1/clients/${id}`, { key, method: "DELETE" });
		},
	],
])("a booking whose client is %s while it is decided is refused like one of an unknown client", async (_, gone) => {
	const studio = await newStudio();
	const db = interrupted(async (batch) => {
		if (batch === 1) await gone(studio.clientId, studio.key);
	});
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
	};
	const answer = await request(db, "/v1/appointments", studio.key, "POST", body);
	expect(answer).toMatchObject({ status: 400, body: { code: "validation_error", errors: [{ path: "client_id" }] } });
	expect((await call(200, "/v1/appointments", studio)).body.data).toEqual([]);
});

it("a booking whose artist is deactivated while it is decided is refused", async () => {
	const studio = await newStudio();
	const db = interrupted(async (batch) => {
		if (batch === 1)
			await call(200, `/v1/artists/${studio.artistId}`, {
				key: studio.key,
				method: "PATCH",
				body: { status: "DEACTIVATED" },
			});
	});
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
	};
	expect(await request(db, "/v1/appointments", studio.key, "POST", body)).toMatchObject({
		status: 400,
		body: { errors: [{ path: "artist_id" }] },
	});
});

it("a move that is committed and mailed is answered as such, though neither the outbox nor its record can be corrected", async () => {
	const studio = await newStudio();
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
	};
	const { body: appointment } = await call(201, "/v1/appointments", { key: studio.key, body });
	const db = interrupted((batch) => {
		// The second one notes that the mail service is about to get the mail.
		if (batch >= 3) throw new Error("D1_ERROR: Network connection lost");
	});
	const move = { start_at: at("14:00"), end_at: at("15:00") };
	const answer = await request(db, `/v1/appointments/${appointment.id}`, studio.key, "PATCH", move, "move");
	expect(answer).toMatchObject({ status: 200, body: { client_notified: true, data: move } });
});

it("two tenants that add the same new person at the same time both have them", async () => {
	const email = `${crypto.randomUUID()}@example.com`;
	const tenants = await Promise.all([newStudio(), newStudio(), newStudio()]);
	const added = await Promise.all(
		tenants.map(({ id }) => operate(201, `/admin/tenants/${id}/users`, { body: { email, password: "correct horse" } })),
	);
	expect(new Set(added.map(({ body }) => body.id)).size).toBe(1);
});
