import type { TattooStudio } from "../../client.ts";
import type { Delivery, WebhookEndpoint } from "../../generated/records.ts";
import type { Call, Command } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { dayAndTimeOf } from "../text/event.ts";
import { type Column, table } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { eventTypes, knownType } from "../types-option.ts";

const statuses = ["PENDING", "SUCCEEDED", "DEAD"] as const;
const defaultLimit = 20;

export const deliveriesList: Command = {
	name: "deliveries list",
	about: "List the newest deliveries to the studio's webhook endpoints.",
	options: {
		endpoint: { value: "<whe_…>", about: "Only deliveries to this endpoint. Default: to all endpoints." },
		status: { value: "<status>", choices: statuses, about: "Only deliveries that are PENDING, SUCCEEDED or DEAD." },
		type: { value: "<type>", choices: eventTypes, about: "Only deliveries of events of this type." },
		limit: { short: "n", value: "<number>", about: `How many. Default: ${defaultLimit}.` },
	},
	examples: [
		["deliveries list", "The newest deliveries"],
		["deliveries list --status DEAD --json | jq -r .data[].id", "The ids of the deliveries that failed for good"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, text, json } = call;
	const status = statuses.find((known) => known === text("status")?.toUpperCase());
	if (text("status") && !status)
		throw usageFailure(`There is no status ${text("status")}.`, `There are: ${statuses.join(", ")}`);
	const typed = text("type");
	const limit = call.number("limit") ?? defaultLimit;
	const filter = { status, event_type: typed === undefined ? undefined : knownType(typed) };
	const { studio } = await call.connect();
	const endpoints = await endpointsOf(studio, text("endpoint"));
	const lists = await Promise.all(endpoints.map(({ id }) => newest(studio, id, filter, limit)));
	// Ids sort by the time of creation.
	const deliveries = lists
		.flat()
		.sort((a, b) => (a.id < b.id ? 1 : -1))
		.slice(0, limit);
	if (json) return terminal.out(JSON.stringify({ object: "list", data: deliveries }));
	if (endpoints.length === 0) return terminal.note("The studio has no webhook endpoint.");
	if (deliveries.length === 0) return terminal.note("There are no such deliveries.");
	for (const line of table(deliveries, columnsOf(call, endpoints), terminal.columns)) terminal.out(line);
	for (const { id, url, status } of endpoints)
		if (status === "DISABLED" && deliveries.some((one) => one.endpoint_id === id && one.status === "PENDING"))
			terminal.note(
				terminal.notePaints.warning(
					`Deliveries to ${visible(url)} stay PENDING, because the endpoint ${id} is disabled.`,
				),
			);
}

async function endpointsOf(studio: TattooStudio, id: string | undefined): Promise<WebhookEndpoint[]> {
	if (id) return [await studio.webhookEndpoints.get(id)];
	const all: WebhookEndpoint[] = [];
	for await (const endpoint of studio.webhookEndpoints.list()) all.push(endpoint);
	return all;
}

type Filter = { status: Delivery["status"] | undefined; event_type: ReturnType<typeof knownType> | undefined };

async function newest(studio: TattooStudio, endpointId: string, filter: Filter, limit: number): Promise<Delivery[]> {
	const found: Delivery[] = [];
	if (limit === 0) return found;
	for await (const delivery of studio.deliveries.list(endpointId, { ...filter, limit: Math.min(limit, 100) })) {
		found.push(delivery);
		if (found.length >= limit) break;
	}
	return found;
}

const lastAnswer = ({ attempts }: Delivery): string => {
	const last = attempts.at(-1);
	return last ? String(last.response_status ?? last.error_message ?? "") : "";
};

function columnsOf({ terminal: { paints } }: Call, endpoints: WebhookEndpoint[]): Column<Delivery>[] {
	const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
	const paint = (text: string, { status }: Delivery) =>
		({ PENDING: paints.warning, SUCCEEDED: paints.good, DEAD: paints.bad })[status](text);
	return [
		{ head: "ID", cell: ({ id }) => id, whole: true },
		{ head: "STATUS", cell: ({ status }) => status, paint, whole: true },
		{ head: "EVENT", cell: ({ event_type }) => event_type, least: 14 },
		{ head: "ANSWER", cell: lastAnswer },
		{ head: "TRIES", cell: ({ attempt_count }) => String(attempt_count) },
		{ head: "CREATED", cell: ({ created_at }) => dayAndTimeOf(created_at), whole: true },
		{ head: "ENDPOINT", cell: ({ endpoint_id }) => urls.get(endpoint_id) ?? endpoint_id },
	];
}
