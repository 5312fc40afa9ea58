import { beforeAll, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { callTool } from "./mcp.ts";
import { appointmentsOfLastMonth, busyStudio, lastMonth, withoutAppointment } from "./ten-tasks-studio.ts";

// The ten tasks of docs/guides/agents.md, as an agent does them that has the address and a key alone. Counted are the
// arguments of its calls, and the text of the answers that a model reads (`content`; `structuredContent` says it again).

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path
type Json = any;

let key = "";
let spent = { calls: 0, characters: 0 };

new MailService();
new Receiver();

beforeAll(async () => {
	({ key } = await busyStudio());
});

const use = async (name: string, given: object): Promise<Json> => (await used(name, given)).structuredContent;
/** The last text of a result: what it tells beside the answer. */
const lastTextOf = async (name: string, given: object): Promise<string> =>
	(await used(name, given)).content.at(-1).text;

async function used(name: string, given: object): Promise<Json> {
	const { structuredContent, content, isError } = await callTool(key, name, given);
	expect(isError, JSON.stringify(structuredContent)).toBeUndefined();
	const read = content.reduce((sum: number, { text }: { text: string }) => sum + text.length, 0);
	spent.calls++;
	spent.characters += JSON.stringify(given).length + read;
	return { structuredContent, content };
}
/** An agent that knows no operation finds the one that it needs. */
async function find(query: string, needed: string): Promise<void> {
	const { operations } = await use("find_operations", { query });
	expect(operations.map((one: Json) => one.operation_id)).toContain(needed);
}
const describeOne = (operation_id: string) => use("describe_operation", { operation_id });
const read = (operation_id: string, given: object = {}) => use("read", { operation_id, ...given });
const list = async (operation_id: string, query: object = {}, fields?: string[]) =>
	(await read(operation_id, { query, ...(fields ? { fields } : {}) })).data;
async function change(operation_id: string, given: object): Promise<Json> {
	const { preview, summary } = await use("preview_change", { operation_id, ...given });
	return await use("apply_change", { preview, summary });
}
const iso = (ms: number) => new Date(ms).toISOString();

let times: Json[] = [];
let booked: Json;

const tasks: [string, () => Promise<unknown>][] = [
	[
		"who am I",
		async () => {
			await find("who am I", "getMe");
			expect((await read("getMe")).object).toBe("me");
		},
	],
	[
		"the next free times of Mika for a touch-up, and booking the first for Ida Novak, who is new",
		async () => {
			const free = await use("free_times", { artist: "Mika", event_type: "touch-up" });
			times = free.times;
			await find("create client", "createClient");
			const body = { first_name: "Ida", last_name: "Novak", email: "ida@example.com" };
			const client = await change("createClient", { body });
			await find("book an appointment", "createAppointment");
			booked = await change("createAppointment", {
				body: {
					artist_id: free.artist.id,
					event_type_id: free.event_type.id,
					client_id: client.id,
					start_at: times[0].start_at,
				},
			});
			expect(booked.start_at).toBe(times[0].start_at);
		},
	],
	[
		"moving it to a later time",
		async () => {
			await find("move an appointment", "updateAppointment");
			const moved = await change("updateAppointment", {
				path: { appointment_id: booked.id },
				body: { start_at: times[4].start_at },
			});
			expect(moved.data.start_at).toBe(times[4].start_at);
		},
	],
	[
		"cancelling it",
		async () => {
			const done = await change("updateAppointment", {
				path: { appointment_id: booked.id },
				body: { status: "CANCELLED" },
			});
			expect(done.data.status).toBe("CANCELLED");
		},
	],
	[
		"the clients of this week without an appointment",
		async () => {
			const since = iso(clock.now() - 7 * dayMs);
			await find("list clients", "listClients");
			const clients = await list("listClients", { created_since: since }, ["first_name", "last_name"]);
			await find("list appointments", "listAppointments");
			const appointments = await list("listAppointments", { updated_since: since, limit: 100 }, [
				"client_id",
				"status",
			]);
			const without = clients.filter(
				({ id }: Json) => !appointments.some((one: Json) => one.client_id === id && one.status === "SCHEDULED"),
			);
			expect(without.length).toBe(withoutAppointment + 1);
		},
	],
	[
		"the lead of Noor Haddad marked as contacted and given to Robin",
		async () => {
			await find("list leads", "listLeads");
			const [lead] = await list("listLeads", { q: "Noor Haddad" }, ["stage"]);
			await find("list artists", "listArtists");
			const robin = (await list("listArtists", {}, ["name"])).find(({ name }: Json) => name.startsWith("Robin"));
			const done = await change("updateLead", {
				path: { lead_id: lead.id },
				body: { stage: "CONTACTED", assigned_artist_id: robin.id },
			});
			expect(done).toMatchObject({ stage: "CONTACTED", assigned_artist_id: robin.id });
		},
	],
	[
		"an endpoint for new clients that tells nothing that I caused",
		async () => {
			await find("create webhook endpoint", "createWebhookEndpoint");
			await describeOne("createWebhookEndpoint");
			await change("createWebhookEndpoint", {
				body: { url: "https://crm.example.com/hook", events: ["client.created"], exclude_own: true },
			});
			const made = (await list("listWebhookEndpoints", {}, ["url", "exclude_own"])).find(
				({ url }: Json) => url === "https://crm.example.com/hook",
			);
			expect(made.exclude_own).toBe(true);
		},
	],
	[
		"the 404 of yesterday",
		async () => {
			await find("list requests errors", "listRequests");
			const today = Math.floor(clock.now() / dayMs) * dayMs;
			const found = await list("listRequests", {
				status: "404",
				created_since: iso(today - dayMs),
				created_until: iso(today),
			});
			expect(found.length).toBe(1);
		},
	],
	[
		"the notes of a blocked client changed, and undone",
		async () => {
			const [viggo] = await list("listClients", { q: "Viggo Thorn" }, ["is_blocked", "notes"]);
			expect(viggo.is_blocked).toBe(true);
			const path = { client_id: viggo.id };
			await change("updateClient", { path, body: { notes: "Paid in June." } });
			await find("undo a change", "listAuditLog");
			const [{ id: audit_entry_id }] = await list("listAuditLog", { resource_id: viggo.id, limit: 1 });
			const reverse = await lastTextOf("read", { operation_id: "getAuditEntry", path: { audit_entry_id } });
			const { operation_id, ...given } = JSON.parse(reverse);
			const undone = await change(operation_id, given);
			expect(undone.notes).toBe(viggo.notes);
		},
	],
	[
		"the appointments of last month as CSV, with the names of clients and artists",
		async () => {
			await find("export appointments as csv", "listAppointments");
			const { from, to } = lastMonth(clock.now());
			const appointments = await list("listAppointments", { start_from: iso(from), start_to: iso(to), limit: 100 }, [
				"start_at",
				"status",
				"client_id",
				"artist_id",
				"price_amount",
			]);
			const artists = await list("listArtists", {}, ["name"]);
			const clients = await list("listClients", { limit: 100 }, ["first_name", "last_name"]);
			const named = (all: Json[], wanted: string) => all.find(({ id }) => id === wanted);
			const lines = appointments.map((one: Json) => {
				const client = named(clients, one.client_id);
				return [
					one.start_at,
					one.status,
					`${client.first_name} ${client.last_name}`,
					named(artists, one.artist_id).name,
					one.price_amount,
				];
			});
			expect(lines.length).toBe(appointmentsOfLastMonth);
		},
	],
];

/** The calls and characters of the same tasks without `fields`, `q` of leads, `created_since` of clients and `limit`. */
const before = { calls: 46, characters: 219_301 };

// contract: MCP 19
it("ten tasks take at most 60 % of the characters that they took when answers were whole", async ({ annotate }) => {
	const figures: string[] = [];
	let [calls, characters] = [0, 0];
	for (const [name, work] of tasks) {
		spent = { calls: 0, characters: 0 };
		try {
			await work();
		} catch (error) {
			throw new Error(name, { cause: error });
		}
		figures.push(`${name}: ${spent.calls} calls, ${spent.characters} characters`);
		calls += spent.calls;
		characters += spent.characters;
	}
	await annotate(`${calls} calls, ${characters} characters\n${figures.join("\n")}`);
	expect(tasks.length).toBe(10);
	expect(characters).toBeLessThanOrEqual(0.6 * before.characters);
	expect(calls).toBeLessThanOrEqual(before.calls);
});
