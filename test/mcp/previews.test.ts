import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { previewsOf } from "../../src/platform/gate/gates.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { settledDatabase, wholeDatabase } from "../support/database.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { addAppointments, at, newClient, newStudio, type Studio } from "../support/studio.ts";
import { createKey, newWorld, operate } from "../support/world.ts";
import { callTool, preview, refused, use } from "./mcp.ts";

const mail = new MailService();
let studio: Studio;
beforeAll(async () => {
	new Receiver();
	studio = await newStudio({ artist: { name: "Mika Sørensen" }, client: { first_name: "Kai", last_name: "Sato" } });
});

let day = 1;
/** A free hour of a day of its own. */
const freeDay = () => `2027-04-${String(day++).padStart(2, "0")}`;

const book = async (on: string) =>
	(
		await call(201, "/v1/appointments", {
			key: studio.key,
			body: {
				artist_id: studio.artistId,
				client_id: studio.clientId,
				start_at: at("10:00", on),
				end_at: at("11:00", on),
			},
		})
	).body;

const rename = (id: string, first_name: string) =>
	preview(studio.key, "updateClient", { path: { client_id: id }, body: { first_name } });

describe("a preview", () => {
	it("is kept sealed, with the secrets that its body holds, and is applied as it was given", async () => {
		const path = { artist_id: studio.artistId };
		const ics_url = "https://calendar.invalid/private-beef/basic.ics";
		const { preview: id } = await preview(studio.key, "setExternalCalendar", { path, body: { ics_url } });
		const kept = await runInDurableObject(previewsOf(env, { id: studio.id, region: "any" }), (_, { storage }) =>
			JSON.stringify(storage.sql.exec("SELECT * FROM previews").toArray()),
		);
		expect(kept).toContain(id);
		for (const word of ["private-beef", "setExternalCalendar", studio.artistId]) expect(kept).not.toContain(word);
		await use(studio.key, "apply_change", { preview: id });
		const address = `/admin/artists/${studio.artistId}/external_calendar`;
		expect((await operate(200, address)).body.ics_url).toBe(ics_url);
		await call(200, `/v1/artists/${studio.artistId}/external_calendar`, { key: studio.key, method: "DELETE" });
	});

	it("leaves nothing in any database", async () => {
		const before = await settledDatabase();
		await rename(studio.clientId, "Nobody");
		expect(await wholeDatabase()).toEqual(before);
	});

	it("says in words what would happen, who gets a mail, and which program gets an event", async () => {
		const world = await newStudio({ artist: { name: "Mika" }, client: { first_name: "Kai", last_name: "Sato" } });
		await call(201, "/v1/webhook_endpoints", {
			key: world.key,
			body: { url: "https://crm.example.com/hooks", events: ["appointment.rescheduled"] },
		});
		const { body } = await call(201, "/v1/appointments", {
			key: world.key,
			body: {
				artist_id: world.artistId,
				client_id: world.clientId,
				start_at: at("10:00"),
				end_at: at("11:00"),
			},
		});
		const previewed = await preview(world.key, "updateAppointment", {
			path: { appointment_id: body.id },
			body: { start_at: at("12:00") },
		});
		expect(previewed.summary).toBe(
			"Moves the appointment of “Kai Sato” from Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1) to Tuesday, 2 March 2027, 13:00–14:00 (Europe/Berlin, GMT+1). “Kai Sato” gets a mail. The endpoint crm.example.com gets appointment.rescheduled.",
		);
		expect(previewed.mails).toEqual([{ to: "“Kai Sato”", kind: "booking_moved" }]);
		expect(previewed.receivers).toEqual([{ name: "crm.example.com", event: "appointment.rescheduled" }]);
		expect(mail.sent).toEqual([]);
	});

	it("says no name that its credential may not read", async () => {
		const { key } = await createKey(studio.id, { scopes: ["write:appointments", "read:appointments"] });
		const appointment = await book(freeDay());
		const { summary } = await preview(key, "updateAppointment", {
			path: { appointment_id: appointment.id },
			body: { status: "CANCELLED" },
		});
		expect(summary).toContain(`Cancels the appointment of ${studio.clientId} with ${studio.artistId}`);
	});

	it("names no endpoint to a credential that may not read them", async () => {
		const world = await newStudio();
		const body = { url: "https://crm.example.com/hooks", events: ["client.updated"] };
		await call(201, "/v1/webhook_endpoints", { key: world.key, body });
		const { key } = await createKey(world.id, { scopes: ["write:clients"] });
		const given = { path: { client_id: world.clientId }, body: { first_name: "Eva" } };
		const { summary, receivers } = await preview(key, "updateClient", given);
		expect(receivers).toEqual([{ name: null, event: "client.updated" }]);
		expect(summary).toContain("An endpoint gets client.updated.");
		expect(summary).not.toContain("crm.example.com");
	});

	it("of many records tells how many, and asks once for those that go to the same endpoints", async () => {
		const world = await newStudio();
		const body = { url: "https://crm.example.com/hooks", events: ["*"] };
		await call(201, "/v1/webhook_endpoints", { key: world.key, body });
		await addAppointments(world, 300);
		const { summary, receivers } = await preview(world.key, "deleteClient", { path: { client_id: world.clientId } });
		expect(summary).toMatch(/^Deletes the client “Ana”\. It emits 300 appointment\.cancelled, 1 client\.deleted\./);
		expect(receivers).toEqual([
			{ name: "crm.example.com", event: "appointment.cancelled" },
			{ name: "crm.example.com", event: "client.deleted" },
		]);
	});

	it("shows the fields that change with both values", async () => {
		const id = await newClient(studio.key, { first_name: "Ana" });
		const { summary } = await rename(id, "Eva");
		expect(summary).toBe("Changes the client “Ana”: first_name from “Ana” to “Eva”.");
	});
});

