import { beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver, until } from "../support/receiver.ts";
import { at, newClient, newStudio, type Studio } from "../support/studio.ts";
import { callTool } from "./mcp.ts";

// Forty tasks of a studio's day, as an agent that knows the names of the operations does them. Those that it would have
// to look up begin with find_operations or describe_operation. Half of them need no more than four calls.

new MailService();
let studio: Studio;
let day = 0;
let made = 0;

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path
type Json = any;

beforeAll(async () => {
	new Receiver();
	studio = await newStudio({ artist: { name: "Mika Sørensen" }, client: { first_name: "Kai", last_name: "Sato" } });
});

async function use(name: string, given: object): Promise<Json> {
	made++;
	const { structuredContent, isError } = await callTool(studio.key, name, given);
	expect(isError, JSON.stringify(structuredContent)).toBeUndefined();
	return structuredContent;
}
const find = (query: string) => use("find_operations", { query });
const describeOne = (operation_id: string) => use("describe_operation", { operation_id });
const read = (operation_id: string, given: object = {}) => use("read", { operation_id, ...given });
const list = async (operation_id: string, query: object = {}) => (await read(operation_id, { query })).data;
async function change(operation_id: string, given: object = {}): Promise<Json> {
	const { preview } = await use("preview_change", { operation_id, ...given });
	return await use("apply_change", { preview });
}
const clientCalled = async (q: string) => (await list("listClients", { q, limit: 5 }))[0];

/** A day on which nothing is booked yet. */
const newDay = () => {
	day++;
	return `2027-05-${String(day).padStart(2, "0")}`;
};
/** Records that are there before a task begins are not the agent's work. */
async function booked(): Promise<Json> {
	const on = newDay();
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		start_at: at("10:00", on),
		end_at: at("11:00", on),
	};
	return (await call(201, "/v1/appointments", { key: studio.key, body })).body;
}
const given = async (path: string, body: object) => (await call(201, path, { key: studio.key, body })).body;
const newLead = () => given("/v1/leads", { first_name: "Noor", email: `${crypto.randomUUID()}@example.com` });
const newIdea = () => given("/v1/ideas", { client_id: studio.clientId, subject: "Fern" });
const newEndpoint = () =>
	given("/v1/webhook_endpoints", { url: `https://${crypto.randomUUID()}.example/`, events: ["client.created"] });

