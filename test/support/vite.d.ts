/** The ways in which Vite imports files as text, and all modules of a folder. */
declare module "*?raw" {
	const text: string;
	export default text;
}
interface ImportMeta {
	glob(patterns: string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
	glob(pattern: string, options: { eager: true }): Record<string, Record<string, unknown>>;
}
