import type { TattooStudio } from "../../client.ts";
import { ApiErrorBase } from "../../errors.ts";
import type { WebhookEvent } from "../../generated/events.ts";
import type { Call, Command } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { announceListener } from "../listen/announce-listener.ts";
import { forward } from "../listen/forward.ts";
import { greetingLines, jsonOf, lineOf } from "../listen/lines.ts";
import { asymmetricOption, listenerKey } from "../listen/listener-key.ts";
import { ForwardPosition, signingSecretOf } from "../listen/state.ts";
import { targetUrl } from "../listen/target.ts";
import { newOutageNotices } from "../outage-notices.ts";
import { visible } from "../text/visible.ts";
import { typesGiven, typesOption } from "../types-option.ts";

const defaultTimeoutS = 30;

/** Contract: Command line 5, Command line 6, Command line 7. */
export const listen: Command = {
	name: "listen",
	about: "Forward the studio's events to an address on this machine, signed like webhooks.",
	more: [
		"It prints the secret (whsec_…) with which it signs. Your receiver verifies with it, as with the secret of a webhook endpoint. Each event is sent once and in order, and the next one only after your receiver has answered. An event that your receiver refuses is shown and not repeated: `tattoo-studio events resend` sends it once more. While nothing listens at the address, the event waits.",
		"It continues after the last event that it forwarded: after a disconnect, after your machine has slept, and when you start it again with the same address.",
	],
	options: {
		"forward-to": {
			short: "f",
			required: true,
			value: "<url>",
			about: "The address of your receiver, such as localhost:3000/webhooks.",
		},
		type: typesOption,
		from: {
			value: "<where>",
			about:
				"Begin `now`, with the `oldest` event that is kept, or after a sequence. Default: after the last event of the last run; at the first run, now.",
		},
		secret: {
			value: "<whsec_…>",
			about: "Sign with this secret. Default: a secret that the first run makes and saves.",
		},
		asymmetric: asymmetricOption,
		timeout: { value: "<seconds>", about: `The time that your receiver has to answer. Default: ${defaultTimeoutS}.` },
	},
	examples: [
		["listen --forward-to localhost:3000/webhooks", "Forward all events"],
		["listen -f localhost:3000/webhooks --type client.created,client.updated", "Forward new and changed clients"],
		["listen -f localhost:3000/webhooks --from oldest", "Forward all events that are kept"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, json } = call;
	const { env, out, note, notePaints, signal } = terminal;
	const url = targetUrl(call.text("forward-to") ?? "");
	const [types, from, givenSecret] = [typesGiven(call), fromGiven(call), secretGiven(call)];
	const timeoutMs = (call.number("timeout") ?? defaultTimeoutS) * 1000;
	const { studio, baseUrl } = await call.connect();
	const me = await studio.me.get();
	const studioKey = { baseUrl, tenantId: me.tenant_id };
	const secret = givenSecret ?? signingSecretOf(env, studioKey);
	const { keys, sign } = call.isOn("asymmetric") ? listenerKey(secret) : {};
	await announceListener(terminal, studioKey, url);

	const position = new ForwardPosition(env, studioKey, url);
	const newest = await newestSequence(studio);
	const begin = startAfter(from, position.read(), newest);
	position.save(begin);
	if (json)
		out(
			JSON.stringify({
				object: "listener",
				base_url: baseUrl,
				tenant_id: me.tenant_id,
				forward_to: url,
				secret,
				...(keys && { keys }),
				after_sequence: begin,
			}),
		);
	else
		for (const line of greetingLines(terminal, {
			studio: me.tenant_name,
			baseUrl,
			url,
			secret,
			keys,
			missed: newest - begin,
		}))
			out(line);

	const outageNotices = newOutageNotices(terminal);
	let isReceiverAbsent = false;
	const onAbsent = (reason: string) => {
		isReceiverAbsent = true;
		note(notePaints.warning(`Nothing listens at ${url}${visible(reason)}. The event waits for it.`));
	};
	const forwardEvent = async (event: WebhookEvent & { sequence: number }) => {
		const outcome = await forward(event, { url, secret, sign, timeoutMs, signal, onAbsent });
		position.save(event.sequence);
		if (isReceiverAbsent) note("It answers again.");
		isReceiverAbsent = false;
		out(json ? jsonOf(event, outcome) : lineOf(event, outcome, terminal));
	};
	for (let after = begin; ; ) {
		try {
			for await (const event of studio.events.follow({ after, types, signal, onRetry: outageNotices.failed })) {
				outageNotices.answered();
				await terminal.finish(forwardEvent(event as Parameters<typeof forwardEvent>[0]));
				after = event.sequence;
				if (signal.aborted) return;
			}
			return;
		} catch (error) {
			const oldest = oldestAvailable(error);
			if (oldest === undefined) throw error;
			const isExpired = after < oldest - 1;
			after = isExpired ? oldest - 1 : await newestSequence(studio);
			position.save(after);
			note(notePaints.warning(isExpired ? expired(oldest) : restored));
		}
	}
}

const expired = (oldest: number) => `Events that are older than 30 days are deleted. Continuing with event ${oldest}.`;
const restored = "The studio's data was restored to an earlier time. Continuing with the next event.";

const newestSequence = async (studio: TattooStudio): Promise<number> =>
	(await studio.events.list({ limit: 1 })).data[0]?.sequence ?? 0;

type From = "now" | "oldest" | number | undefined;

/** The sequence after which to begin. */
function startAfter(from: From, saved: number | undefined, newest: number): number {
	if (from === "oldest") return 0;
	if (typeof from === "number") return from;
	// A saved number beyond the newest comes from before the studio's data was restored to an earlier time.
	return from !== "now" && saved !== undefined && saved <= newest ? saved : newest;
}

function fromGiven({ text }: Call): From {
	const typed = text("from");
	if (typed === undefined || typed === "now" || typed === "oldest") return typed;
	if (!/^\d{1,15}$/.test(typed)) throw usageFailure(`--from ${typed} is none of: now, oldest, a sequence.`);
	return Number(typed);
}

function secretGiven({ text }: Call): string | undefined {
	const secret = text("secret");
	if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
		throw usageFailure("A secret is whsec_ and base64 behind it.", "Without --secret, the program makes one.");
	return secret;
}

/** Undefined if the error is another one than that older events were asked for. */
function oldestAvailable(error: unknown): number | undefined {
	if (!(error instanceof ApiErrorBase) || error.code !== "events_expired") return undefined;
	const { oldestSequence } = error as unknown as { oldestSequence?: number };
	return oldestSequence;
}
