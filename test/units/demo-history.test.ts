import { describe, expect, it } from "vitest";
import { Calendar } from "../../scripts/demo/calendar.ts";
import { dayMs, momentsOf, pastDays } from "../../scripts/demo/history/times.ts";
import { stagesOf } from "../../scripts/demo/stages.ts";
import { post, type Step } from "../../scripts/demo/step.ts";

const namesIn = ({ path, body }: Step): string[] => [
	...[...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name),
	...[...JSON.stringify(body ?? {}).matchAll(/_id":"([^"]+)"/g)].map(([, name = ""]) => name),
];

describe.each(["2026-11-25T23:30:00Z", "2026-03-29T00:30:00Z", "2027-01-01T12:00:00Z"])(
	"the past of a demo studio that is founded at %s",
	(founded) => {
		const calendar = new Calendar(founded);
		const stages = stagesOf(calendar, null);
		const moments = momentsOf(stages, calendar.now);
		const inOrder = moments.flatMap(({ stages }) => stages.flat());

		it("has each step once, after those that it needs", () => {
			expect(inOrder.map(({ name }) => name).sort()).toEqual(
				stages
					.flat()
					.map(({ name }) => name)
					.sort(),
			);
			const place = new Map(inOrder.map(({ name }, n) => [name, n]));
			const tooEarly = inOrder.filter((step, n) => namesIn(step).some((name) => (place.get(name) ?? -1) >= n));
			expect(tooEarly.map(({ name }) => name)).toEqual([]);
		});

		it("is spread over the days until now", () => {
			const times = moments.map(({ at }) => at);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(times.at(-1)).toBeLessThanOrEqual(calendar.now);
			expect(times[0]).toBeGreaterThanOrEqual(calendar.now - (pastDays + 1) * dayMs);
			const days = new Set(times.map((at) => Math.floor((calendar.now - at) / dayMs)));
			expect(days.size).toBeGreaterThan(pastDays * 0.8);
		});
	},
);

it("a client whose email a form mentions is there before the form", () => {
	const now = Date.parse("2026-11-25T12:00:00Z");
	const client = { ...post("client/ana", "/v1/clients", { email: "ana@example.com" }), at: now };
	const form = { ...post("submission", "/v1/forms/x/submissions", { data: { email: "ana@example.com" } }), at: 0 };
	const names = momentsOf([[client], [form]], now).flatMap(({ stages }) => stages.flat().map(({ name }) => name));
	expect(names).toEqual(["client/ana", "submission"]);
});