describe("a preview is refused", () => {
	it("to another key of the same studio, like one that does not exist", async () => {
		const { preview: id } = await rename(studio.clientId, "Kay");
		const other = await createKey(studio.id);
		const unknown = await refused(studio.key, "apply_change", { preview: `prv_${"0".repeat(32)}` });
		expect(unknown).toMatchObject({ code: "resource_not_found", status: 404 });
		expect(await refused(other.key, "apply_change", { preview: id })).toEqual(unknown);
		expect(await refused((await newWorld()).key, "apply_change", { preview: id })).toEqual(unknown);
		expect(await refused(studio.key, "apply_change", { preview: "forged" })).toEqual(unknown);
	});

	it("ten minutes later", async () => {
		const id = await newClient(studio.key);
		const { preview: late } = await rename(await newClient(studio.key), "Late");
		const { preview: inTime } = await rename(id, "In time");
		advance(9 * 60);
		expect((await use(studio.key, "apply_change", { preview: inTime })).first_name).toBe("In time");
		advance(60);
		expect(await refused(studio.key, "apply_change", { preview: late })).toMatchObject({
			code: "precondition_failed",
			status: 412,
			detail: "The preview is older than ten minutes. Preview the change again.",
		});
		// The answer to a change that was made stays.
		expect((await use(studio.key, "apply_change", { preview: inTime })).first_name).toBe("In time");
	});

	it("once a record has changed that it names, in its path or in its body", async () => {
		const client = await newClient(studio.key);
		const on = freeDay();
		const path = { client_id: client };
		const previews = [
			await rename(client, "Eva"),
			await preview(studio.key, "deleteClient", { path }),
			await preview(studio.key, "createAppointment", {
				body: { artist_id: studio.artistId, client_id: client, start_at: at("10:00", on), end_at: at("11:00", on) },
			}),
		];
		await call(200, `/v1/clients/${client}`, { key: studio.key, method: "PATCH", body: { notes: "New" } });
		for (const { preview: id } of previews)
			expect(await refused(studio.key, "apply_change", { preview: id })).toMatchObject({ code: "precondition_failed" });
		expect((await call(200, `/v1/clients/${client}`, { key: studio.key })).body.first_name).toBe("Ana");
	});

	it("once the record is gone", async () => {
		const client = await newClient(studio.key);
		const { preview: id } = await rename(client, "Eva");
		await call(200, `/v1/clients/${client}`, { key: studio.key, method: "DELETE" });
		expect(await refused(studio.key, "apply_change", { preview: id })).toMatchObject({ code: "precondition_failed" });
	});

	it("at once where the version is not the one that if_match names", async () => {
		const path = { client_id: studio.clientId };
		const given = { operation_id: "updateClient", path, body: { notes: "x" }, if_match: "99" };
		expect(await refused(studio.key, "preview_change", given)).toMatchObject({ code: "precondition_failed" });
	});

	it("when its key has lost the scope", async () => {
		const { id, key } = await createKey(studio.id);
		const { preview: made } = await preview(key, "updateClient", {
			path: { client_id: studio.clientId },
			body: { notes: "x" },
		});
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { scopes: ["read:clients"] } });
		expect(await refused(key, "apply_change", { preview: made })).toMatchObject({ code: "resource_not_found" });
	});
});

