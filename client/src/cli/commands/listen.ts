import { ApiErrorBase } from "../../errors.ts";
import type { WebhookEvent } from "../../generated/events.ts";
import type { Call, Command } from "../command.ts";
import { keyOf } from "../connection.ts";
import { exitCodes, Failure, usageFailure } from "../failure.ts";
import { forward, type Outcome } from "../listen/forward.ts";
import { Position, secretOf } from "../listen/memory.ts";
import { Neighbourhood } from "../listen/neighbours.ts";
import { targetUrl } from "../listen/target.ts";
import { retryTeller } from "../retries.ts";
import { recordOf, timeOf } from "../text/event.ts";
import { visible } from "../text/visible.ts";
import { cutTo, padTo } from "../text/width.ts";
import { typesGiven, typesOption } from "../types-option.ts";

const usualTimeoutS = 30;

export const listen: Command = {
	name: "listen",
	about: "Forward the studio's events to an address on this machine, signed like webhooks.",
	more: [
		"It prints the secret (whsec_…) with which it signs; your receiver verifies with it as with that of a webhook endpoint. Each event is sent once and in order, and the next one only when your receiver has answered. An answer that is no success is shown and not repeated: `tattoo-studio events resend` sends an event once more. While nothing listens at the address, the event waits.",
		"It goes on where it stopped: after a disconnect, after your machine has slept, and when you start it again with the same address.",
	],
	options: {
		"forward-to": {
			short: "f",
			required: true,
			value: "<url>",
			about: "Where your receiver listens, such as localhost:3000/webhooks.",
		},
		type: typesOption,
		from: {
			value: "<where>",
			about:
				"Begin with `now`, with the `oldest` event that is kept, or after a sequence. Default: where it stopped; the first time, now.",
		},
		secret: { value: "<whsec_…>", about: "Sign with this secret. Default: one that is made the first time and stays." },
		timeout: { value: "<seconds>", about: `How long your receiver may take to answer. Default: ${usualTimeoutS}.` },
	},
	examples: [
		["listen --forward-to localhost:3000/webhooks", "Forward everything"],
		["listen -f localhost:3000/webhooks --type client.created,client.updated", "Forward what happens to clients"],
		["listen -f localhost:3000/webhooks --from oldest", "Forward all events that are kept once more"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, json } = call;
	const { env, note, signal } = terminal;
	const url = targetUrl(call.text("forward-to") ?? "");
	const types = typesGiven(call);
	const from = fromGiven(call);
	const timeoutMs = (call.number("timeout") ?? usualTimeoutS) * 1000;
	const ownSecret = secretGiven(call);
	const { studio, baseUrl } = await call.connect();
	const { tenant_id: tenantId, tenant_name } = await studio.me.get();
	const place = { baseUrl, tenantId };
	const secret = ownSecret ?? secretOf(env, place);
	await moveIn(call, keyOf(baseUrl, tenantId), url);

	const position = new Position(env, place, url);
	const newest = (await studio.events.list({ limit: 1 })).data[0]?.sequence ?? 0;
	const kept = position.read();
	// A number beyond the newest comes from another life of the studio, whose data was set back.
	const begin =
		from === "now" ? newest : from === "oldest" ? 0 : (from ?? (kept !== undefined && kept <= newest ? kept : newest));
	position.keep(begin);
	if (json)
		terminal.out(
			JSON.stringify({ object: "listener", tenant_id: tenantId, forward_to: url, secret, after_sequence: begin }),
		);
	else greet(call, { studio: tenant_name, baseUrl, url, secret, missed: newest - begin });

	const teller = retryTeller(terminal);
	let absent = false;
	const onAbsent = (reason: string) => {
		absent = true;
		note(terminal.notePaints.warning(`Nothing listens at ${url}${visible(reason)}. The event waits for it.`));
	};
	for (let after = begin; ; ) {
		try {
			for await (const event of studio.events.follow({ after, types, signal, onRetry: teller.failed })) {
				teller.answered();
				const outcome = await forward(event as WebhookEvent, { url, secret, timeoutMs, signal, onAbsent });
				if (absent) note("It answers again.");
				absent = false;
				position.keep(event.sequence);
				terminal.out(
					json ? lineForPrograms(event as WebhookEvent, outcome) : lineOf(event as WebhookEvent, outcome, call),
				);
			}
			return;
		} catch (error) {
			const oldest = oldestKept(error);
			if (oldest === undefined) throw error;
			note(terminal.notePaints.warning(`Events that are older than 30 days are gone. Going on with event ${oldest}.`));
			after = oldest - 1;
		}
	}
}

function fromGiven({ text }: Call): "now" | "oldest" | number | undefined {
	const typed = text("from");
	if (typed === undefined || typed === "now" || typed === "oldest") return typed;
	if (!/^\d{1,15}$/.test(typed)) throw usageFailure(`--from ${typed} is none of: now, oldest, a sequence.`);
	return Number(typed);
}

function secretGiven({ text }: Call): string | undefined {
	const secret = text("secret");
	if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
		throw usageFailure("A secret is whsec_ and base64 behind it.", "Leave --secret away, and one is made.");
	return secret;
}

/** Tells this listener of the others of its studio, and them of it. */
async function moveIn({ terminal }: Call, studio: string, url: string): Promise<void> {
	const { env, note, notePaints, atEnd } = terminal;
	const neighbourhood = new Neighbourhood(env, { studio, pid: process.pid, forward_to: url });
	atEnd(() => neighbourhood.leave());
	const tell = (when: string, pid: number, to: string) =>
		note(
			notePaints.warning(
				`Another listener of this studio ${when} (process ${pid}). It forwards to ${visible(to)}, and each of you gets every event.`,
			),
		);
	const met = await neighbourhood.join(({ pid, forward_to }) => tell("has started", pid, forward_to));
	if ("same" in met)
		throw new Failure(`Another listener forwards this studio's events to ${url} already (process ${met.same.pid}).`, {
			exitCode: exitCodes.failed,
			hint: "Stop it, or forward to another address.",
		});
	for (const { pid, forward_to } of met.others) tell("runs", pid, forward_to);
}

interface Greeting {
	studio: string;
	baseUrl: string;
	url: string;
	secret: string;
	missed: number;
}

function greet({ terminal: { out, paints } }: Call, { studio, baseUrl, url, secret, missed }: Greeting): void {
	out(`Studio   ${visible(studio)} at ${baseUrl}`);
	out(`Forward  ${url}`);
	out(`Secret   ${paints.bold(secret)}`);
	out(
		paints.dim(
			missed > 0
				? `Going on where it stopped: ${missed} event${missed === 1 ? "" : "s"} since then.`
				: "Ready. Ctrl-C ends.",
		),
	);
}

const typeWidth = 24;

function lineOf(event: WebhookEvent, { status, durationMs, about }: Outcome, { terminal }: Call): string {
	const { paints, columns } = terminal;
	const ok = status !== null && status >= 200 && status < 300;
	const answer = padTo(String(status ?? "—"), 3);
	const said = about ? `  ${visible(about)}` : "";
	const head = `${paints.dim(timeOf(new Date()))}  ${ok ? paints.good(answer) : paints.bad(answer)}  ${paints.dim(`${durationMs} ms`.padStart(8))}  `;
	const rest = `${padTo(visible(event.type), typeWidth)}  ${padTo(`#${event.sequence}`, 6)}  ${recordOf(event)}${said}`;
	const used = 8 + 2 + 3 + 2 + 8 + 2;
	return head + (columns === undefined ? rest : cutTo(rest, Math.max(20, columns - used)));
}

const lineForPrograms = (event: WebhookEvent, { status, durationMs, about }: Outcome): string =>
	JSON.stringify({
		object: "forward",
		event_id: event.id,
		type: event.type,
		sequence: event.sequence,
		response_status: status,
		duration_ms: durationMs,
		error: about || null,
	});

/** The number of the oldest event, when the position is older than what is kept. */
function oldestKept(error: unknown): number | undefined {
	if (!(error instanceof ApiErrorBase) || error.code !== "events_expired") return undefined;
	const { oldestSequence } = error as unknown as { oldestSequence?: number };
	return oldestSequence;
}
