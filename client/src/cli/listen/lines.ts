import type { WebhookEvent } from "../../generated/events.ts";
import type { WebhookKey } from "../../webhook.ts";
import type { Terminal } from "../terminal.ts";
import { recordOf, timeOf } from "../text/event.ts";
import { visible } from "../text/visible.ts";
import { cutTo, padTo } from "../text/width.ts";
import type { Outcome } from "./forward.ts";

interface Greeting {
	studio: string;
	baseUrl: string;
	url: string;
	secret: string;
	/** The public key, if the listener signs with one. */
	keys?: readonly WebhookKey[] | undefined;
	/** The number of events since the last run. */
	missed: number;
}

export function greetingLines(
	{ paints }: Terminal,
	{ studio, baseUrl, url, secret, keys, missed }: Greeting,
): string[] {
	const since = `Continuing after the last run: ${missed} event${missed === 1 ? "" : "s"} since then.`;
	return [
		`Studio   ${visible(studio)} at ${baseUrl}`,
		`Forward  ${url}`,
		`Secret   ${paints.bold(secret)}`,
		...(keys ? [`Keys     ${JSON.stringify({ keys })}`] : []),
		paints.dim(missed > 0 ? since : "Ready. Ctrl-C ends."),
	];
}

const typeWidth = 24;

export function lineOf(
	event: WebhookEvent,
	{ status, durationMs, errorText, ok }: Outcome,
	terminal: Terminal,
): string {
	const { paints, columns } = terminal;
	const answer = (ok ? paints.good : paints.bad)(padTo(String(status ?? "—"), 3));
	const head = `${paints.dim(timeOf(new Date()))}  ${answer}  ${paints.dim(`${durationMs} ms`.padStart(8))}  `;
	const headWidth = 8 + 2 + 3 + 2 + 8 + 2;
	const number = padTo(`#${event.sequence}`, 6);
	const rest =
		`${padTo(visible(event.type), typeWidth)}  ${number}  ${recordOf(event)}  ${visible(errorText)}`.trimEnd();
	return head + (columns === undefined ? rest : cutTo(rest, Math.max(20, columns - headWidth)));
}

export const jsonOf = ({ id, type, sequence }: WebhookEvent, { status, durationMs, errorText }: Outcome): string =>
	JSON.stringify({
		object: "forward",
		event_id: id,
		type,
		sequence,
		response_status: status,
		duration_ms: durationMs,
		error: errorText || null,
	});
