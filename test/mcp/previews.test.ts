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
import { agreed, callTool, preview, refused, use } from "./mcp.ts";

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
		const previewed = await preview(studio.key, "setExternalCalendar", { path, body: { ics_url } });
		const kept = await runInDurableObject(previewsOf(env, { id: studio.id, region: "any" }), (_, { storage }) =>
			JSON.stringify(storage.sql.exec("SELECT * FROM previews").toArray()),
		);
		expect(kept).toContain(previewed.preview);
		for (const word of ["private-beef", "setExternalCalendar", studio.artistId]) expect(kept).not.toContain(word);
		await use(studio.key, "apply_change", agreed(previewed));
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
			"Moves the appointment of “Kai Sato” from Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1) to Tuesday, 2 March 2027, 13:00–14:00 (Europe/Berlin, GMT+1). “Kai Sato” gets a mail. The endpoint “crm[.]example[.]com” gets appointment.rescheduled.",
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
		expect(summary).not.toContain("example");
	});

	it("of many records tells how many, and asks once for those that go to the same endpoints", async () => {
		const world = await newStudio();
		const body = { url: "https://crm.example.com/hooks", events: ["*"] };
		await call(201, "/v1/webhook_endpoints", { key: world.key, body });
		await addAppointments(world, 300);
		const { summary, receivers } = await preview(world.key, "deleteClient", { path: { client_id: world.clientId } });
		expect(summary).toMatch(
			/^Deletes the client “Ana”, “[^”]+”\. It emits 300 appointment\.cancelled, 1 client\.deleted\./,
		);
		expect(receivers).toEqual([
			{ name: "crm.example.com", event: "appointment.cancelled" },
			{ name: "crm.example.com", event: "client.deleted" },
		]);
	});

	it("shows the fields that change with both values", async () => {
		const id = await newClient(studio.key, { first_name: "Ana" });
		const { summary } = await rename(id, "Eva");
		expect(summary).toBe("Changes the client “Ana”: First name from “Ana” to “Eva”. No program is told.");
	});
});

describe("a preview is refused", () => {
	it("to another key of the same studio, like one that does not exist", async () => {
		const id = await rename(studio.clientId, "Kay");
		const other = await createKey(studio.id);
		const unknown = await refused(studio.key, "apply_change", { preview: `prv_${"0".repeat(32)}`, summary: "x" });
		expect(unknown).toMatchObject({ code: "resource_not_found", status: 404 });
		expect(await refused(other.key, "apply_change", agreed(id))).toEqual(unknown);
		expect(await refused((await newWorld()).key, "apply_change", agreed(id))).toEqual(unknown);
		expect(await refused(studio.key, "apply_change", { preview: "forged", summary: "x" })).toEqual(unknown);
	});

	it("ten minutes later", async () => {
		const id = await newClient(studio.key);
		const late = await rename(await newClient(studio.key), "Late");
		const inTime = await rename(id, "In time");
		advance(9 * 60);
		expect((await use(studio.key, "apply_change", agreed(inTime))).first_name).toBe("In time");
		advance(60);
		expect(await refused(studio.key, "apply_change", agreed(late))).toMatchObject({
			code: "precondition_failed",
			status: 412,
			detail: "The preview is older than ten minutes. Preview the change again.",
		});
		// The answer to a change that was made stays.
		expect((await use(studio.key, "apply_change", agreed(inTime))).first_name).toBe("In time");
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
		for (const id of previews)
			expect(await refused(studio.key, "apply_change", agreed(id))).toMatchObject({ code: "precondition_failed" });
		expect((await call(200, `/v1/clients/${client}`, { key: studio.key })).body.first_name).toBe("Ana");
	});

	it("once the record is gone", async () => {
		const client = await newClient(studio.key);
		const id = await rename(client, "Eva");
		await call(200, `/v1/clients/${client}`, { key: studio.key, method: "DELETE" });
		expect(await refused(studio.key, "apply_change", agreed(id))).toMatchObject({ code: "precondition_failed" });
	});

	it("at once where the version is not the one that if_match names", async () => {
		const path = { client_id: studio.clientId };
		const given = { operation_id: "updateClient", path, body: { notes: "x" }, if_match: "99" };
		expect(await refused(studio.key, "preview_change", given)).toMatchObject({ code: "precondition_failed" });
	});

	it("when its key has lost the scope", async () => {
		const { id, key } = await createKey(studio.id);
		const made = await preview(key, "updateClient", {
			path: { client_id: studio.clientId },
			body: { notes: "x" },
		});
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { scopes: ["read:clients"] } });
		expect(await refused(key, "apply_change", agreed(made))).toMatchObject({ code: "resource_not_found" });
	});
});

