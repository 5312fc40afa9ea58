/**
 * The parts of highlight.js that the build uses. Its own types bring those of browsers along, which contradict the types
 * of Workers.
 */
interface Highlighter {
	registerLanguage(name: string, language: unknown): void;
	registerAliases(aliases: string[], options: { languageName: string }): void;
	configure(options: { classPrefix: string }): void;
	getLanguage(name: string): object | undefined;
	highlight(text: string, options: { language: string }): { value: string };
}

declare const exported: Highlighter;
export default exported;
