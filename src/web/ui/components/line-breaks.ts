/** The parts of a long name, such as that of an event, of a scope, of an email, or of a path. A line may break between two parts. */
export function splitAtLineBreaks(text: string): string[] {
	if (/^[\w.+-]+@[\w.-]+$/.test(text)) return text.split(/(?=@)/);
	if (/^([A-Z]+ |https?:\/\/[\w.:-]+)?\/[\w/{}.…-]+$/.test(text)) return text.split(/(?<=[\w}…])(?=\/)/);
	return /^[a-z]+[._:][a-z._]+( \(\d+\))?$/.test(text) ? text.split(/(?<=[._:])/) : [];
}
