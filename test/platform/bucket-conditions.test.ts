import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const bucket = env.PICTURES;
const put = async (...given: Parameters<R2Bucket["put"]>) => (await bucket.put(...given)) as R2Object;
const key = () => `conditions/${crypto.randomUUID()}`;
const etag = "900150983cd24fb0d6963f7d28e17f72";
const other = "0".repeat(32);

describe("a condition", () => {
	const name = key();
	let at = 0;
	beforeAll(async () => {
		at = (await put(name, "abc")).uploaded.getTime();
	});
	const headers = (given: Record<string, string>) => () => new Headers(given);
	const date = (ms: number) => new Date(at + ms);
	type Case = [string, () => R2Conditional | Headers, boolean];

	it.each<Case>([
		["the right tag", () => ({ etagMatches: etag }), true],
		["another tag", () => ({ etagMatches: other }), false],
		["a weak tag", () => ({ etagMatches: `W/"${etag}"` }), false],
		["any tag", () => ({ etagMatches: "*" }), true],
		["not this tag", () => ({ etagDoesNotMatch: etag }), false],
		["not another tag", () => ({ etagDoesNotMatch: other }), true],
		["no tag at all", () => ({ etagDoesNotMatch: "*" }), false],
		["stored before a later time", () => ({ uploadedBefore: date(1000) }), true],
		["stored before its own time", () => ({ uploadedBefore: date(0) }), false],
		["stored after an earlier time", () => ({ uploadedAfter: date(-1000) }), true],
		["stored after its own time", () => ({ uploadedAfter: date(0) }), false],
		["nothing", () => ({}), true],
		[
			"the right tag, which is stronger than the time",
			() => ({ etagMatches: etag, uploadedBefore: new Date(1) }),
			true,
		],
		["If-Match", headers({ "If-Match": `"${other}", "${etag}"` }), true],
		["If-Match with a weak tag", headers({ "If-Match": `W/"${etag}"` }), false],
		["If-None-Match with a weak tag", headers({ "If-None-Match": `"x", W/"${etag}"` }), false],
		["If-None-Match with another", headers({ "If-None-Match": '"x"' }), true],
		["If-Modified-Since later", () => new Headers({ "If-Modified-Since": date(5000).toUTCString() }), false],
		["If-Modified-Since earlier", () => new Headers({ "If-Modified-Since": date(-5000).toUTCString() }), true],
		["If-Unmodified-Since later", () => new Headers({ "If-Unmodified-Since": date(5000).toUTCString() }), true],
	])("for a read: %s", async (_, onlyIf, holds) => {
		const object = (await bucket.get(name, { onlyIf: onlyIf(), range: { offset: 1 } })) as R2ObjectBody;
		expect([object.etag, object.size, object.body !== undefined]).toEqual([etag, 3, holds]);
		if (holds) expect(await object.text()).toBe("bc");
	});

	it.each<[string, R2Conditional | Headers, boolean, boolean]>([
		["no object there", { etagDoesNotMatch: "*" }, true, false],
		["the one that is known", { etagMatches: etag }, false, true],
		["any object there", new Headers({ "If-Match": "*" }), false, true],
		["stored long ago", { uploadedAfter: new Date(1) }, false, true],
	])("for a write: %s", async (_, onlyIf, ifNone, ifThere) => {
		const [none, there] = [key(), key()];
		await bucket.put(there, "abc");
		expect((await bucket.put(none, "x", { onlyIf })) !== null).toBe(ifNone);
		expect((await bucket.put(there, "x", { onlyIf })) !== null).toBe(ifThere);
		expect([(await bucket.head(none))?.size, (await bucket.head(there))?.size]).toEqual([
			ifNone ? 1 : undefined,
			ifThere ? 1 : 3,
		]);
	});

	it("lets one of several writers at once create an object", async () => {
		const once = key();
		const write = (n: number) => bucket.put(once, String(n), { onlyIf: { etagDoesNotMatch: "*" } });
		const written = await Promise.all([1, 2, 3, 4].map(write));
		expect(written.filter((object) => object !== null)).toHaveLength(1);
	});

	it("is refused with quotes, and a header without them", async () => {
		const quoted = await errorOf(() => bucket.get(name, { onlyIf: { etagMatches: `"${etag}"` } }));
		expect([quoted?.name, quoted?.message]).toEqual([
			"TypeError",
			`Conditional ETag should not be wrapped in quotes ("${etag}").`,
		]);
		const bare = await errorOf(() => bucket.put(name, "x", { onlyIf: new Headers({ "If-Match": etag }) }));
		expect(bare?.message).toBe("Invalid ETag in if-match header");
	});

	it("counts for nothing without an object to read", async () => {
		expect(await bucket.get(key(), { onlyIf: { etagMatches: other } })).toBeNull();
	});
});

