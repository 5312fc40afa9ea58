import { beforeAll, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver, until } from "../support/receiver.ts";
import { at, newClient, newStudio, type Studio } from "../support/studio.ts";
import { agreed, callTool } from "./mcp.ts";

// Forty tasks of a studio's day, as an agent does them that knows the names of the operations and what people say: names,
// days and addresses, but no ids. Tasks whose operation or body it would have to look up begin with find_operations or
// describe_operation. Half of them need no more than four calls.

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
	return await use("apply_change", agreed(await use("preview_change", { operation_id, ...given })));
}

/** A day on which nothing is booked yet. */
const newDay = () => {
	day++;
	return `2027-05-${String(day).padStart(2, "0")}`;
};
const clientCalled = async (q: string) => (await list("listClients", { q, limit: 5 }))[0];
const artistCalled = async (name: string) =>
	(await list("listArtists")).find((artist: Json) => artist.name.startsWith(name));
const leadOf = async (email: string) => (await list("listLeads", { email }))[0];
const appointmentOn = async (on: string) =>
	(await list("listAppointments", { start_from: at("00:00", on), start_to: at("23:59", on) }))[0];
async function ideaAbout(subject: string): Promise<Json> {
	const { id } = await clientCalled("Sato");
	return (await list("listIdeas", { client_id: id })).find((idea: Json) => idea.subject === subject);
}
const endpointAt = async (url: string) => (await list("listWebhookEndpoints")).find((one: Json) => one.url === url);

