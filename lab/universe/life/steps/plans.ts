import type { Studio } from "../studio.ts";
import { readFeed } from "./integrations.ts";
import { studioStep } from "./step.ts";

const minuteMs = 60_000;

/** A studio falls to Light for some time. Its programs are refused meanwhile, and go on afterwards. */
export const onLight = studioStep(0.3, async ({ studio, draw, world }) => {
	if (studio.isOnLight()) return;
	await readFeed(studio);
	studio.lightBegan();
	const path = `/admin/tenants/${studio.id}`;
	const fallen = await studio.operate("PATCH", path, { plan: "light" });
	world.expect("a plan is changed", fallen.status === 200, () => JSON.stringify(fallen.body));
	studio.expectEvent("subscription.cancelled", studio.id);
	for (let n = 0; n < 3; n++) {
		const answer = await studio.caller.send({ method: "GET", path: "/v1/me", key: studio.presentKey });
		if (!answer || answer.status >= 429) continue;
		world.expect(
			"Light has no API",
			answer.body.code === "feature_not_available",
			() => `${studio.id}: ${answer.status} ${JSON.stringify(answer.body)}`,
		);
	}
	await world.simulation.wait(draw.between(1, 90) * minuteMs);
	const known = studio.feed.length;
	const risen = await studio.operate("PATCH", path, { plan: studio.plan });
	world.expect("a plan is changed", risen.status === 200, () => JSON.stringify(risen.body));
	studio.expectEvent("subscription.activated", studio.id);
	studio.lightEnded();
	await expectEffect(studio, known);
	const answer = await studio.caller.send({ method: "GET", path: "/v1/me", key: studio.presentKey });
	if (answer && answer.status < 429)
		world.expect("a risen plan has an API", answer.status === 200, () => JSON.stringify(answer.body));
});

/** A change of the control database has its effects in the studio's data before it is answered (ARCHITECTURE.md, idea 7). */
async function expectEffect(studio: Studio, known: number): Promise<void> {
	const { world } = studio;
	if (world.isTroubled) return;
	await readFeed(studio);
	const isThere = studio.feed.slice(known).some(({ type }) => type === "subscription.activated");
	world.expect("a change of the control database has its effects", isThere || world.isTroubled, () => studio.id);
}
