/** The ways in which Vite imports files as text. */
declare module "*?raw" {
	const text: string;
	export default text;
}
interface ImportMeta {
	glob(patterns: string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
}
