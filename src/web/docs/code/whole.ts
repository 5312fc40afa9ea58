/** The longest code that stands in one line on a narrow screen, too. */
const mostLetters = 22;

export const classOfCode = (text: string): string => (text.length <= mostLetters ? ' class="whole"' : "");

/** The times do not break after their hyphens. */
export const wholeTimes = (html: string): string =>
	html.replaceAll(
		/<span class="hl-string">(&quot;\d{4}-\d\d-\d\dT[\d:.]{8,12}Z&quot;<)/g,
		'<span class="hl-string whole">$1',
	);

/** The options do not break after their hyphens. The highlighter takes the name of some for commands of the shell. */
export const wholeOptions = (html: string): string =>
	html
		.replaceAll(/(\s--?)<span class="hl-built_in">(\w+)<\/span>/g, "$1$2")
		.replaceAll(/(\s)(--?[A-Za-z][\w-]*)/g, '$1<span class="whole">$2</span>');