describe("applying", () => {
	it("fifty times at once changes once, and all get the same answer or are told to repeat", async () => {
		const email = `${crypto.randomUUID()}@example.com`;
		const id = await preview(studio.key, "createClient", { body: { email, first_name: "Ana" } });
		const all = await Promise.all(Array.from({ length: 50 }, () => callTool(studio.key, "apply_change", agreed(id))));
		const made = all.filter(({ isError }) => !isError).map(({ structuredContent }) => structuredContent);
		const others = all.filter(({ isError }) => isError).map(({ structuredContent }) => structuredContent.code);
		expect(new Set(made.map((one) => one.id)).size).toBe(1);
		expect(new Set(others)).toEqual(new Set(others.length > 0 ? ["idempotency_key_concurrent"] : []));
		const { body } = await call(200, `/v1/clients?q=${email}`, { key: studio.key });
		expect(body.data.length).toBe(1);
	});

	it("makes one event and one audit entry, of the caller", async () => {
		const id = await preview(studio.key, "createClient", {
			body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" },
		});
		const { id: client } = await use(studio.key, "apply_change", agreed(id));
		await use(studio.key, "apply_change", agreed(id));
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
		const id = await preview(studio.key, "createAppointment", { body });
		await book(on);
		const first = await refused(studio.key, "apply_change", agreed(id));
		expect(first.code).toBe("slot_unavailable");
		expect((await refused(studio.key, "apply_change", agreed(id))).code).toBe("slot_unavailable");
	});

	it("is refused with another text than the summary of the preview, and changes nothing", async () => {
		const client = await newClient(studio.key, { first_name: "Ana" });
		const [mine, other] = [await rename(client, "Eva"), await rename(client, "Mallory")];
		const before = await settledDatabase();
		for (const summary of [other.summary, `${mine.summary} `, mine.summary.replace("Eva", "Eve"), ""]) {
			const said = await refused(studio.key, "apply_change", { preview: mine.preview, summary });
			expect(said).toMatchObject({ code: "validation_error", errors: [{ path: "summary" }] });
			expect(said.what_to_do).toContain("word for word");
		}
		expect((await refused(studio.key, "apply_change", { preview: mine.preview })).code).toBe("validation_failed");
		expect(await wholeDatabase()).toEqual(before);
		expect((await use(studio.key, "apply_change", agreed(mine))).first_name).toBe("Eva");
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
		const id = await narrowed(count);
		const applied = await use(world.key, "apply_change", agreed(id));
		expect(applied.filter.client_id).toHaveLength(count);
	}
	const stale = await narrowed(99);
	await call(200, `/v1/clients/${clients[40]}`, { key: world.key, method: "PATCH", body: { notes: "New" } });
	expect(await refused(world.key, "apply_change", agreed(stale))).toMatchObject({ code: "precondition_failed" });
	// Deliveries have two places where their versions are.
	const metadata = Object.fromEntries(
		Array.from({ length: 50 }, (_, n) => [`k${n}`, `wbd_${n.toString(16).padStart(32, "0")}`]),
	);
	const odd = await preview(world.key, "updateWebhookEndpoint", { path, body: { metadata } });
	expect((await use(world.key, "apply_change", agreed(odd))).metadata).toEqual(metadata);
});

describe("a preview refuses", () => {
	it.each([
		[
			"a field that the operation does not know",
			"updateClient",
			{ first_name: "Eva", frist_name: "Eve" },
			"frist_name",
		],
		["one with a name that no header can show", "updateClient", { first_name: "Eva", prénom: "Eve" }, "prénom"],
		["nothing but such fields", "updateClient", { is_blockd: true }, "is_blockd"],
		["one inside another", "updateClient", { address: { city: "Berlin", town: "Berlin" } }, "address.town"],
		["a body of an operation that takes none", "deleteClient", { cascade: false }, "cascade"],
	])("%s", async (_, operation_id, body, name) => {
		const path = { client_id: studio.clientId };
		const said = await refused(studio.key, "preview_change", { operation_id, path, body });
		expect(said).toMatchObject({ code: "validation_failed", errors: [{ path: `body.${name}` }] });
	});

	it.each(["", "abc", 'W/"x"', '"3', "3 4", "latest", '"3", "x"'])("a version that is none: %j", async (if_match) => {
		const given = {
			operation_id: "updateClient",
			path: { client_id: studio.clientId },
			body: { notes: "x" },
			if_match,
		};
		expect((await refused(studio.key, "preview_change", given)).code).toBe("validation_failed");
	});

	it("a version for a record that does not exist yet", async () => {
		const given = { operation_id: "createLead", body: { first_name: "Noor" }, if_match: "3" };
		expect((await refused(studio.key, "preview_change", given)).code).toBe("validation_failed");
	});
});

it("the version of a record stands in the text that a model reads, and fits if_match", async () => {
	const client = await newClient(studio.key);
	const { content } = await callTool(studio.key, "read", { operation_id: "getClient", path: { client_id: client } });
	const told = content.map(({ text }: { text: string }) => text).join("\n");
	const [, if_match] = /version ("\d+") of the record/.exec(told) ?? [];
	const given = { path: { client_id: client }, body: { notes: "x" }, if_match };
	expect((await preview(studio.key, "updateClient", given)).status).toBe(200);
	await call(200, `/v1/clients/${client}`, { key: studio.key, method: "PATCH", body: { notes: "New" } });
	expect((await refused(studio.key, "preview_change", { operation_id: "updateClient", ...given })).code).toBe(
		"precondition_failed",
	);
});
