import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unsafeReason } from "../../src/platform/lib/url/safe-url.ts";
import { anyCharacter } from "../support/any-character.ts";

const modes = [
	["production", false],
	["development", true],
] as const;

const isSafe = (url: string, development = false) => unsafeReason(url, { development }) === null;
/** The URLs that are accepted, and below those that are refused. A test expects one of the lists to be empty. */
const accepted = (urls: string[], development = false) => urls.filter((url) => isSafe(url, development));
const refused = (urls: string[], development = false) => urls.filter((url) => !isSafe(url, development));
const https = (hosts: string[]) => hosts.map((host) => `https://${host}/hook`);

const v4 = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
const number = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

/** The first and last address of each refused range (contract: Targets 4). IANA's registry says what is reserved. */
const ranges4: [name: string, first: string, last: string][] = [
	["0/8", "0.0.0.0", "0.255.255.255"],
	["10/8", "10.0.0.0", "10.255.255.255"],
	["100.64/10", "100.64.0.0", "100.127.255.255"],
	["127/8", "127.0.0.0", "127.255.255.255"],
	["169.254/16", "169.254.0.0", "169.254.255.255"],
	["172.16/12", "172.16.0.0", "172.31.255.255"],
	["IETF protocol assignments", "192.0.0.0", "192.0.0.255"],
	["documentation 1", "192.0.2.0", "192.0.2.255"],
	["the former 6to4 relays", "192.88.99.0", "192.88.99.255"],
	["192.168/16", "192.168.0.0", "192.168.255.255"],
	["benchmarking", "198.18.0.0", "198.19.255.255"],
	["documentation 2", "198.51.100.0", "198.51.100.255"],
	["documentation 3", "203.0.113.0", "203.0.113.255"],
	["multicast and the reserved rest", "224.0.0.0", "255.255.255.255"],
];

