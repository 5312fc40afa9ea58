/** The bundler gives the script as text (`rules` in wrangler.toml). */
declare const text: string;
export default text;