const tasks: [string, () => Promise<Json>, (done: Json) => unknown][] = [
	["find a client by name", () => clientCalled("Sato"), (found) => expect(found.id).toBe(studio.clientId)],
	["say who is asking", () => read("getMe"), (found) => expect(found.tenant_id).toBe(studio.id)],
	[
		"add a client",
		() => change("createClient", { body: { email: "a1@example.com", first_name: "A" } }),
		(c) => expect(c.id).toMatch(/^cli_/),
	],
	[
		"note an allergy",
		async () =>
			change("updateClient", { path: { client_id: (await clientCalled("Sato")).id }, body: { notes: "Latex" } }),
		(c) => expect(c.notes).toBe("Latex"),
	],
	[
		"block a client",
		async () =>
			change("updateClient", { path: { client_id: await newClient(studio.key) }, body: { is_blocked: true } }),
		(c) => expect(c.is_blocked).toBe(true),
	],
	[
		"tag a client",
		async () => change("updateClient", { path: { client_id: await newClient(studio.key) }, body: { tags: ["vip"] } }),
		(c) => expect(c.tags).toEqual(["vip"]),
	],
	[
		"merge two clients",
		async () => {
			const [a, b] = [await newClient(studio.key), await newClient(studio.key)];
			await describeOne("mergeClient");
			return change("mergeClient", { path: { client_id: a }, body: { source_id: b } });
		},
		(c) => expect(c.object).toBe("client"),
	],
	[
		"delete a client",
		async () => change("deleteClient", { path: { client_id: await newClient(studio.key) } }),
		(c) => expect(c.deleted).toBe(true),
	],
	[
		"find a free time",
		() => use("free_times", { artist: "Mika", event_type: "Tattoo", from: "2027-06-01", to: "2027-06-03" }),
		(f) => expect(f.times.length).toBeGreaterThan(0),
	],
	[
		"book a free time",
		async () => {
			const { artist, event_type, times } = await use("free_times", {
				artist: "Mika",
				event_type: "Tattoo",
				from: "2027-06-01",
				to: "2027-06-02",
			});
			const client = await clientCalled("Sato");
			return change("createAppointment", {
				body: { artist_id: artist.id, event_type_id: event_type.id, client_id: client.id, start_at: times[0].start_at },
			});
		},
		(a) => expect(a.status).toBe("SCHEDULED"),
	],
	[
		"move an appointment",
		async () => {
			const { id } = await booked();
			return change("updateAppointment", { path: { appointment_id: id }, body: { start_at: at("13:00", newDay()) } });
		},
		(a) => expect(a.data.start_at).toContain("T13:00"),
	],
	[
		"cancel an appointment",
		async () =>
			change("updateAppointment", { path: { appointment_id: (await booked()).id }, body: { status: "CANCELLED" } }),
		(a) => expect(a.data.status).toBe("CANCELLED"),
	],
	[
		"cancel with a fee",
		async () => {
			const { id } = await booked();
			const path = { appointment_id: id };
			await change("updateAppointment", { path, body: { status: "CANCELLED" } });
			return change("chargeCancellationFee", { path, body: { amount: 5000, currency: "EUR" } });
		},
		(f) => expect(f.cancellation_fee?.status ?? f.status).toBe("CHARGED"),
	],
	[
		"note a no-show",
		async () =>
			change("updateAppointment", { path: { appointment_id: (await booked()).id }, body: { status: "NO_SHOW" } }),
		(a) => expect(a.data.status).toBe("NO_SHOW"),
	],
	[
		"complete an appointment",
		async () =>
			change("updateAppointment", { path: { appointment_id: (await booked()).id }, body: { status: "COMPLETED" } }),
		(a) => expect(a.data.status).toBe("COMPLETED"),
	],
	[
		"set the price of an appointment",
		async () =>
			change("updateAppointment", {
				path: { appointment_id: (await booked()).id },
				body: { price_amount: 30000, currency: "EUR" },
			}),
		(a) => expect(a.data.price_amount).toBe(30000),
	],
	[
		"list a day",
		() => list("listAppointments", { start_from: "2027-05-01T00:00:00Z", start_to: "2027-05-02T00:00:00Z" }),
		(l) => expect(Array.isArray(l)).toBe(true),
	],
	[
		"list what a client has booked",
		async () => list("listAppointments", { client_id: (await clientCalled("Sato")).id }),
		(l) => expect(l.length).toBeGreaterThan(0),
	],
	[
		"take a day off",
		async () => {
			await find("take a day off");
			const [artist] = await list("listArtists");
			const on = newDay();
			return change("createTimeBlock", {
				path: { artist_id: artist.id },
				body: { start_at: at("00:00", on), end_at: at("23:00", on), reason: "Holiday" },
			});
		},
		(b) => expect(b.reason).toBe("Holiday"),
	],
	[
		"take the day off back",
		async () => {
			const on = newDay();
			const block = await given(`/v1/artists/${studio.artistId}/time_blocks`, {
				start_at: at("00:00", on),
				end_at: at("23:00", on),
			});
			return change("deleteTimeBlock", { path: { artist_id: studio.artistId, block_id: block.id } });
		},
		(d) => expect(d.deleted).toBe(true),
	],
	[
		"see the working hours",
		async () => read("getWorkingHours", { path: { artist_id: (await list("listArtists"))[0].id } }),
		(h) => expect(h.hours.length).toBe(7),
	],
	[
		"change the working hours",
		async () => {
			await describeOne("setWorkingHours");
			return change("setWorkingHours", {
				path: { artist_id: studio.artistId },
				body: { hours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "10:00", end: "19:00" })) },
			});
		},
		(h) => expect(h.hours[0].end).toBe("19:00"),
	],
	[
		"add a lead",
		() => change("createLead", { body: { first_name: "Lee", email: "lee@example.com", message: "A fern" } }),
		(l) => expect(l.stage).toBe("NEW"),
	],
	["list new leads", () => list("listLeads", { stage: "NEW" }), (l) => expect(l.length).toBeGreaterThan(0)],
	[
		"move a lead on",
		async () => change("updateLead", { path: { lead_id: (await newLead()).id }, body: { stage: "CONTACTED" } }),
		(l) => expect(l.stage).toBe("CONTACTED"),
	],
	[
		"assign a lead",
		async () => {
			const { id } = await newLead();
			const [artist] = await list("listArtists");
			return change("updateLead", { path: { lead_id: id }, body: { assigned_artist_id: artist.id } });
		},
		(l) => expect(l.assigned_artist_id).toBe(studio.artistId),
	],
	[
		"convert a lead",
		async () => {
			const { id } = await newLead();
			await find("convert a lead");
			return change("convertLead", { path: { lead_id: id } });
		},
		(l) => expect(JSON.stringify(l)).toContain("cli_"),
	],
	[
		"archive a lead",
		async () => change("archiveLead", { path: { lead_id: (await newLead()).id } }),
		(l) => expect(l.archived).toBe(true),
	],
	[
		"write an idea down",
		async () => change("createIdea", { body: { client_id: (await clientCalled("Sato")).id, subject: "Koi" } }),
		(i) => expect(i.subject).toBe("Koi"),
	],
	[
		"quote an idea",
		async () => {
			const { id } = await newIdea();
			await describeOne("updateIdea");
			return change("updateIdea", {
				path: { idea_id: id },
				body: { stage: "QUOTED", quote_amount: 45000, quote_currency: "EUR" },
			});
		},
		(i) => expect(i.stage).toBe("QUOTED"),
	],
	[
		"archive an idea",
		async () => change("archiveIdea", { path: { idea_id: (await newIdea()).id } }),
		(i) => expect(i.archived).toBe(true),
	],
	[
		"add an artist",
		() => change("createArtist", { body: { name: "Jo", timezone: "Europe/Berlin" } }),
		(a) => expect(a.name).toBe("Jo"),
	],
	[
		"rename an artist",
		async () => {
			const artist = await given("/v1/artists", { name: "Old", timezone: "Europe/Berlin" });
			return change("updateArtist", { path: { artist_id: artist.id }, body: { name: "New" } });
		},
		(a) => expect(a.name).toBe("New"),
	],
	[
		"add a shop",
		() => change("createShop", { body: { name: "Mitte", timezone: "Europe/Berlin" } }),
		(s) => expect(s.name).toBe("Mitte"),
	],
	[
		"add a form",
		async () => {
			await describeOne("createForm");
			return change("createForm", {
				body: { name: "Care", kind: "INTAKE", fields: [{ key: "note", label: "Note", type: "text" }] },
			});
		},
		(f) => expect(f.fields.length).toBe(1),
	],
	[
		"subscribe to events",
		async () => {
			await describeOne("createWebhookEndpoint");
			return change("createWebhookEndpoint", {
				body: { url: "https://crm.example.com/hooks", events: ["lead.created"] },
			});
		},
		(e) => expect(e.secret).toMatch(/^whsec_/),
	],
	[
		"pause an endpoint",
		async () =>
			change("updateWebhookEndpoint", {
				path: { endpoint_id: (await newEndpoint()).endpoint.id },
				body: { status: "DISABLED" },
			}),
		(e) => expect(e.status).toBe("DISABLED"),
	],
	[
		"replay a webhook",
		async () => {
			const { endpoint } = await newEndpoint();
			const sent = await call(200, `/v1/webhook_endpoints/${endpoint.id}/test`, {
				key: studio.key,
				method: "POST",
				body: {},
			});
			const state = async () => (await call(200, `/v1/deliveries/${sent.body.id}`, { key: studio.key })).body.status;
			await until(async () => (await state()) !== "PENDING");
			await find("resend a webhook");
			return change("replayDelivery", { path: { delivery_id: sent.body.id } });
		},
		(d) => expect(d.object).toBe("delivery"),
	],
	[
		"see who changed a client",
		async () => list("listAuditLog", { resource_id: studio.clientId }),
		(l) => expect(l.length).toBeGreaterThan(0),
	],
	[
		"see what happened to a client",
		async () => list("listEvents", { about: studio.clientId }),
		(l) => expect(l.length).toBeGreaterThan(0),
	],
];

it("an agent does forty tasks of a studio's day, half of them with at most four calls", async () => {
	const calls: number[] = [];
	for (const [name, work, check] of tasks) {
		made = 0;
		try {
			check(await work());
		} catch (error) {
			throw new Error(name, { cause: error });
		}
		calls.push(made);
	}
	const sorted = calls.sort((a, b) => a - b);
	expect(sorted.length).toBe(40);
	expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(4);
	expect(sorted.at(-1)).toBeLessThanOrEqual(6);
});
