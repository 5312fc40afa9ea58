import { setTimeout as sleep } from "node:timers/promises";
import type { TattooStudio } from "../../client.ts";
import type { Delivery } from "../../generated/records.ts";
import type { Call, Command } from "../command.ts";
import { Failure } from "../failure.ts";
import { visible } from "../text/visible.ts";

const waitTimeoutMs = 15_000;

export const deliveriesReplay: Command = {
	name: "deliveries replay",
	about: "Send deliveries once more, and show how the receiver answers.",
	more: [
		"A replay goes to the webhook endpoint of the delivery. To send an event to this machine once more, use: tattoo-studio events resend. The process ends with 1 if a receiver does not answer with 2xx.",
	],
	args: [
		{ name: "<wbd_…>", about: "The ids of deliveries. One that is PENDING gets its next attempt now.", several: true },
	],
	options: { "no-wait": { about: "Do not wait for the receiver's answer." } },
	examples: [
		["deliveries replay wbd_019c7bf0e9c079229f0843b898ba44a6", "One delivery"],
		[
			"deliveries list --status DEAD --json | jq -r .data[].id | xargs tattoo-studio deliveries replay",
			"All deliveries that failed for good",
		],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, args, json } = call;
	const { paints } = terminal;
	const { studio } = await call.connect();
	let failures = 0;
	for (const id of args) {
		const replayed = await studio.deliveries.replay(id);
		const delivery = call.isOn("no-wait") ? replayed : await outcome(studio, replayed);
		const isKnown = delivery.attempt_count > replayed.attempt_count;
		if (json) terminal.out(JSON.stringify(delivery));
		else {
			const last = delivery.attempts.at(-1);
			const said =
				isKnown && last
					? `${last.response_status ?? last.error_message ?? ""}  ${last.duration_ms} ms`
					: "is under way";
			const paint = !isKnown ? paints.warning : delivery.status === "SUCCEEDED" ? paints.good : paints.bad;
			terminal.out(`${delivery.id}  ${visible(delivery.event_type)}  ${paint(visible(said))}`);
		}
		if (isKnown && delivery.status !== "SUCCEEDED") failures++;
	}
	if (failures > 0)
		throw new Failure(`${failures} of ${args.length} ${args.length === 1 ? "delivery" : "deliveries"} failed again.`);
}

async function outcome(studio: TattooStudio, replayed: Delivery): Promise<Delivery> {
	const giveUpAt = Date.now() + waitTimeoutMs;
	let delivery = replayed;
	while (delivery.attempt_count === replayed.attempt_count && Date.now() < giveUpAt) {
		await sleep(150);
		delivery = await studio.deliveries.get(replayed.id);
	}
	return delivery;
}
