import { readFeed } from "./integrations.ts";
import { studioStep } from "./step.ts";

const mostHooks = 3;
const triggers = {
	new_appointment: "appointment.created",
	appointment_cancelled: "appointment.cancelled",
	new_lead: "lead.created",
	new_client: "client.created",
	new_form_submission: "form_submission.created",
} as const;

/** An automation platform subscribes to a trigger. A subscription that it repeats is the same. */
export const subscribeHook = studioStep(1, async ({ studio, draw, world }) => {
	if (studio.hooks.filter(({ until }) => until === Number.POSITIVE_INFINITY).length >= mostHooks) return;
	const receiver = world.receivers.open(studio.n);
	const trigger = draw.of(Object.keys(triggers) as (keyof typeof triggers)[]);
	const subscribe = () => studio.change("POST", "/v1/automation/hooks", { target_url: receiver.url, trigger });
	const answers = await Promise.all(Array.from({ length: draw.between(1, 3) }, subscribe));
	const ids = new Set(answers.map(({ body }) => body.id));
	const isOne = ids.size === 1 && answers.filter(({ status }) => status === 201).length === 1;
	world.expect("an address has one hook for a trigger", isOne, () =>
		JSON.stringify(answers.map(({ status, body }) => [status, body])),
	);
	const [id] = ids;
	if (!id) return;
	await readFeed(studio);
	const since = studio.feed.at(-1)?.sequence ?? 0;
	studio.hooks.push({ id, receiver, type: triggers[trigger], since, until: Number.POSITIVE_INFINITY });
});

export const unsubscribeHook = studioStep(0.3, async ({ studio, draw, world }) => {
	const hook = draw.any(studio.hooks.filter(({ until }) => until === Number.POSITIVE_INFINITY));
	if (!hook) return;
	hook.until = studio.deliveredTo(hook, hook.type);
	const { status, body } = await studio.change("DELETE", `/v1/automation/hooks/${hook.id}`);
	world.expect("a hook is removed", status === 200, () => JSON.stringify(body));
});
