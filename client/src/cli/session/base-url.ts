import { usageFailure } from "../failure.ts";

const isOwnMachine = (hostname: string): boolean =>
	hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.") || hostname.endsWith(".localhost");

/** The address of a service in one form, however it was typed. */
export function normalBaseUrl(typed: string): string {
	const withScheme = /^https?:\/\//i.test(typed)
		? typed
		: `${/^(localhost|127\.|\[::1\])/.test(typed) ? "http" : "https"}://${typed}`;
	if (!URL.canParse(withScheme))
		throw usageFailure(`“${typed}” is not an address.`, "An address is such as https://api.example.com");
	const { protocol, hostname, origin, pathname } = new URL(withScheme);
	if (protocol === "http:" && !isOwnMachine(hostname))
		throw usageFailure(
			`${origin} is not encrypted, and anybody on the way could read your key.`,
			"Use https. Only a service on this machine may have http.",
		);
	return origin + pathname.replace(/\/+$/, "");
}
