import { effectsOfProperties } from "../../../domain/studio/event-types/effects.ts";

const mark = "<!-- The properties of an event type -->\n";

/** Puts the table of what the service does with each property of an event type into the guide. */
export const withEffects = (guide: string): string =>
	guide.replace(mark, () =>
		[
			"| Property | What the service does with it |",
			"| --- | --- |",
			...Object.entries(effectsOfProperties).map(
				([name, effect]) =>
					`| \`${name}\` | ${"acts" in effect ? effect.acts : "shown" in effect ? effect.shown : effect.kept} |`,
			),
			"",
		].join("\n"),
	);
