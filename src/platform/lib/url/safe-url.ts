import ipaddr from "ipaddr.js";

const localSuffixes = [".internal", ".local", ".localhost", ".home.arpa"];
const firstUnprivilegedPort = 1024;

/** Why the service must not send requests to a URL; null if it may (contract: Targets 1). */
export function unsafeReason(text: string, { development }: { development: boolean }): string | null {
	if (!URL.canParse(text)) return "must be an absolute URL";
	const url = new URL(text);
	const host = url.hostname.replace(/\.$/, "");
	const loopback = development && isLoopbackHost(host);
	// Another host than this machine would be refused in production.
	if (url.protocol !== "https:" && !(loopback && url.protocol === "http:")) return "must be an https URL";
	if (url.username || url.password) return "must not contain a user name or password";
	// The URL parser leaves the port empty if it is the default of the scheme.
	if (url.port !== "" && Number(url.port) < firstUnprivilegedPort) return "must use the default port or one from 1024";
	if (loopback) return null;
	return isPublicHost(host) ? null : "must be reachable on the public internet";
}

export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, "");

function isPublicHost(host: string): boolean {
	const address = addressOf(host);
	if (address) return isPublicAddress(address);
	const name = host.toLowerCase();
	return (
		name.includes(".") &&
		!name.endsWith(".") &&
		!name.split(".").includes("") &&
		!localSuffixes.some((suffix) => `.${name}`.endsWith(suffix))
	);
}

/** The URL parser writes every spelling of an IPv4 address as four decimal parts (contract: Targets 6). */
function addressOf(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
	if (host.startsWith("[")) return ipaddr.IPv6.parse(host.slice(1, -1));
	return ipaddr.IPv4.isValidFourPartDecimal(host) ? ipaddr.IPv4.parse(host) : null;
}

/**
 * All public IPv6 addresses are in this range. Those that carry an IPv4 address (mapped, compatible, NAT64) are outside
 * it, except 6to4, which `range()` does not call unicast.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

const isPublicAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
	address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));

function isLoopbackHost(host: string): boolean {
	if (host === "localhost") return true;
	const address = addressOf(host);
	return address?.range() === "loopback";
}
