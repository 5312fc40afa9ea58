import type { WebhookEvent } from "../../generated/events.ts";
import type { Call, Command } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { newOutageNotices } from "../outage-notices.ts";
import { recordOf, timeOf } from "../text/event.ts";
import { visible } from "../text/visible.ts";
import { cutTo, padTo } from "../text/width.ts";
import { typesGiven, typesOption } from "../types-option.ts";

export const eventsTail: Command = {
	name: "events tail",
	about: "Show the studio's events as they happen.",
	options: {
		type: typesOption,
		after: {
			value: "<sequence>",
			about:
				"Begin after this number. 0 begins with the oldest event that is kept. Default: begin with the next event.",
		},
		count: { short: "n", value: "<number>", about: "End after this number of events." },
		data: { about: "Show the data of each event, too." },
	},
	examples: [
		["events tail", "All events from now on"],
		["events tail --type client.created,client.updated", "Only new and changed clients"],
		["events tail --after 0 --json > events.ndjson", "All events that are kept, one in each line"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, json } = call;
	const most = call.number("count") ?? Number.POSITIVE_INFINITY;
	if (most === 0) throw usageFailure("The option --count takes a number of at least 1.");
	const { signal } = terminal;
	const [after, types] = [call.number("after"), typesGiven(call)];
	const { studio, baseUrl } = await call.connect();
	const { tenant_name } = await studio.me.get();
	if (!json) terminal.note(`Events of ${visible(tenant_name)} at ${baseUrl}. Ctrl-C ends.`);
	const outageNotices = newOutageNotices(terminal);
	let shown = 0;
	for await (const event of studio.events.follow({ after, types, signal, onRetry: outageNotices.failed })) {
		outageNotices.answered();
		terminal.out(json ? JSON.stringify(event) : lineOf(event as WebhookEvent, call));
		if (!json && call.isOn("data")) terminal.out(indented(event.data));
		if (++shown >= most) return;
	}
}

const typeWidth = 24;

function lineOf(event: WebhookEvent, { terminal: { paints, columns } }: Call): string {
	const { created_at, sequence, type, actor } = event;
	const rest = `${recordOf(event)}  ${paints.dim(visible(`by ${actor.type}`))}`;
	const head = `${paints.dim(timeOf(created_at))}  ${paints.dim(padTo(`#${sequence}`, 7))} ${padTo(visible(type), typeWidth)}  `;
	const used = 8 + 2 + 8 + typeWidth + 2;
	const plain = `${recordOf(event)}  by ${actor.type}`;
	return columns === undefined || used + plain.length <= columns
		? head + rest
		: head + cutTo(plain, Math.max(8, columns - used));
}

const indented = (data: unknown): string =>
	JSON.stringify(data, null, 2)
		.split("\n")
		.map((line) => `  ${visible(line).replace(/^ (?=\s)/, " ")}`)
		.join("\n");
