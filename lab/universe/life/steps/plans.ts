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
	const risen = await studio.operate("PATCH", path, { plan: studio.plan });
	world.expect("a plan is changed", risen.status === 200, () => JSON.stringify(risen.body));
	studio.expectEvent("subscription.activated", studio.id);
	studio.lightEnded();
	const answer = await studio.caller.send({ method: "GET", path: "/v1/me", key: studio.presentKey });
	if (answer && answer.status < 429)
		world.expect("a risen plan has an API", answer.status === 200, () => JSON.stringify(answer.body));
});
