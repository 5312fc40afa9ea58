import { expect, it } from "vitest";
import guide from "../../docs/guides/data-protection.md";
import { places } from "../../src/domain/personal-data/erasure/places.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";

function span(ms: number | null): string {
	if (ms === null) return "until it is deleted";
	if (ms % (365 * dayMs) === 0) return `${ms / (365 * dayMs)} years`;
	return ms > dayMs ? `${ms / dayMs} days` : `${ms / hourMs} hours`;
}

it("the guide about data protection lists the places of the erasure, and how long the service keeps what is there", () => {
	const rows = guide
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.map((line) =>
			line
				.split("|")
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	expect(rows.slice(3)).toEqual(places.map(({ holds, keptMs, erased }) => [holds, span(keptMs), erased]));
});
