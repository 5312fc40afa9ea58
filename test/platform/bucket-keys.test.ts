import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const bucket = env.PICTURES;

describe("a key", () => {
	it.each([
		["of 1024 bytes", "a".repeat(1024)],
		["of 1024 bytes in 512 characters", "é".repeat(512)],
		["with dots and slashes", "a/../b"],
		["with a line break", "a\nb"],
		["with nothing but a zero", "\0"],
	])("%s is one like others", async (_, name) => {
		await bucket.put(name, "x");
		expect([(await bucket.get(name))?.key, (await bucket.head(name))?.key]).toEqual([name, name]);
		await bucket.delete(name);
		expect(await bucket.head(name)).toBeNull();
	});

	it.each([
		["1025 bytes", "a".repeat(1025)],
		["1026 bytes in 513 characters", "é".repeat(513)],
	])("of %s is refused", async (_, name) => {
		const refused = async (call: () => unknown) => (await errorOf(call))?.message;
		const words = "The specified object name is not valid. (10020)";
		expect(await refused(() => bucket.put(name, "x"))).toBe(`put: ${words}`);
		expect(await refused(() => bucket.get(name))).toBe(`get: ${words}`);
		expect(await refused(() => bucket.head(name))).toBe(`head: ${words}`);
		expect(await refused(() => bucket.delete(name))).toBe(`delete: ${words}`);
	});
});

describe("deleting", () => {
	it("takes one object, several, or none, whether they exist or not", async () => {
		for (const name of ["one", "two", "three"]) await bucket.put(`deleting/${name}`, "x");
		await bucket.delete("deleting/one");
		await bucket.delete(["deleting/two", "deleting/two", "deleting/none"]);
		await bucket.delete("deleting/none");
		await bucket.delete([]);
		expect((await bucket.list({ prefix: "deleting/" })).objects.map(({ key }) => key)).toEqual(["deleting/three"]);
	});

	it("takes a thousand keys at once", async () => {
		const names = Array.from({ length: 1000 }, (_, n) => `thousand/${n}`);
		await bucket.put("thousand/7", "x");
		await bucket.delete(names);
		expect(await bucket.head("thousand/7")).toBeNull();
	});

	it("leaves everything if one of the keys is refused", async () => {
		await bucket.put("refused/one", "x");
		expect((await errorOf(() => bucket.delete(["refused/one", "a".repeat(1025)])))?.message).toContain("(10020)");
		expect((await bucket.head("refused/one"))?.size).toBe(1);
	});
});

describe("a list", () => {
	const names = ["1", "2", "A", "a/1", "a/2", "b/1", "b_1", "b%1", "É"].map((name) => `list/${name}`);
	const inOrder = ["1", "2", "A", "a/1", "a/2", "b%1", "b/1", "b_1", "É"];
	beforeAll(async () => {
		for (const name of names) await bucket.put(name, name);
		await bucket.put("lisu", "x");
	});
	const page = async (options: R2ListOptions) => {
		const { objects, delimitedPrefixes, truncated } = await bucket.list({ prefix: "list/", ...options });
		const shown = (key: string) => key.slice("list/".length);
		return [objects.map(({ key }) => shown(key)), delimitedPrefixes.map(shown), truncated];
	};

	it.each<[string, R2ListOptions, string[], string[], boolean]>([
		["in the order of the bytes of the keys", {}, inOrder, [], false],
		["by a prefix", { prefix: "list/a" }, ["a/1", "a/2"], [], false],
		["by a prefix with signs that SQL knows", { prefix: "list/b_" }, ["b_1"], [], false],
		["by another such prefix", { prefix: "list/b%" }, ["b%1"], [], false],
		["by a prefix that no key has", { prefix: "list/x" }, [], [], false],
		["after a key", { startAfter: "list/a/1" }, ["a/2", "b%1", "b/1", "b_1", "É"], [], false],
		["of some", { limit: 2 }, ["1", "2"], [], true],
		["of exactly all", { limit: 9 }, inOrder, [], false],
		["up to a delimiter", { delimiter: "/" }, ["1", "2", "A", "b%1", "b_1", "É"], ["a/", "b/"], false],
		["of some up to a delimiter", { delimiter: "/", limit: 4 }, ["1", "2", "A"], ["a/"], true],
	])("is %s", async (_, options, keys, prefixes, truncated) => {
		expect(await page(options)).toEqual([keys, prefixes, truncated]);
	});

	it.each([
		["each object once", {}, inOrder],
		["each beginning once", { delimiter: "/" }, ["1", "2", "A", "a/", "b%1", "b/", "b_1", "É"]],
	])("gives %s, page by page", async (_, options: R2ListOptions, all) => {
		for (const limit of [1, 2, 4]) {
			const seen: string[] = [];
			let cursor: string | undefined;
			do {
				const given = await bucket.list({ prefix: "list/", limit, ...options, ...(cursor && { cursor }) });
				seen.push(...[...given.objects.map(({ key }) => key), ...given.delimitedPrefixes].sort());
				cursor = given.truncated ? given.cursor : undefined;
			} while (cursor);
			expect(seen.map((key) => key.slice("list/".length))).toEqual(all);
		}
	});

	it.each([0, 1001])("of at most %i objects is refused", async (limit) => {
		const error = await errorOf(() => bucket.list({ limit }));
		expect(error?.message).toBe("list: MaxKeys params must be positive integer <= 1000. (10022)");
	});

	it("refuses to include what it does not know", async () => {
		const error = await errorOf(() => bucket.list({ include: ["x" as "httpMetadata"] }));
		expect([error?.name, error?.message]).toEqual(["RangeError", "Unsupported include value x"]);
	});

	it("has the objects of its own bucket alone", async () => {
		await env.PICTURES_EU?.put("elsewhere", "x");
		expect([(await env.PICTURES_EU?.head("elsewhere"))?.size, await bucket.head("elsewhere")]).toEqual([1, null]);
		expect((await env.PICTURES_EU?.list())?.objects.map(({ key }) => key)).toEqual(["elsewhere"]);
	});
});
