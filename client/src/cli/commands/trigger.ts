import type { PublicEventType, WebhookEvent } from "../../generated/events.ts";
import type { Call, Command } from "../command.ts";
import type { Connection } from "../connection.ts";
import { Failure, usageFailure } from "../failure.ts";
import { recordOf } from "../text/event.ts";
import { changesByEvent } from "../trigger/changes-by-event.ts";
import { Fixtures } from "../trigger/fixtures.ts";
import { publish } from "../trigger/publish.ts";
import { eventTypes, knownType } from "../types-option.ts";
import { quoting, setAll } from "../values.ts";

const waitSeconds = 10;

/** Contract: Command line 9. */
export const trigger: Command = {
	name: "trigger",
	about: "Cause an event with a real change in the studio.",
	more: [
		"The change is made through the API. Webhooks, the feed and the audit log show it like any other change. New records carry the metadata made_by: tattoo-studio trigger. Use a studio for tests.",
		`The types: ${eventTypes.join(", ")}.`,
		"deposit.held and deposit.released need --on with an appointment that has a deposit. Events of messages, payments, payouts and booking links come from other parts of the product, and subscriptions change through the operator. To trigger their events, set TATTOO_STUDIO_OPERATOR_TOKEN: the command then publishes the example of the documentation.",
	],
	args: [{ name: "<type>", about: "The type of the event.", choices: eventTypes }],
	options: {
		set: {
			value: "<path=value>",
			several: true,
			about: `Sets a property of the change, such as first_name=Ada or metadata.source=test. ${quoting} May be repeated.`,
		},
		on: { value: "<id>", about: "Change this record instead of a new one." },
	},
	examples: [
		["trigger client.created", "A new client"],
		["trigger client.created --set first_name=Ada --set email=ada@example.com", "A new client with your own data"],
		["trigger appointment.cancelled --on apt_019c7bf0e9c079229f0843b898ba44a6", "Cancel an appointment of yours"],
	],
	run,
};

async function run(call: Call): Promise<void> {
	const { terminal, json, args } = call;
	const type = knownType(args[0] ?? "");
	const connection = await call.connect();
	const newest = (await connection.studio.events.list({ limit: 1 })).data[0]?.sequence ?? 0;
	const { made, recordId } = await causeEvent(call, connection, type);
	const event = await eventAfter(connection, type, newest, recordId);
	if (json) return terminal.out(JSON.stringify(event));
	const { good, dim } = terminal.paints;
	terminal.out(`${good(event.type)}  ${event.id}  #${event.sequence}  ${recordOf(event)}`);
	const others = made.filter((id) => id !== recordOf(event));
	if (others.length > 0) terminal.out(dim(`Also created: ${others.join(", ")}`));
}

async function causeEvent(
	call: Call,
	connection: Connection,
	type: PublicEventType,
): Promise<{ made: string[]; recordId: string }> {
	const sets = call.texts("set");
	const given = call.text("on");
	if (given && /\.created$/.test(type) && !type.startsWith("form_"))
		throw usageFailure(`${type} needs a new record, so it cannot take --on.`);
	const fixtures = new Fixtures(connection.studio, given);
	const change = await changesByEvent[type]?.(fixtures);
	if (!change) return { made: [], recordId: await publish(call, connection, type, sets) };
	const { method, path, body } = change;
	if (sets.length > 0 && !body) throw usageFailure(`The change behind ${type} takes no properties: ${method} ${path}`);
	const sent = body ? { body: setAll(body, sets) } : {};
	if (given) {
		const tried = await connection.studio.request(method, path, { ...sent, dryRun: true });
		const emitted = tried?.dryRunEvents ?? [];
		if (!emitted.includes(type))
			throw new Failure(
				`Nothing was changed: this change of ${given} would emit ${emitted.join(", ") || "no event"}.`,
				{
					hint: "The record may already have these values. Name another one with --on.",
				},
			);
	}
	const answer = await connection.studio.request<{ id?: string; data?: { id?: string } }>(method, path, sent);
	const ignored = answer?.ignoredFields ?? [];
	if (ignored.length > 0)
		call.terminal.note(
			call.terminal.notePaints.warning(`The service does not know, and dropped: ${ignored.join(", ")}`),
		);
	return { made: fixtures.createdIds, recordId: answer?.id ?? answer?.data?.id ?? "" };
}

/** The event that the change emitted. */
async function eventAfter(
	{ studio }: Connection,
	type: PublicEventType,
	after: number,
	recordId: string,
): Promise<WebhookEvent> {
	const giveUp = AbortSignal.timeout(waitSeconds * 1000);
	try {
		for await (const event of studio.events.follow({ after, types: [type], signal: giveUp })) {
			if (recordId === event.id || recordOf(event) === recordId) return event as WebhookEvent;
		}
	} catch (error) {
		if (!giveUp.aborted) throw error;
	}
	throw new Failure(`The service accepted the change, but no ${type} followed within ${waitSeconds} seconds.`, {
		hint: "A change without an effect causes no event. Check the values of --set.",
	});
}
