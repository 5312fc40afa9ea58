import { countsOf, type Drill, times } from "../drill.ts";
import { newClient, newKey, newTenant } from "../studio.ts";

export const ifMatch: Drill = {
	name: "if-match",
	promise: "of 200 parallel PATCHes with one If-Match, exactly one is made",
	async run({ service }, findings) {
		const on = await service();
		const key = await newKey(on, await newTenant(on));
		const path = `/v1/clients/${await newClient(on, key)}`;
		const headers = { "If-Match": (await on.call("GET", path, { key })).headers.get("ETag") ?? "" };
		const answers = await Promise.all(
			times(200, (n) => on.call("PATCH", path, { key, headers, body: { notes: `${n}` } })),
		);
		findings.note(`answers: ${countsOf(answers.map(({ status }) => status))}`);
		const winners = answers.filter(({ status }) => status === 200);
		findings.expect(winners.length === 1, `${winners.length} were made.`);
		findings.expect(
			answers.every(({ status }) => status === 200 || status === 412),
			"One was neither made nor told 412.",
		);
		const { body } = await on.call("GET", path, { key });
		findings.expect(body.notes === winners[0]?.body.notes, "The client is not as the one that was made says.");
	},
};
