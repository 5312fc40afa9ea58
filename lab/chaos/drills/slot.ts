import { countsOf, type Drill, times } from "../drill.ts";
import { newKey, newStudio, noon } from "../studio.ts";

/** The endpoint takes 30 bookings a minute from a key. */
const perKey = 20;

export const slot: Drill = {
	name: "slot",
	promise: "of 200 parallel bookings of one slot, exactly one is made, and no answer is a 5xx",
	async run({ service }, findings) {
		const on = await service();
		const { id, artistId, clientId, typeId } = await newStudio(on);
		const keys = await Promise.all(times(200 / perKey, () => newKey(on, id)));
		const body = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: noon(30) };
		const answers = await Promise.all(
			times(200, (n) => on.call("POST", "/v1/appointments", { key: keys[n % keys.length], body })),
		);
		const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? ""}`.trim());
		findings.note(`answers: ${countsOf(outcomes)}`);
		findings.expect(outcomes.filter((one) => one === "201").length === 1, "It was not made exactly once.");
		findings.expect(
			outcomes.every((one) => one === "201" || one === "409 slot_unavailable"),
			"A booking was neither made nor refused with slot_unavailable.",
		);
		const stored = await on.all("/v1/appointments", keys[0]);
		findings.expect(stored.length === 1, `${stored.length} appointments are there.`);
	},
};
