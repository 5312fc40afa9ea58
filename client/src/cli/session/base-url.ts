import { withoutTrailingSlashes } from "../../slashes.ts";
import { usageFailure } from "../failure.ts";

const isLoopback = (hostname: string): boolean =>
	hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.") || hostname.endsWith(".localhost");

export function normalBaseUrl(typed: string): string {
	const withScheme = /^https?:\/\//i.test(typed)
		? typed
		: `${/^(localhost|127\.|\[::1\])/.test(typed) ? "http" : "https"}://${typed}`;
	if (!URL.canParse(withScheme))
		throw usageFailure(`“${typed}” is not an address.`, "An address looks like https://api.example.com");
	const { protocol, hostname, origin, pathname } = new URL(withScheme);
	if (protocol === "http:" && !isLoopback(hostname))
		throw usageFailure(
			`${origin} is not encrypted, so others could read your key on the way.`,
			"Use https. Only a service on this machine may use http.",
		);
	return origin + withoutTrailingSlashes(pathname);
}
