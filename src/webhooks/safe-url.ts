import ipaddr from "ipaddr.js";

const localSuffixes = [".internal", ".local", ".localhost", ".home.arpa"];
const firstUnprivilegedPort = 1024;

/** Why a URL is no safe target for requests of ours; null when it is one. */
export function unsafeReason(text: string, { development }: { development: boolean }): string | null {
	if (!URL.canParse(text)) return "must be an absolute URL";
	const url = new URL(text);
	const host = url.hostname.replace(/\.$/, "");
	const loopback = development && isLoopback(host);
	if (url.protocol !== "https:" && !(development && url.protocol === "http:")) return "must be an https URL";
	if (url.username || url.password) return "must not hold a user name or password";
	// Parsing has emptied a port that is its scheme's default.
	if (url.port !== "" && Number(url.port) < firstUnprivilegedPort) return "must use the default port or one from 1024";
	if (loopback) return null;
	return isPublicHost(host) ? null : "must be reachable on the public internet";
}

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

/** URL parsing has brought every spelling of an IPv4 address to four decimal parts. */
function addressOf(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
	if (host.startsWith("[")) return ipaddr.IPv6.parse(host.slice(1, -1));
	return ipaddr.IPv4.isValidFourPartDecimal(host) ? ipaddr.IPv4.parse(host) : null;
}

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
	const embedded = address instanceof ipaddr.IPv6 ? embeddedIPv4(address) : null;
	if (embedded) return isPublicAddress(embedded);
	return address.range() === "unicast";
}

/**
 * The IPv4 address that a mapped, compatible, NAT64 or 6to4 address stands for. NAT64 for local use
 * (RFC 8215) is not among them: it is private, and where in it the address lies is the network's choice.
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
	const bytes = address.toByteArray();
	const within = (cidr: string) => address.match(ipaddr.IPv6.parseCIDR(cidr));
	if (within("::ffff:0:0/96") || within("64:ff9b::/96")) return new ipaddr.IPv4(bytes.slice(12));
	if (within("2002::/16")) return new ipaddr.IPv4(bytes.slice(2, 6));
	const compatible = within("::/96") && bytes.slice(12).some((byte) => byte !== 0) && !within("::1/128");
	return compatible ? new ipaddr.IPv4(bytes.slice(12)) : null;
}

function isLoopback(host: string): boolean {
	if (host === "localhost") return true;
	const address = addressOf(host);
	return address?.range() === "loopback";
}