const ranges6: [name: string, first: string, last: string][] = [
	["unspecified", "::", "::"],
	["loopback", "::1", "::1"],
	["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
	["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
	["the former site-local", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
	["multicast", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
	["discard", "100::", "100::ffff:ffff:ffff:ffff"],
	["NAT64 for local use", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
	["Teredo and IETF protocol assignments", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
	["documentation 1", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
	["documentation 2", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

const forbidden4 = fc
	.constantFrom(...ranges4)
	.chain(([, first, last]) => fc.integer({ min: number(first), max: number(last) }));

/** The IPv6 forms that carry an IPv4 address. */
const embedded: [name: string, form: (address: number) => string][] = [
	["mapped", (address) => `::ffff:${v4(address)}`],
	["mapped, in hex", (address) => `0:0:0:0:0:FFFF:${halves(address)}`],
	["compatible", (address) => `::${v4(address)}`],
	["NAT64", (address) => `64:ff9b::${v4(address)}`],
	["NAT64 for local use, /48", (address) => `64:ff9b:1:${halves(address, ":00")}::`],
	["NAT64 for local use, /96", (address) => `64:ff9b:1:808:8:800:${halves(address)}`],
	["6to4", (address) => `2002:${halves(address)}::1`],
	["translated (SIIT)", (address) => `::ffff:0:${v4(address)}`],
];

/** With a /48 prefix, the bits 64 to 71 separate the two halves of the address (RFC 6052). */
function halves(address: number, divided?: string): string {
	const hex = (address >>> 0).toString(16).padStart(8, "0");
	return `${hex.slice(0, 4)}${divided ?? ""}${divided ? "" : ":"}${hex.slice(4)}`;
}

describe.each(modes)("in %s", (_, development) => {
	test("a public https URL is a target", () => {
		const urls = [
			"https://example.com",
			"https://example.com/hooks/tattoo?studio=1&x=%20#f",
			"HTTPS://Hooks.EXAMPLE.com/A",
			"https://example.com./hook",
			"https://a.b.c.d.example.co.uk",
			"https://8.8.8.8/hook",
			"https://1.1.1.1./hook",
			"https://[2606:4700:4700::1111]/hook",
			"https://bücher.example/hook",
			"https://xn--bcher-kva.example/hook",
			"https://例え.テスト/hook",
			"https://my_receiver.example.com",
			"https://1.example.com",
		];
		expect(refused(urls, development)).toEqual([]);
	});

	test("a public name may look like a local one", () => {
		const names = [
			...["internal.example.com", "local.example.com", "localhost.example.com", "home.arpa.example.com"],
			...["mylocalhost.com", "notinternal.dev", "example.international", "example.locals", "athome-arpa.org"],
			...["myhome.arpa", "10.0.0.1.example.com", "127.0.0.1.nip.example", "127-0-0-1.example.com"],
		];
		expect(refused(https(names), development)).toEqual([]);
	});

	test("the port is the default one, named or not, or one from 1024", () => {
		const ports = ["", ":", ":443", ":00443", ":1024", ":1025", ":8080", ":8443", ":65535"];
		expect(refused(https(ports.map((port) => `example.com${port}`)), development)).toEqual([]);
		const privileged = [
			":0",
			":1",
			":22",
			":25",
			":80",
			":442",
			":444",
			":1023",
			":01023",
			":65536",
			":99999",
			":-1",
			":x",
		];
		expect(accepted(https(privileged.map((port) => `example.com${port}`)), development)).toEqual([]);
	});

	test("every port is judged by that rule", () => {
		const ports = [...Array(1100).keys(), 8787, 65_534, 65_535];
		const wrong = ports.filter(
			(port) => isSafe(`https://example.com:${port}`, development) !== (port === 443 || port >= 1024),
		);
		expect(wrong).toEqual([]);
	});

	test("user info is refused", () => {
		const users = ["user@", "user:secret@", ":secret@", "user:@", "%75@", "a@b@", "8.8.8.8@", "user:secret%40@"];
		expect(accepted(https(users.map((user) => `${user}example.com`)), development)).toEqual([]);
		expect(accepted(https(users.map((user) => `${user}127.0.0.1:8787`)), development)).toEqual([]);
	});

	test("any other scheme is refused", () => {
		const urls = [
			...["ftp://example.com", "ws://example.com", "wss://example.com", "file:///etc/passwd", "gopher://example.com"],
			...["javascript:alert(1)", "data:text/plain,x", "mailto:a@example.com", "blob:https://example.com/1"],
			...["httpss://example.com", "view-source:https://example.com", "about:blank", "git+https://example.com"],
		];
		expect(accepted(urls, development)).toEqual([]);
	});

	test("what is no absolute URL is refused", () => {
		const urls = [
			...["", " ", "/", "example.com", "//example.com/hook", "/hook", "?x", "https", "https:", "https://", "https:///"],
			...["https://?x", "https://#x", "https://:443", "https://@", "https://exa mple.com", "https://example.com:port"],
			...["https://exa<mple.com", "https://exam|ple.com", "https://%00.example.com", "https://example%2ecom%2f"],
			...["https://[", "https://[]", "https://[::g]", "https://[2606:4700::1", "https://[2606::4700::1]"],
			...["https://256.0.0.1", "https://1.2.3.4.5", "https://0x100000000", "https://1.2.3.08", "https://xn--a"],
		];
		expect(accepted(urls, development)).toEqual([]);
	});

	test.each(ranges4.filter(([, first]) => !(development && first === "127.0.0.0")))(
		"IPv4: all of %s is refused (%s to %s), and what lies next to it is not",
		(_, first, last) => {
			expect(accepted(https([first, v4(number(first) + 1), v4(number(last) - 1), last]), development)).toEqual([]);
			const inAny = (address: number) =>
				ranges4.some(([, from, to]) => number(from) <= address && address <= number(to));
			const next = [number(first) - 1, number(last) + 1].filter((at) => at >= 0 && at < 2 ** 32 && !inAny(at));
			expect(refused(https(next.map(v4)), development)).toEqual([]);
		},
	);

	test.each(ranges6.filter(([, first]) => !(development && first === "::1")))(
		"IPv6: all of %s is refused (%s to %s)",
		(_, first, last) => {
			expect(accepted(https([`[${first}]`, `[${last}]`, `[${last.toUpperCase()}]`]), development)).toEqual([]);
		},
	);

	test("IPv6 next to a refused range is a target where it is global", () => {
		const addresses = [
			...[
				"2001:200::",
				"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
				"2001:db9::",
				"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
			],
			...["2003::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
		];
		expect(refused(https(addresses.map((address) => `[${address}]`)), development)).toEqual([]);
	});

	test.each(embedded)("an IPv4 address that is refused is refused in IPv6 too: %s", (_, form) => {
		const ends = ranges4.flatMap(([, first, last]) => [number(first), number(last)]);
		expect(accepted(https(ends.map((address) => `[${form(address)}]`)), development)).toEqual([]);
		fc.assert(
			fc.property(forbidden4, (address) => {
				// The compatible form of 0.0.0.1 is ::1, which is the loopback address.
				fc.pre(address !== 1);
				expect(isSafe(`https://[${form(address)}]/`, development)).toBe(false);
			}),
		);
	});

	test("an IPv4 address is judged alike in every spelling that a URL allows", () => {
		const radix = fc.constantFrom(
			(part: number) => String(part),
			(part: number) => `0x${part.toString(16)}`,
			(part: number) => `0X${part.toString(16).toUpperCase()}`,
			(part: number) => `0${part.toString(8)}`,
			(part: number) => `0x000${part.toString(16)}`,
		);
		const any4 = fc.oneof(forbidden4, fc.nat(0xffffffff));
		fc.assert(
			fc.property(
				any4,
				fc.array(radix, { minLength: 1, maxLength: 4 }),
				fc.constantFrom("", "."),
				(address, as, dot) => {
					const tail = 8 * (4 - as.length + 1);
					const parts = as.map((spell, at) => {
						const last = at === as.length - 1;
						return spell(last ? address % 2 ** tail : Math.floor(address / 2 ** (24 - 8 * at)) % 256);
					});
					const spelled = `https://${parts.join(".")}${dot}/`;
					expect(new URL(spelled).hostname).toBe(v4(address));
					expect(isSafe(spelled, development)).toBe(isSafe(`https://${v4(address)}/`, development));
				},
			),
			{ numRuns: 500 },
		);
	});

	test("a private address is refused however it is written", () => {
		const hosts = [
			...["167772161", "0x0a000001", "012.0.0.1", "10.1", "10.0.1", "0xa.0x0.0x0.0x1", "0300.0250.1", "3232235521"],
			...["2852039166", "169.254.43518", "0xA9FEA9FE", "0", "0.0", "0x", "00000000000"],
			...[
				"１０.0.0.1",
				"①0.0.0.1",
				"192。168。0。1",
				"192．168．0．1",
				"192｡168｡0｡1",
				"%31%30.0.0.1",
				"10%2e0%2e0%2e1",
			],
			...["10.0.0.1.", "10.0.0.1..", "1\u00ad0.0.0.1", "10\u200b.0.0.1"],
			...["[FD00::1]", "[fd00:0000:0000:0000:0000:0000:0000:0001]", "[::FFFF:A00:1]", "[::ffff:0a00:0001]"],
		];
		expect(accepted(https(hosts), development)).toEqual([]);
	});

	test("a zone id is refused", () => {
		const zones = ["fe80::1%eth0", "fe80::1%25eth0", "2606:4700:4700::1111%25eth0", "2606:4700:4700::1111%1", "::1%lo"];
		expect(accepted(https(zones.map((address) => `[${address}]`)), development)).toEqual([]);
	});

	test("a single-label name is refused", () => {
		const names = [
			"receiver",
			"com",
			"intranet",
			"internal",
			"local",
			"metadata",
			"xn--bcher-kva",
			"bücher",
			"receiver.",
		];
		expect(accepted(https(names), development)).toEqual([]);
		expect(accepted(https(names.map((name) => `${name}:8443`)), development)).toEqual([]);
	});

	test("a local name is refused in any case, at any depth, with or without one trailing dot", () => {
		const suffixes = ["internal", "local", "home.arpa"];
		const names = suffixes.flatMap((suffix) => [`a.${suffix}`, `a.b.c.${suffix}`, `*.${suffix}`, `-.${suffix}`]);
		const spelled = [...names, "home.arpa", "metadata.google.internal", "xn--bcher-kva.local"].flatMap((name) => [
			...[name, `${name}.`, `${name}:443`, `${name}.:8443`, name.toUpperCase(), `${name.toUpperCase()}.`],
			...[
				`${name}..`,
				name.replace(".", "．"),
				name.replace(".", "。"),
				name.replace("a", "%61"),
				name.replace("a", "ａ"),
			],
			...[name.replace("a", "\u00ada"), name.replace("l", "ℓ"), name.replace("n", "ⁿ")],
		]);
		expect(accepted(https(spelled), development)).toEqual([]);
	});

	test("one trailing dot is ignored, more dots are refused, and so are empty labels", () => {
		expect(isSafe("https://example.com.", development)).toBe(true);
		const names = [
			"example.com..",
			"example.com...",
			"example..com",
			".example.com",
			".",
			"..",
			".com",
			"a..local",
			"10.0.0.1..",
		];
		expect(accepted(https(names), development)).toEqual([]);
	});

	test("whitespace, control characters and backslashes hide nothing", () => {
		const targets = [
			"https://10.0.0.1/",
			"https://receiver.internal/",
			"ftp://example.com/",
			"https://example.com:22/",
		];
		const disguises = [
			(url: string) => ` ${url} `,
			(url: string) => `\t${url}\r\n`,
			(url: string) => `\u0000\u001f${url}\u0001`,
			(url: string) => url.replace("tp", "t\np"),
			(url: string) => url.replace("//", "/\t/"),
			(url: string) => url.replace(/\.(?=[^.]*$)/, "\r."),
			(url: string) => url.replaceAll("/", "\\"),
			(url: string) => url.replace("//", "/////"),
			(url: string) => url.replace("//", ""),
		];
		expect(
			accepted(
				targets.flatMap((url) => disguises.map((disguise) => disguise(url))),
				development,
			),
		).toEqual([]);
		expect(isSafe(" https://example.com/\n", development)).toBe(true);
		expect(
			accepted(
				https(["example.com\u00a0", "\u00a0example.com", "exam\u0000ple.com", "exam\u007fple.com"]),
				development,
			),
		).toEqual([]);
	});

	test("any text at all is judged without failing", () => {
		const host = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.domain(),
			fc.ipV4Extended(),
			fc.ipV6().map((ip) => `[${ip}]`),
		);
		const path = fc.array(fc.string({ unit: anyCharacter }).map(encodeURIComponent)).map((parts) => parts.join("/"));
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: anyCharacter }),
					host.map((host) => `https://${host}`),
					fc
						.tuple(fc.constantFrom("http", "https"), fc.domain(), path)
						.map(([s, host, path]) => `${s}://${host}/${path}`),
				),
				(url) => {
					const reason = unsafeReason(url, { development });
					expect(reason === null || reason.startsWith("must ")).toBe(true);
					if (reason === null) expect(new URL(url).protocol).toBe("https:");
				},
			),
			{ numRuns: 1000 },
		);
	});
});

const loopback = [
	...["localhost", "LocalHost", "localhost.", "ｌocalhost", "127.0.0.1", "127.0.0.0", "127.255.255.255", "127.1"],
	...[
		"2130706433",
		"0x7f.1",
		"017700000001",
		"0177.0.0.01",
		"127.0.0.1.",
		"[::1]",
		"[0:0:0:0:0:0:0:1]",
		"[0000::0001]",
	],
];

describe("in production", () => {
	test("http is refused", () => {
		const urls = ["http://example.com", "HTTP://example.com", "http://example.com:443", "http://example.com:8443"];
		expect(accepted(urls)).toEqual([]);
		expect(accepted(loopback.map((host) => `http://${host}:8787`))).toEqual([]);
	});

	test("loopback is refused, in every spelling", () => {
		expect(accepted(https(loopback))).toEqual([]);
		expect(accepted(https(loopback.map((host) => `${host}:8787`)))).toEqual([]);
		expect(accepted(https(["a.localhost", "A.LOCALHOST.", "a.b.localhost", "localhost..", "a．localhost"]))).toEqual(
			[],
		);
	});

	test("any IPv4 address is a target exactly when it lies in none of the refused ranges", () => {
		// The contract says nothing of these anycast and tunnel prefixes.
		const unsaid = ["192.31.196.", "192.52.193.", "192.175.48."];
		fc.assert(
			fc.property(fc.nat(0xffffffff), (address) => {
				fc.pre(!unsaid.some((prefix) => v4(address).startsWith(prefix)));
				const inside = ranges4.some(([, first, last]) => number(first) <= address && address <= number(last));
				expect(isSafe(`https://${v4(address)}`)).toBe(!inside);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe("in development", () => {
	test("loopback is a target, over http and https, so that a receiver on the same machine works", () => {
		const urls = loopback.flatMap((host) => [`http://${host}:3000/hook`, `https://${host}:3000`, `http://${host}`]);
		expect(refused(urls, true)).toEqual([]);
	});

	test("http to a public host is refused as in production", () => {
		expect(accepted(["http://example.com", "http://example.com:3000", "http://8.8.8.8"], true)).toEqual([]);
	});

	test("http to loopback is allowed on its default port and from 1024, and on no other port", () => {
		const allowed = ["", ":80", ":1024", ":3000", ":65535"].map((port) => `http://localhost${port}`);
		expect(refused(allowed, true)).toEqual([]);
		const privileged = [":0", ":22", ":79", ":81", ":443", ":1023"];
		expect(
			accepted(
				privileged.map((port) => `http://localhost${port}`),
				true,
			),
		).toEqual([]);
		expect(isSafe("https://localhost:80", true)).toBe(false);
	});

	test("http reaches nothing private either", () => {
		const hosts = [
			...["10.0.0.1", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"],
			...["[::]", "[fd00::1]", "[fe80::1]", "[ff02::1]", "[::ffff:10.0.0.1]", "[64:ff9b::10.0.0.1]"],
			...["receiver", "receiver.local", "receiver.internal", "receiver.home.arpa", "localhost.."],
		];
		expect(
			accepted(
				hosts.map((host) => `http://${host}:3000`),
				true,
			),
		).toEqual([]);
	});
});