describe("applying", () => {
	it("fifty times at once changes once, and all get the same answer or are told to repeat", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		const { preview: id } = await preview(studio.key, "createClient", { body: { email, first_name: "Ana" } });
		const all = await Promise.all(
			Array.from({ length: 50 }, () => callTool(studio.key, "apply_change", { preview: id })),
		);
		const made = all.filter(({ isError }) => !isError).map(({ structuredContent }) => structuredContent);
		const others = all.filter(({ isError }) => isError).map(({ structuredContent }) => structuredContent.code);
		expect(new Set(made.map((one) => one.id)).size).toBe(1);
		expect(new Set(others)).toEqual(new Set(others.length > 0 ? ["idempotency_key_concurrent"] : []));
		const { body } = await call(200, `/v1/clients?q=${email}`, { key: studio.key });
		expect(body.data.length).toBe(1);
	});

	it("makes one event and one audit entry, of the caller", async () => {
		const { preview: id } = await preview(studio.key, "createClient", {
			body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" },
		});
		const { id: client } = await use(studio.key, "apply_change", { preview: id });
		await use(studio.key, "apply_change", { preview: id });
		const events = await call(200, `/v1/events?about=${client}`, { key: studio.key });
		const entries = await call(200, `/v1/audit_log?resource_id=${client}`, { key: studio.key });
		expect(events.body.data.map((one: { type: string }) => one.type)).toEqual(["client.created"]);
		expect(entries.body.data.map((one: { actor: { id: string } }) => one.actor.id)).toEqual([studio.keyId]);
	});

	it("a refusal that comes in between is answered again, too", async () => {
		const on = freeDay();
		const body = {
			artist_id: studio.artistId,
			client_id: studio.clientId,
			start_at: at("10:00", on),
			end_at: at("11:00", on),
		};
		const { preview: id } = await preview(studio.key, "createAppointment", { body });
		await book(on);
		const first = await refused(studio.key, "apply_change", { preview: id });
		expect(first.code).toBe("slot_unavailable");
		expect((await refused(studio.key, "apply_change", { preview: id })).code).toBe("slot_unavailable");
	});

	it("shows a secret again, as the API does", async () => {
		const { preview: id, answer } = await preview(studio.key, "createWebhookEndpoint", {
			body: { url: "https://crm.example.com/hooks", events: ["*"] },
		});
		const { secret } = await use(studio.key, "apply_change", { preview: id });
		expect(secret).not.toBe(answer.secret);
		expect((await use(studio.key, "apply_change", { preview: id })).secret).toBe(secret);
	});
});

it("a credential keeps its own newest previews, whatever others preview", async () => {
	const previews = previewsOf(env, { id: crypto.randomUUID(), region: "any" });
	const createdAt = clock.now();
	const keep = (credential: string, id: string, characters = 10) =>
		previews.keepPreview({ id, credential, content: "x".repeat(characters), createdAt });
	await keep("other", "o");
	for (let n = 0; n < 5; n++) await keep("large", `l${n}`, 1024 * 1024);
	for (let n = 0; n < 201; n++) await keep("many", `m${String(n).padStart(3, "0")}`);
	const found = async (id: string) => (await previews.findPreview(id)) !== null;
	expect([await found("o"), await found("l0"), await found("l1"), await found("l4")]).toEqual([
		true,
		false,
		true,
		true,
	]);
	expect([await found("m000"), await found("m001"), await found("m200")]).toEqual([false, true, true]);
});

it("a preview that names a hundred records is applied, and refused once one of its first fifty has changed", async () => {
	const world = await newStudio();
	const clients: string[] = [];
	for (let n = 0; n < 100; n++) clients.push(await newClient(world.key));
	const { body } = await call(201, "/v1/webhook_endpoints", {
		key: world.key,
		body: { url: "https://crm.example.com/hooks", events: ["client.updated"] },
	});
	const path = { endpoint_id: body.endpoint.id };
	const narrowed = (count: number) =>
		preview(world.key, "updateWebhookEndpoint", { path, body: { filter: { client_id: clients.slice(0, count) } } });
	for (const count of [33, 34, 50, 100]) {
		const { preview: id } = await narrowed(count);
		const applied = await use(world.key, "apply_change", { preview: id });
		expect(applied.filter.client_id).toHaveLength(count);
	}
	const { preview: stale } = await narrowed(99);
	await call(200, `/v1/clients/${clients[40]}`, { key: world.key, method: "PATCH", body: { notes: "New" } });
	expect(await refused(world.key, "apply_change", { preview: stale })).toMatchObject({ code: "precondition_failed" });
	// Deliveries have two places where their versions are.
	const metadata = Object.fromEntries(
		Array.from({ length: 50 }, (_, n) => [`k${n}`, `wbd_${n.toString(16).padStart(32, "0")}`]),
	);
	const { preview: odd } = await preview(world.key, "updateWebhookEndpoint", { path, body: { metadata } });
	expect((await use(world.key, "apply_change", { preview: odd })).metadata).toEqual(metadata);
});
