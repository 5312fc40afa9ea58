/** More rows than a day has in quarters of an hour, with the hours that a clock may show twice. */
const maxRows = 112;
/** 12 columns divide evenly into two, three or four lanes. */
const columns = 12;
const laneCounts = [2, 3, 4];

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

/**
 * Grid positions as classes, because the security policy allows no inline styles: `at-3` begins in the third row,
 * `for-4` spans four rows, and `lane-2-of-3` is the second lane of three.
 */
export const gridRules = (): string =>
	[
		"@layer utilities{",
		...range(maxRows).map((row) => `.at-${row}{grid-row-start:${row}}.for-${row}{grid-row-end:span ${row}}`),
		...laneCounts.flatMap((lanes) =>
			range(lanes).map((lane) => {
				const width = columns / lanes;
				return `.lane-${lane}-of-${lanes}{grid-column:${1 + (lane - 1) * width}/span ${width}}`;
			}),
		),
		"}",
	].join("\n");
