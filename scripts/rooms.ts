/** The floors of the code, and the logic of check-rooms.ts. It reads no files, so that a test can call it. */

type Room = string | string[];

interface Floor {
	rooms: Room[];
	/** A phrase for each room, as the table of ARCHITECTURE.md shows it. */
	holds: string;
}

/** From the ground up. Rooms of one floor do not know each other. The first folder of a path is its wing. */
export const service: Floor[] = [
	{ rooms: ["platform/lib/"], holds: "clock, ids, crypto and other tools that know nothing of the product" },
	{
		rooms: ["platform/env.ts", "platform/log.ts"],
		holds: "the bindings; the only place that writes to the log",
	},
	{
		rooms: ["platform/booking-rules/", "platform/pictures/"],
		holds:
			"the rules of booking as pure functions, without HTTP and tables; the formats of pictures, which are read and stripped",
	},
	{
		rooms: ["platform/db/"],
		holds: "the databases and where tenants are, the client, tables, records, conditions of lists",
	},
	{ rooms: ["platform/objects/"], holds: "the buckets with the bytes of pictures" },
	{ rooms: ["platform/problems/"], holds: "every error, defined once, and how it is thrown" },
	{
		rooms: ["platform/gate/"],
		holds: "`object/` decides a request in one call; `credentials/`, `requests/`; plans, scopes, limits",
	},
	{
		rooms: [["platform/context.ts", "platform/record-finder.ts"]],
		holds: "what an operation may know of its caller, and how it finds a record by its id",
	},
	{
		rooms: ["platform/events/"],
		holds: "the statements that publish events with their deliveries, and the nudges about deliveries",
	},
	{
		rooms: ["platform/commit/"],
		holds: "the only way to write: change and execution; `transaction/`, `keys/`, `effects/`, `after/`, `in-bulk/`",
	},
	{ rooms: ["platform/jobs/"], holds: "long work for a studio, in bounded steps" },
	{
		rooms: ["platform/http/"],
		holds: "what every endpoint shares: `endpoint/`, `request/`, `fields/`, `versions/`, `feed/`, `prepared/`",
	},
	{
		rooms: ["domain/languages/", "domain/pictures/"],
		holds:
			"everything that clients of studios read, in each language; the pictures of records: how they are taken, addressed and removed",
	},
	{ rooms: ["domain/exports/end-exports.ts"], holds: "the end of all exports of a studio" },
	{
		rooms: ["domain/studio/brand/brand.ts"],
		holds: "the brand of a studio, for mails as well as for pages",
	},
	{
		rooms: ["domain/mail/", "domain/moves/"],
		holds: "the mails and their outbox; moves of tenants between databases",
	},
	{
		rooms: [
			[
				"domain/events/attempts/",
				"domain/events/dispatch/",
				"domain/events/endpoint-work/",
				"domain/events/signature-check/",
				"domain/events/webhook-keys/",
			],
			"domain/studio/calendars/",
		],
		holds:
			"attempts of webhooks, which of them are due, the work at an endpoint; the keys that sign; why a signature does not verify; external calendars",
	},
	{
		rooms: ["domain/access/audit-log/"],
		holds: "the audit log, with the names of those who acted",
	},
	{
		rooms: ["domain/studio/"],
		holds:
			"artists, shops, forms, event types, time blocks; one folder for each: `schema.ts`, `operations.ts`, `routes.ts`",
	},
	{
		rooms: [
			[
				"domain/booking/appointments/schema.ts",
				"domain/booking/appointments/events.ts",
				"domain/booking/appointments/fields.ts",
				"domain/booking/deposits/schema.ts",
				"domain/booking/deposits/request.ts",
				"domain/booking/deposits/follow-appointment.ts",
				"domain/booking/deposits/events.ts",
				"domain/booking/deposits/transitions.ts",
			],
			"domain/booking/busy-times/",
			"domain/events/endpoints/filter.ts",
		],
		holds:
			"what clients know of their appointments and deposits; the times at which an artist is busy; what clients know of the filters that name them",
	},
	{
		rooms: ["domain/clients/", "domain/booking/slots/"],
		holds: "clients, leads, ideas, form submissions; whether a time is free, and which others are",
	},
	{ rooms: ["domain/imports/"], holds: "files of clients: how they are read, done row by row, and undone" },
	{
		rooms: ["domain/booking/"],
		holds: "appointments, free times, holds, and bookings by visitors",
	},
	{
		rooms: [
			["domain/events/catalogue/", "domain/events/feed/", "domain/events/endpoints/", "domain/events/deliveries/"],
			"domain/access/deletions/",
			"domain/access/left-secrets/",
			"domain/access/me/",
			"domain/access/requests/",
		],
		holds:
			"the catalogue has each event type's schema and example; the feed, endpoints and deliveries; what was deleted, and what a caller is told of its own requests",
	},
	{
		rooms: ["domain/automation/", "domain/access/people/"],
		holds: "the hooks, triggers and actions of automation platforms; accounts, memberships, invitations, sessions",
	},
	{ rooms: ["domain/personal-data/"], holds: "all that is held about a client: its export, and its end" },
	{
		rooms: [
			[
				"domain/access/api-keys/",
				"domain/access/oauth-apps/",
				"domain/access/databases/",
				"domain/access/health/",
				"domain/access/tenants/",
			],
		],
		holds: "what the operator manages: keys, apps, tenants and their place in databases, health",
	},
	{
		rooms: ["domain/exports/"],
		holds: "all that a studio has as one file: how it is read, made, addressed and dropped",
	},
	{
		rooms: [["domain/events/new-event.ts", "domain/events/publish.ts"]],
		holds: "events of the product's other Workers",
	},
	{
		rooms: [
			["api/v1.ts", "api/v1-routes.ts"],
			"api/examples/",
			"api/oauth/",
			"api/operator/",
			"api/calendars/",
			"api/exports/",
			"api/pictures/",
			"api/webhook-keys.ts",
		],
		holds:
			"the list of all endpoints of /v1, and their routes; an example of each request and answer; the authorization server; `/admin`, which has routes alone; calendar feeds; the files of exports; the bytes of pictures; the public keys of webhooks",
	},
	{ rooms: ["api/mcp/", "api/openapi/"], holds: "the tools for agents; the API document" },
	{ rooms: ["web/ui/"], holds: "what all pages share: components, layout, forms, styles, browser scripts" },
	{ rooms: ["web/sign-in/"], holds: "sign-in, sessions, passwords, new emails, invitations" },
	{ rooms: ["web/consent/"], holds: "the page on which a person connects an app" },
	{
		rooms: ["web/booking-page/", "web/dashboard/", "web/docs/", "web/sent-mails/"],
		holds:
			"the pages for a studio's clients, the pages for a studio, the documentation, the mails that development keeps",
	},
	{
		rooms: ["entry/schedule/"],
		holds: "the work that falls due without a request: `control.ts` and, for each data database, `data.ts`",
	},
	{ rooms: ["entry/app.ts", "entry/publisher.ts"], holds: "HTTP and the service binding" },
	{ rooms: ["worker.ts"], holds: "what Cloudflare calls: requests, queue messages, the schedule" },
];

