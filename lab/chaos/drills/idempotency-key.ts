import { countsOf, type Drill, times } from "../drill.ts";
import { newKey, newTenant } from "../studio.ts";

export const idempotencyKey: Drill = {
	name: "idempotency-key",
	promise: "200 parallel requests with one Idempotency-Key make one change, and the others replay it or get 409",
	async run({ service }, findings) {
		const on = await service();
		const key = await newKey(on, await newTenant(on));
		const body = { email: "once@example.com", first_name: "Once" };
		const headers = { "Idempotency-Key": "once" };
		const answers = await Promise.all(times(200, () => on.call("POST", "/v1/clients", { key, body, headers })));
		const outcomes = answers.map(({ status, headers, body }) =>
			status === 201 ? (headers.get("Idempotent-Replayed") === "true" ? "replay" : "change") : `${status} ${body.code}`,
		);
		findings.note(`answers: ${countsOf(outcomes)}`);
		findings.expect(
			outcomes.filter((one) => one === "change").length === 1,
			"Not exactly one request made the change.",
		);
		findings.expect(
			outcomes.every((one) => ["change", "replay", "409 idempotency_key_concurrent"].includes(one)),
			"A request was neither the change, nor a replay, nor told to wait.",
		);
		const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
		findings.expect(ids.size === 1, `The answers name ${ids.size} clients.`);
		const entries = (await on.all("/v1/audit_log", key)).filter(({ action }) => action === "client.created");
		const there = { clients: await on.all("/v1/clients", key), events: await on.all("/v1/events", key), entries };
		for (const [what, { length }] of Object.entries(there))
			findings.expect(length === 1, `${length} ${what} are there.`);
	},
};
