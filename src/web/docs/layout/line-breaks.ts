/** The parts of a long name, such as that of an event. A line may break between two parts. */
export const lineBreakParts = (text: string): string[] =>
	/^[a-z]+[._][a-z._]+( \(\d+\))?$/.test(text) ? text.split(/(?<=[._])/) : [];
