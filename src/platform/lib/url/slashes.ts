/** A base to which paths are added. An expression for the end would look at each run of slashes once for each slash. */
export function withoutTrailingSlashes(url: string): string {
	let end = url.length;
	while (url[end - 1] === "/") end -= 1;
	return url.slice(0, end);
}
