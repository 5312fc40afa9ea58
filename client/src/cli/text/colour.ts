type Paint = (text: string) => string;

export interface Paints {
	bold: Paint;
	dim: Paint;
	good: Paint;
	warning: Paint;
	bad: Paint;
}

interface Stream {
	isTTY?: boolean;
}

/** Only a terminal gets colour, unless NO_COLOR is set (no-color.org). */
export const wantsColour = ({ isTTY }: Stream, { NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean =>
	isTTY === true && !NO_COLOR && TERM !== "dumb";

export function paintsFor(colour: boolean): Paints {
	const sgr =
		(on: number, off: number): Paint =>
		(text) =>
			colour && text ? `\u001b[${on}m${text}\u001b[${off}m` : text;
	return { bold: sgr(1, 22), dim: sgr(2, 22), good: sgr(32, 39), warning: sgr(33, 39), bad: sgr(31, 39) };
}
