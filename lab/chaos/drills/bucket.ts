import { countsOf, type Drill, times } from "../drill.ts";
import { newKey, newTenant } from "../studio.ts";

export const bucket: Drill = {
	name: "bucket",
	promise: "of 300 parallel requests against a full bucket, never more succeed than it holds and refills",
	async run({ service }, findings) {
		const on = await service();
		const limit = 100;
		const key = await newKey(on, await newTenant(on), limit);
		const began = Date.now();
		const answers = await Promise.all(times(300, () => on.call("GET", "/v1/me", { key })));
		const refilled = Math.ceil(((Date.now() - began) * limit) / 60_000);
		const through = answers.filter(({ status }) => status === 200).length;
		findings.note(`answers: ${countsOf(answers.map(({ status }) => status))}, refilled ${refilled}`);
		findings.expect(through >= limit, `Only ${through} of ${limit} got through.`);
		findings.expect(through <= limit + refilled, `${through} got through.`);
		const refused = answers.filter(({ status }) => status !== 200);
		findings.expect(
			refused.every(({ status, headers }) => status === 429 && Number(headers.get("Retry-After")) > 0),
			"A refusal was not 429 with Retry-After.",
		);
	},
};