/** Records that are there before a task begins are not the agent's work. It knows them by what is returned. */
const given = async (path: string, body: object) => (await call(201, path, { key: studio.key, body })).body;
let people = 0;
const word = () => `Word${String.fromCharCode(65 + (people++ % 26))}${people}`;
async function known(): Promise<string> {
	const last_name = word();
	await newClient(studio.key, { last_name });
	return last_name;
}
async function booked(): Promise<string> {
	const on = newDay();
	const { artistId: artist_id, clientId: client_id } = studio;
	await given("/v1/appointments", { artist_id, client_id, start_at: at("10:00", on), end_at: at("11:00", on) });
	return on;
}
async function enquired(): Promise<string> {
	const email = `${crypto.randomUUID()}@example.com`;
	await given("/v1/leads", { first_name: "Noor", email });
	return email;
}
async function noted(): Promise<string> {
	const subject = word();
	await given("/v1/ideas", { client_id: studio.clientId, subject });
	return subject;
}
async function subscribed(): Promise<Json> {
	const url = `https://${crypto.randomUUID()}.example/`;
	return (await given("/v1/webhook_endpoints", { url, events: ["client.created"] })).endpoint;
}

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
			change("updateClient", {
				path: { client_id: (await clientCalled(await known())).id },
				body: { is_blocked: true },
			}),
		(c) => expect(c.is_blocked).toBe(true),
	],
	[
		"tag a client",
		async () =>
			change("updateClient", { path: { client_id: (await clientCalled(await known())).id }, body: { tags: ["vip"] } }),
		(c) => expect(c.tags).toEqual(["vip"]),
	],
	[
		"merge two clients",
		async () => {
			const [a, b] = [await clientCalled(await known()), await clientCalled(await known())];
			await describeOne("mergeClient");
			return change("mergeClient", { path: { client_id: a.id }, body: { source_id: b.id } });
		},
		(c) => expect(c.object).toBe("client"),
	],
	[
		"delete a client",
		async () => change("deleteClient", { path: { client_id: (await clientCalled(await known())).id } }),
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
			const { id } = await appointmentOn(await booked());
			return change("updateAppointment", { path: { appointment_id: id }, body: { start_at: at("13:00", newDay()) } });
		},
		(a) => expect(a.data.start_at).toContain("T13:00"),
	],
	[
		"cancel an appointment",
		async () =>
			change("updateAppointment", {
				path: { appointment_id: (await appointmentOn(await booked())).id },
				body: { status: "CANCELLED" },
			}),
		(a) => expect(a.data.status).toBe("CANCELLED"),
	],
	[
		"cancel with a fee",
		async () => {
			const { id } = await appointmentOn(await booked());
			const path = { appointment_id: id };
			await change("updateAppointment", { path, body: { status: "CANCELLED" } });
			return change("chargeCancellationFee", { path, body: { amount: 5000, currency: "EUR" } });
		},
		(f) => expect(f.cancellation_fee?.status ?? f.status).toBe("CHARGED"),
	],
	[
		"note a no-show",
		async () =>
			change("updateAppointment", {
				path: { appointment_id: (await appointmentOn(await booked())).id },
				body: { status: "NO_SHOW" },
			}),
		(a) => expect(a.data.status).toBe("NO_SHOW"),
	],
	[
		"complete an appointment",
		async () =>
			change("updateAppointment", {
				path: { appointment_id: (await appointmentOn(await booked())).id },
				body: { status: "COMPLETED" },
			}),
		(a) => expect(a.data.status).toBe("COMPLETED"),
	],
	[
		"set the price of an appointment",
		async () =>
			change("updateAppointment", {
				path: { appointment_id: (await appointmentOn(await booked())).id },
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
			const artist = await artistCalled("Mika");
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
			const times = { start_at: at("00:00", on), end_at: at("23:00", on) };
			await given(`/v1/artists/${studio.artistId}/time_blocks`, times);
			const [block] = await list("listAllTimeBlocks", { limit: 5 });
			return change("deleteTimeBlock", { path: { artist_id: block.artist_id, block_id: block.id } });
		},
		(d) => expect(d.deleted).toBe(true),
	],
	[
		"see the working hours",
		async () => read("getWorkingHours", { path: { artist_id: (await artistCalled("Mika")).id } }),
		(h) => expect(h.hours.length).toBe(7),
	],
	[
		"change the working hours",
		async () => {
			const { id } = await artistCalled("Mika");
			await describeOne("setWorkingHours");
			return change("setWorkingHours", {
				path: { artist_id: id },
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
		async () =>
			change("updateLead", { path: { lead_id: (await leadOf(await enquired())).id }, body: { stage: "CONTACTED" } }),
		(l) => expect(l.stage).toBe("CONTACTED"),
	],
	[
		"assign a lead",
		async () => {
			const { id } = await leadOf(await enquired());
			const artist = await artistCalled("Mika");
			return change("updateLead", { path: { lead_id: id }, body: { assigned_artist_id: artist.id } });
		},
		(l) => expect(l.assigned_artist_id).toBe(studio.artistId),
	],
	[
		"convert a lead",
		async () => {
			const { id } = await leadOf(await enquired());
			await find("convert a lead");
			return change("convertLead", { path: { lead_id: id } });
		},
		(l) => expect(JSON.stringify(l)).toContain("cli_"),
	],
	[
		"archive a lead",
		async () => change("archiveLead", { path: { lead_id: (await leadOf(await enquired())).id } }),
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
			const { id } = await ideaAbout(await noted());
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
		async () => change("archiveIdea", { path: { idea_id: (await ideaAbout(await noted())).id } }),
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
			await given("/v1/artists", { name: "Old", timezone: "Europe/Berlin" });
			const { id } = await artistCalled("Old");
			return change("updateArtist", { path: { artist_id: id }, body: { name: "New" } });
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
		(e) => expect(e.secret_at).toContain("/dashboard/new_secrets"),
	],
	[
		"pause an endpoint",
		async () =>
			change("updateWebhookEndpoint", {
				path: { endpoint_id: (await endpointAt((await subscribed()).url)).id },
				body: { status: "DISABLED" },
			}),
		(e) => expect(e.status).toBe("DISABLED"),
	],
	[
		"replay a webhook",
		async () => {
			const endpoint = await subscribed();
			const sent = await call(200, `/v1/webhook_endpoints/${endpoint.id}/test`, {
				key: studio.key,
				method: "POST",
				body: {},
			});
			const state = async () => (await call(200, `/v1/deliveries/${sent.body.id}`, { key: studio.key })).body.status;
			await until(async () => (await state()) !== "PENDING");
			await find("resend a webhook");
			const [last] = await list("listAllDeliveries", { limit: 1 });
			expect(last.id).toBe(sent.body.id);
			return change("replayDelivery", { path: { delivery_id: last.id } });
		},
		(d) => expect(d.object).toBe("delivery"),
	],
	[
		"see who changed a client",
		async () => list("listAuditLog", { resource_id: (await clientCalled("Sato")).id }),
		(l) => expect(l.length).toBeGreaterThan(0),
	],
	[
		"see what happened to a client",
		async () => list("listEvents", { about: (await clientCalled("Sato")).id }),
		(l) => expect(l.length).toBeGreaterThan(0),
	],
];

it("an agent does forty tasks of a studio's day, half of them with at most four calls", async ({ annotate }) => {
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
	const [median = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
	const sum = sorted.reduce((all, one) => all + one, 0);
	await annotate(`${sorted.length} tasks: ${sum} calls in all, at the median ${median}, at most ${most}`);
	expect(sorted.length).toBe(40);
	expect(median).toBeLessThanOrEqual(4);
	expect(most).toBeLessThanOrEqual(6);
});
