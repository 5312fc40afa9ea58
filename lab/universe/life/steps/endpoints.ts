import type { Draw } from "../random.ts";
import type { Mood } from "../receivers.ts";
import type { Endpoint, Studio } from "../studio.ts";
import { readFeed } from "./integrations.ts";
import { studioStep } from "./step.ts";

const minuteMs = 60_000;
const isOpen = ({ until, busy }: Endpoint): boolean => until === Number.POSITIVE_INFINITY && !busy;
const mostEndpoints = 3;

export async function openEndpoint(studio: Studio, draw: Draw): Promise<void> {
	const { world } = studio;
	const receiver = world.receivers.open(studio.n);
	const ordered = draw.chance(0.3);
	const { status, body } = await studio.change("POST", "/v1/webhook_endpoints", {
		url: receiver.url,
		events: ["*"],
		ordered,
	});
	world.expect("an endpoint is created", status === 201, () => JSON.stringify(body));
	if (status !== 201) return;
	receiver.secrets = [body.secret];
	await readFeed(studio);
	const since = studio.feed.at(-1)?.sequence ?? 0;
	studio.endpoints.push({
		id: body.endpoint.id,
		receiver,
		ordered,
		since,
		until: Number.POSITIVE_INFINITY,
		busy: false,
	});
}

export const addEndpoint = studioStep(1, async ({ studio, draw }) => {
	if (studio.endpoints.filter(isOpen).length < mostEndpoints) await openEndpoint(studio, draw);
});

export const removeEndpoint = studioStep(0.3, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter(isOpen));
	if (!endpoint) return;
	endpoint.until = studio.deliveredTo(endpoint);
	const { status, body } = await studio.change("DELETE", `/v1/webhook_endpoints/${endpoint.id}`);
	world.expect("an endpoint is deleted", status === 200, () => JSON.stringify(body));
});

export const rotateSecret = studioStep(0.3, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter(isOpen));
	if (!endpoint) return;
	const { status, body } = await studio.change("POST", `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`);
	world.expect("a secret is rotated", status === 200, () => JSON.stringify(body));
	if (status === 200) endpoint.receiver.secrets.push(body.secret);
});

/** A receiver has a bad time, and recovers. If the service has disabled the endpoint, its owner activates it. */
export const receiverTrouble = studioStep(1, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter(isOpen));
	if (!endpoint) return;
	endpoint.receiver.mood = draw.of<Mood>(["fails", "hangs", "slow"]);
	await world.simulation.wait(draw.between(1, 90) * minuteMs);
	endpoint.receiver.mood = "answers";
	// Attempts that have begun may still fail.
	await world.simulation.wait(2 * minuteMs);
	await activateIfDisabled(studio, endpoint);
});

export async function activateIfDisabled(studio: Studio, endpoint: Endpoint): Promise<void> {
	if (!isOpen(endpoint)) return;
	const path = `/v1/webhook_endpoints/${endpoint.id}`;
	const { status, body } = await studio.read(path);
	if (status !== 200 || body.status !== "DISABLED" || !isOpen(endpoint)) return;
	const active = await studio.change("PATCH", path, { status: "ACTIVE", replay_missed: true });
	const isActive = active.status === 200 || !isOpen(endpoint);
	studio.world.expect("an endpoint is activated", isActive, () => JSON.stringify(active.body));
}

/** An endpoint is disabled for some time. It gets what it missed when it is active again. */
export const pausedEndpoint = studioStep(0.7, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter(isOpen));
	if (!endpoint) return;
	endpoint.busy = true;
	const path = `/v1/webhook_endpoints/${endpoint.id}`;
	const paused = await studio.change("PATCH", path, { status: "DISABLED" });
	world.expect("an endpoint is disabled", paused.status === 200, () => JSON.stringify(paused.body));
	await world.simulation.wait(draw.between(1, 180) * minuteMs);
	const active = await studio.change("PATCH", path, { status: "ACTIVE", replay_missed: true });
	world.expect("an endpoint is activated", active.status === 200, () => JSON.stringify(active.body));
	endpoint.busy = false;
});

/** A healthy receiver hears of a change in seconds. The sweep alone would take minutes. */
export const promptDelivery = studioStep(4, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter((one) => isOpen(one) && !one.ordered));
	if (!endpoint || !isHealthy(studio, endpoint)) return;
	const { body: before } = await studio.read(`/v1/webhook_endpoints/${endpoint.id}`);
	if (before.status !== "ACTIVE") return;
	const wasOnLight = studio.watchLight();
	const { status, body } = await studio.change("POST", "/v1/leads", { first_name: "Now" });
	world.expect("a record is created", status === 201, () => JSON.stringify(body));
	if (status !== 201) return;
	studio.keep("leads", body);
	studio.expectEvent("lead.created", body.id);
	await world.simulation.wait(promptMs);
	await readFeed(studio);
	const event = studio.feed.find(({ record }) => record === body.id);
	if (!event || wasOnLight() || !isHealthy(studio, endpoint)) return;
	world.expect(
		"an event arrives in seconds",
		endpoint.receiver.taken.has(event.id),
		() => `${endpoint.id}: ${JSON.stringify(event)}`,
	);
});

const promptMs = 30_000;
const isHealthy = ({ world }: Studio, endpoint: Endpoint): boolean =>
	isOpen(endpoint) && endpoint.receiver.mood === "answers" && !world.isTroubled;

/** A program asks for everything of the last hours once more. */
export const recovery = studioStep(0.5, async ({ studio, draw, world }) => {
	const endpoint = draw.any(studio.endpoints.filter(isOpen));
	if (!endpoint) return;
	const since = new Date(world.simulation.now() - draw.between(1, 600) * minuteMs).toISOString();
	const body = { since, include_missed: true };
	const answer = await studio.change("POST", `/v1/webhook_endpoints/${endpoint.id}/recover`, body);
	world.expect("a recovery is accepted", answer.status === 200, () => JSON.stringify(answer.body));
});