describe("a checksum", () => {
	const digest = async (algorithm: string) =>
		new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode("abc")));
	const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

	it("of MD5 is the tag of an object", async () => {
		const name = key();
		await bucket.put(name, "abc");
		const object = (await bucket.head(name)) as R2Object;
		expect([object.etag, object.httpEtag, object.checksums.toJSON()]).toEqual([etag, `"${etag}"`, { md5: etag }]);
		expect(object.checksums.md5?.byteLength).toBe(16);
	});

	it.each<[keyof R2StringChecksums, string]>([
		["sha1", "SHA-1"],
		["sha256", "SHA-256"],
		["sha384", "SHA-384"],
		["sha512", "SHA-512"],
	])("of %s is kept if it is right, as bytes or as text", async (algorithm, name) => {
		const right = await digest(name);
		const hex = hexOf(right);
		for (const given of [right, right.buffer, hex, hex.toUpperCase()]) {
			const at = key();
			await bucket.put(at, "abc", { [algorithm]: given });
			const { objects } = await bucket.list({ prefix: at });
			for (const object of [await bucket.head(at), await bucket.get(at), ...objects])
				expect(object?.checksums.toJSON()).toEqual({ md5: etag, [algorithm]: hex });
		}
	});

	it("that is wrong leaves everything as it was", async () => {
		const [name, none] = [key(), key()];
		await bucket.put(name, "before");
		for (const at of [name, none]) {
			const error = await errorOf(() => bucket.put(at, "abc", { sha256: "00".repeat(32) }));
			expect(error?.message).toBe(
				`put: The SHA-256 checksum you specified did not match what we received.\nYou provided a SHA-256 checksum with value: ${"00".repeat(32)}\nActual SHA-256 was: ${hexOf(await digest("SHA-256"))} (10037)`,
			);
		}
		expect([(await bucket.head(name))?.size, await bucket.head(none)]).toEqual([6, null]);
	});

	it.each<[string, R2PutOptions, string]>([
		["too short a text", { sha256: "00" }, "SHA-256 is 64 hex characters, not 2"],
		["too few bytes", { sha256: new Uint8Array(3) }, "SHA-256 is 32 bytes, not 3"],
		["another text", { sha256: "zz".repeat(32) }, "Provided SHA-256 wasn't a valid hex string"],
		["two of them", { md5: "0".repeat(32), sha1: "0".repeat(40) }, "You cannot specify multiple hashing algorithms."],
	])("is refused: %s", async (_, options, message) => {
		const error = await errorOf(() => bucket.put(key(), "abc", options));
		expect([error?.name, error?.message]).toEqual(["TypeError", message]);
	});
});

describe("the metadata of an object", () => {
	const http = {
		contentType: "image/png",
		contentLanguage: "de",
		contentDisposition: "inline",
		contentEncoding: "x",
		cacheControl: "private",
		cacheExpiry: new Date(5000),
	};

	it("comes with each answer, and with a list that asks for it", async () => {
		const name = key();
		const put = await bucket.put(name, "abc", { httpMetadata: http, customMetadata: { a: "ä€" } });
		const listed = await bucket.list({ prefix: name, include: ["httpMetadata", "customMetadata"] });
		for (const object of [put, await bucket.get(name), await bucket.head(name), ...listed.objects])
			expect(object).toMatchObject({ key: name, size: 3, httpMetadata: http, customMetadata: { a: "ä€" } });
		const [without] = (await bucket.list({ prefix: name })).objects;
		expect([without?.httpMetadata, without?.customMetadata]).toEqual([{}, {}]);
	});

	it("is written to headers, and leaves the others", async () => {
		const name = key();
		const headers = new Headers({ "Content-Type": "a/b", A: "b" });
		(await put(key(), "x")).writeHttpMetadata(headers);
		expect(Object.fromEntries(headers)).toEqual({ "content-type": "a/b", a: "b" });
		await bucket.put(name, "abc", { httpMetadata: http });
		(await bucket.head(name))?.writeHttpMetadata(headers);
		expect(Object.fromEntries(headers)).toEqual({
			a: "b",
			"cache-control": "private",
			"content-disposition": "inline",
			"content-encoding": "x",
			"content-language": "de",
			"content-type": "image/png",
			expires: "Thu, 01 Jan 1970 00:00:05 GMT",
		});
	});

	it("is taken from headers, and is replaced with the object", async () => {
		const name = key();
		const expires = new Date(7000).toUTCString();
		const headers = new Headers({
			"Content-Type": "image/webp",
			"Cache-Control": "max-age=1",
			Expires: expires,
			X: "x",
		});
		await bucket.put(name, "x", { httpMetadata: headers, customMetadata: { a: "b" } });
		expect((await bucket.head(name))?.httpMetadata).toEqual({
			contentType: "image/webp",
			cacheControl: "max-age=1",
			cacheExpiry: new Date(7000),
		});
		await bucket.put(name, "x");
		expect(await bucket.head(name)).toMatchObject({ httpMetadata: {}, customMetadata: {} });
	});

	it.each<[string, string, boolean]>([
		["8192 bytes", "x".repeat(8191), true],
		["8193 bytes", "x".repeat(8192), false],
		["8194 bytes of wide characters", "€".repeat(4096), false],
	])("of %s", async (_, value, isStored) => {
		const error = await errorOf(() => bucket.put(key(), "x", { customMetadata: { a: value } }));
		expect(error?.message).toBe(
			isStored ? undefined : "put: Your metadata headers exceed the maximum allowed metadata size. (10012)",
		);
	});

	it("tells each version of an object from the others", async () => {
		const name = key();
		const versions = [await put(name, "x"), await put(name, "x")].map(({ version }) => version);
		expect(new Set(versions).size).toBe(2);
		expect((await bucket.head(name))?.version).toBe(versions[1]);
	});
});
