import ipaddr from "ipaddr.js";

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [address: IpAddress, prefix: number];

/** Dual-stack sockets report an IPv4 address in its IPv6 form (::ffff:…). It counts as IPv4. */
const unmapped = (address: IpAddress): IpAddress =>
	address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;

function parseAddress(text: string): IpAddress | null {
	// ipaddr.js also reads 127.1, 0x7f.1 and zone ids. No connection comes from such an address.
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	return text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text)
		? unmapped(ipaddr.IPv6.parse(text))
		: null;
}

export function parseRange(text: string): Range | null {
	const [base = "", prefixText, ...rest] = text.split("/");
	const address = parseAddress(base);
	if (!address || rest.length > 0) return null;
	const bits = address.kind() === "ipv4" ? 32 : 128;
	if (prefixText === undefined) return [address, bits];
	if (!/^\d{1,3}$/.test(prefixText)) return null;
	// ::ffff:10.0.0.0/104 names the IPv4 range 10.0.0.0/8.
	const prefix = Number(prefixText) - (address.kind() === "ipv4" && base.includes(":") ? 96 : 0);
	return prefix >= 0 && prefix <= bits ? [address, prefix] : null;
}

/** An empty list allows every address. */
export function isAllowed(allowlist: string[], connecting: string | null): boolean {
	if (allowlist.length === 0) return true;
	const address = connecting === null ? null : parseAddress(connecting);
	if (!address) return false;
	return allowlist.some((entry) => {
		const range = parseRange(entry);
		return (
			range !== null &&
			range[0].kind() === address.kind() &&
			address.match(range as [ipaddr.IPv4, number] & [ipaddr.IPv6, number])
		);
	});
}

/** A subscriber usually has a whole IPv6 /64 network. It counts as one (contract: Rate limits 17, Sign-in 2). */
export const subscriberOf = (text: string | null): string => prefixOf(text, 4);

/** A site, such as an office or a home, may have as much as a whole IPv6 /48 (RFC 6177). */
export const siteOf = (text: string | null): string => prefixOf(text, 3);

function prefixOf(text: string | null, groups: number): string {
	const address = text === null ? null : parseAddress(text);
	if (!(address instanceof ipaddr.IPv6)) return canonicalAddress(text);
	return address.parts
		.slice(0, groups)
		.map((part) => part.toString(16))
		.join(":");
}

/** The network of an address, for people to read: /24 of IPv4, /48 of IPv6. Null when there is no address. */
export function networkOf(text: string | null): string | null {
	const address = text === null ? null : parseAddress(text);
	if (!address) return null;
	if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join(".")}.x`;
	const groups = address.parts.slice(0, 3).map((part) => part.toString(16));
	return `${groups.join(":")}:x`;
}

/** One spelling for each address, so that another spelling does not get another bucket. */
export const canonicalAddress = (text: string | null): string => {
	const address = text === null ? null : parseAddress(text);
	return address ? address.toString() : "unknown";
};
