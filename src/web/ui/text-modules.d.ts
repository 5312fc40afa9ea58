/** The bundler gives these files as text (`rules` in wrangler.toml). */
declare module "*.css" {
	const text: string;
	export default text;
}

declare module "*.md" {
	const text: string;
	export default text;
}