/** The typed client and the command line. */
export const client: Floor[] = [
	["answer.ts", "abortable-try.ts", "options.ts", "slashes.ts"],
	["errors.ts", "list.ts"],
	["generated/", "retry.ts"],
	["api-error.ts", "transport.ts", "webhook.ts"],
	["follow.ts", "resources.ts"],
	["client.ts"],
	["index.ts"],
	["cli/"],
].map((rooms) => ({ rooms, holds: "" }));

export type Graph = ReadonlyMap<string, readonly string[]>;

interface RoomLocation {
	floor: number;
	room: Room;
}

const foldersOf = (room: Room): string[] => (typeof room === "string" ? [room] : room);

const isIn = (folder: string, file: string): boolean =>
	folder.endsWith("/") ? file.startsWith(folder) : file === folder;

/** The longest folder that a file is in says in which room it is. */
function locationOf(floors: Floor[], file: string): RoomLocation {
	let best: RoomLocation | undefined;
	let longest = 0;
	for (const [floor, { rooms }] of floors.entries())
		for (const room of rooms)
			for (const folder of foldersOf(room))
				if (folder.length > longest && isIn(folder, file)) {
					best = { floor, room };
					longest = folder.length;
				}
	if (!best) throw new Error(`${file} is in a room that has no floor: name it in scripts/rooms.ts`);
	return best;
}

/** The imports that lead to a higher floor, to another room of the same floor, or out of the tree. */
export function forbiddenImports(graph: Graph, floors: Floor[]): string[] {
	const isAllowed = (from: string, to: string): boolean => {
		if (to.startsWith("..")) return false;
		const [here, there] = [locationOf(floors, from), locationOf(floors, to)];
		return here.room === there.room || there.floor < here.floor;
	};
	return [...graph].flatMap(([file, imports]) =>
		imports.filter((imported) => !isAllowed(file, imported)).map((imported) => `${file} imports ${imported}`),
	);
}

/** The circles that a walk from each file meets, each once. */
export function importCycles(graph: Graph): string[] {
	const found = new Map<string, string>();
	const done = new Set<string>();
	const walk = (file: string, path: string[]): void => {
		const at = path.indexOf(file);
		if (at >= 0) {
			const circle = path.slice(at);
			found.set([...circle].sort().join(), [...circle, file].join(" → "));
			return;
		}
		if (done.has(file)) return;
		for (const imported of graph.get(file) ?? []) walk(imported, [...path, file]);
		done.add(file);
	};
	for (const file of graph.keys()) walk(file, []);
	return [...found.values()];
}

const begin = "<!-- The table is written by `node scripts/check-rooms.ts --write`. -->";
const end = "<!-- The end of the table. -->";

/** The table of the floors, from the top down. Its columns are aligned as the formatter aligns them. */
export function tableOf(floors: Floor[]): string {
	const rows = floors.toReversed().map(
		({ rooms, holds }) =>
			[
				rooms
					.flatMap(foldersOf)
					.map((folder) => `\`${folder}\``)
					.join(" "),
				holds,
			] as const,
	);
	const head = ["Floor", "Contents"] as const;
	const widths = [0, 1].map((column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
	const line = (row: readonly string[], fill = " "): string =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
	return [line(head), line(["", ""], "-"), ...rows.map((row) => line(row))].join("\n");
}

export function withTable(document: string, floors: Floor[]): string {
	const [from, to] = [document.indexOf(begin), document.indexOf(end)];
	if (from < 0 || to < from) throw new Error("ARCHITECTURE.md has no marks around the table of the rooms.");
	return `${document.slice(0, from)}${begin}\n\n${tableOf(floors)}\n\n${document.slice(to)}`;
}
