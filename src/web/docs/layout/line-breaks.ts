/** The parts between which a long name, such as that of an event, may go on in the next line. */
export const lineBreakParts = (text: string): string[] =>
	/^[a-z]+[._][a-z._]+( \(\d+\))?$/.test(text) ? text.split(/(?<=[._])/) : [];
