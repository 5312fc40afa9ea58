import type { WebhookEvent } from "../../generated/events.ts";
import type { Call, Command } from "../command.ts";
import { Failure } from "../failure.ts";
import { forward } from "../listen/forward.ts";
import { jsonOf, lineOf } from "../listen/lines.ts";
import { asymmetricOption, listenerKey } from "../listen/listener-key.ts";
import { signingSecretOf } from "../listen/state.ts";
import { targetUrl } from "../listen/target.ts";

/** The time that a receiver has to start. */
const waitTimeoutS = 10;

export const eventsResend: Command = {
	name: "events resend",
	about: "Send a past event to an address on this machine once more.",
	more: [
		`The event is signed with the secret that \`tattoo-studio listen\` prints. If nothing listens at the address, the command waits up to ${waitTimeoutS} seconds. The process ends with 1 if your receiver does not answer with 2xx.`,
	],
	args: [{ name: "<evt_…>", about: "The ids of events.", several: true }],
	options: {
		"forward-to": {
			short: "f",
			required: true,
			value: "<url>",
			about: "The address of your receiver, such as localhost:3000/webhooks.",
		},
		asymmetric: asymmetricOption,
	},
	examples: [["events resend evt_019cebe550407bd99a783b3c2e63fd7e -f localhost:3000/webhooks", "One event once more"]],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, args, json } = call;
	const url = targetUrl(call.text("forward-to") ?? "");
	const { studio, baseUrl } = await call.connect();
	const { tenant_id: tenantId } = await studio.me.get();
	const secret = signingSecretOf(terminal.env, { baseUrl, tenantId });
	const sign = call.isOn("asymmetric") ? listenerKey(secret).sign : undefined;
	let failures = 0;
	for (const id of args) {
		const event = (await studio.events.get(id)) as unknown as WebhookEvent;
		const onAbsent = () => terminal.note(`Nothing listens at ${url}. The event waits up to ${waitTimeoutS} seconds.`);
		const outcome = await forward(event, {
			url,
			secret,
			sign,
			timeoutMs: 30_000,
			absentTimeoutMs: waitTimeoutS * 1000,
			signal: terminal.signal,
			onAbsent,
		});
		if (!outcome.ok) failures++;
		terminal.out(json ? jsonOf(event, outcome) : lineOf(event, outcome, terminal));
	}
	if (failures > 0)
		throw new Failure(
			`${failures} of ${args.length} ${args.length === 1 ? "event" : "events"} were not answered with 2xx.`,
		);
}
