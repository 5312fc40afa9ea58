import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalAddress, isAllowed, parseRange } from "../../src/platform/gate/credentials/ip-allowlist.ts";

const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const ipv6 = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });

const dotted = (bytes: number[]) => bytes.join(".");
const colons = (words: number[]) => words.map((word) => word.toString(16)).join(":");
const mapped = (bytes: number[]) => `::ffff:${dotted(bytes)}`;
const mappedHex = ([a = 0, b = 0, c = 0, d = 0]: number[]) =>
	`::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;

const bits = (parts: number[], width: number) => parts.map((part) => part.toString(2).padStart(width, "0")).join("");
const looksMapped = (words: number[]) => words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;

/** Pairs of addresses that often share a prefix. */
const related = <T extends number[]>(address: fc.Arbitrary<T>) =>
	fc.tuple(address, address, fc.nat(8)).map(([a, b, shared]) => [a, [...a.slice(0, shared), ...b.slice(shared)]]);

describe("a range", () => {
	test("of IPv4 holds exactly the addresses that share its first bits, however they are written", () => {
		fc.assert(
			fc.property(related(ipv4), fc.nat(32), ([base = [], address = []], prefix) => {
				const inside = bits(base, 8).slice(0, prefix) === bits(address, 8).slice(0, prefix);
				for (const range of [`${dotted(base)}/${prefix}`, `${mapped(base)}/${prefix + 96}`])
					for (const written of [dotted(address), mapped(address), mappedHex(address)])
						expect(isAllowed([range], written), `${written} in ${range}`).toBe(inside);
			}),
		);
	});

	test("of IPv6 holds exactly the addresses that share its first bits", () => {
		fc.assert(
			fc.property(related(ipv6), fc.nat(128), ([base = [], address = []], prefix) => {
				fc.pre(!looksMapped(base) && !looksMapped(address));
				const inside = bits(base, 16).slice(0, prefix) === bits(address, 16).slice(0, prefix);
				expect(isAllowed([`${colons(base)}/${prefix}`], colons(address))).toBe(inside);
				expect(isAllowed([`${colons(base).toUpperCase()}/${prefix}`], colons(address))).toBe(inside);
			}),
		);
	});

	test("of one family never holds an address of the other", () => {
		fc.assert(
			fc.property(ipv4, ipv6, (four, six) => {
				fc.pre(!looksMapped(six));
				expect(isAllowed(["::/0"], dotted(four))).toBe(false);
				expect(isAllowed(["0.0.0.0/0"], colons(six))).toBe(false);
			}),
		);
	});

	test("without a prefix is one address", () => {
		fc.assert(
			fc.property(related(ipv4), ([base = [], address = []]) => {
				expect(isAllowed([dotted(base)], dotted(address))).toBe(dotted(base) === dotted(address));
			}),
		);
	});

	test("is taken from what looks like one and from nothing else", () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 40 }), (text) => {
				const range = parseRange(text);
				if (range) expect(text).toMatch(/^[0-9a-fA-F:.]+(\/\d{1,3})?$/);
				expect(isAllowed([text], "192.0.2.1")).toBe(range !== null && isAllowed([text], "192.0.2.1"));
			}),
			{ numRuns: 1000 },
		);
	});
});

describe("a list", () => {
	const range = fc.tuple(ipv4, fc.nat(32)).map(([base, prefix]) => `${dotted(base)}/${prefix}`);

	test("lets through what any of its entries does", () => {
		fc.assert(
			fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), ipv4, (list, address) => {
				expect(isAllowed(list, dotted(address))).toBe(list.some((entry) => isAllowed([entry], dotted(address))));
			}),
		);
	});

	test("that is not empty refuses whatever is no address", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.constant(null)), (connecting) => {
				fc.pre(canonicalAddress(connecting) === "unknown");
				expect(isAllowed(["0.0.0.0/0", "::/0"], connecting)).toBe(false);
				expect(isAllowed([], connecting)).toBe(true);
			}),
		);
	});
});

describe("the spelling of an address", () => {
	test("is one for all ways to write it, so that no spelling has a bucket of its own", () => {
		fc.assert(
			fc.property(ipv4, ipv6, (four, six) => {
				for (const written of [mapped(four), mappedHex(four), mappedHex(four).toUpperCase()])
					expect(canonicalAddress(written)).toBe(dotted(four));
				fc.pre(!looksMapped(six));
				const padded = six.map((word) => word.toString(16).padStart(4, "0")).join(":");
				expect(canonicalAddress(padded.toUpperCase())).toBe(canonicalAddress(colons(six)));
			}),
		);
	});

	test("is different for different addresses", () => {
		fc.assert(
			fc.property(ipv6, ipv6, (one, other) => {
				expect(canonicalAddress(colons(one)) === canonicalAddress(colons(other))).toBe(colons(one) === colons(other));
			}),
		);
	});
});
