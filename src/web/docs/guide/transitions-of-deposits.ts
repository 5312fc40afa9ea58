import { depositTransitions, eventsOfStatus } from "../../../domain/booking/deposits/transitions.ts";

const mark = "<!-- The transitions of a deposit -->\n";

/** Puts the table of what can become of a deposit into the guide. */
export const withTransitions = (guide: string): string =>
	guide.replace(mark, () =>
		[
			"| From | To | Meaning | By itself when the appointment becomes | Events |",
			"| --- | --- | --- | --- | --- |",
			...depositTransitions.map(({ from, to, words, causedBy }) => {
				const events = eventsOfStatus[to].map((type) => `\`${type}\``).join(", ");
				return `| ${from} | ${to} | ${words} | ${causedBy ?? ""} | ${events} |`;
			}),
			"",
		].join("\n"),
	);
