import { studioStep } from "./step.ts";

/** A program tries a change without making it. The checks at the end would see whatever it left. */
export const dryRun = studioStep(2, async ({ studio, draw, world }) => {
	const kept = draw.any(studio.free("clients"));
	if (!kept) return;
	const [method, path, body] = draw.of([
		["POST", "/v1/clients", { email: `dry-${draw.seed()}@example.com`, first_name: "Dry" }],
		["PATCH", `/v1/clients/${kept.id}`, { notes: "dry" }],
		["DELETE", `/v1/clients/${kept.id}`, undefined],
	] as const);
	const headers = { "Service-Dry-Run": "true" };
	const answer = await studio.caller.repeat({ method, path, key: studio.presentKey, body, headers });
	const { status } = answer;
	world.expect("a dry run answers as the change would", [200, 201, 404, 409].includes(status), () =>
		JSON.stringify(answer.body),
	);
});
