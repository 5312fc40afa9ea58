import { studioStep } from "./step.ts";

/** A program sends one change several times under one key. It happens once, and all answers are the same. */
export const repeatedChange = studioStep(3, async ({ studio, draw, world }) => {
	const call = {
		method: "POST",
		path: "/v1/clients",
		key: studio.presentKey,
		body: { email: `${draw.seed()}@example.com`, first_name: "Again" },
		headers: { "Idempotency-Key": `again-${draw.seed()}` },
	};
	const answers = await Promise.all(Array.from({ length: draw.between(2, 5) }, () => studio.caller.repeat(call)));
	await world.simulation.wait(draw.below(3_600_000));
	answers.push(await studio.caller.repeat(call));
	const ids = new Set(answers.map(({ body }) => body.id));
	const isOnce = answers.every(({ status }) => status === 201) && ids.size === 1;
	world.expect("a repeated change happens once", isOnce, () =>
		JSON.stringify(answers.map(({ status, body }) => [status, body.id ?? body])),
	);
	const [first] = answers;
	if (first?.status !== 201) return;
	studio.keep("clients", first.body);
	studio.expectEvent("client.created", first.body.id);
});
