import { Buffer } from "node:buffer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MultipartReader } from "../../src/platform/http/request/body/multipart-reader.ts";
import { MalformedBody } from "../../src/platform/http/request/body/urlencoded.ts";

afterEach(() => {
	vi.useRealTimers();
});

const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

interface Field {
	name: string;
	filename?: string;
	bytes: Uint8Array;
}

const encoded = (fields: Field[]): Buffer =>
	Buffer.concat([
		...fields.flatMap(({ name, filename, bytes }) => [
			Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
			Buffer.from(filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: image/jpeg`),
			Buffer.from("\r\n\r\n"),
			bytes,
			Buffer.from("\r\n"),
		]),
		Buffer.from(`--${boundary}--\r\n`),
	]);

/** The body in pieces of these sizes, in turn. */
function streamed(body: Buffer, sizes: number[]): ReadableStream<Uint8Array> {
	let [at, turn] = [0, 0];
	return new ReadableStream({
		pull(controller) {
			if (at >= body.length) return controller.close();
			const size = sizes[turn++ % sizes.length] ?? 1;
			controller.enqueue(new Uint8Array(body.subarray(at, at + size)));
			at += size;
		},
	});
}

async function read(body: Buffer, sizes = [body.length]): Promise<Field[]> {
	const reader = new MultipartReader(streamed(body, sizes), Buffer.from(boundary));
	const fields: Field[] = [];
	for (let part = await reader.next(); part; part = await reader.next()) {
		const bytes =
			part.filename === undefined ? await reader.readText(1_000_000) : ((await reader.readFile(1_000_000)) ?? []);
		const { name, filename } = part;
		fields.push({ name, ...(filename === undefined ? {} : { filename }), bytes: new Uint8Array(bytes) });
	}
	return fields;
}

const fields: Field[] = [
	{ name: "token", bytes: Buffer.from("abc") },
	{ name: "pictures", filename: "IMG 0042.HEIC", bytes: new Uint8Array(300).fill(13) },
	{ name: "pictures", filename: "", bytes: new Uint8Array() },
	{ name: "note", bytes: Buffer.from("\r\n--") },
];

describe("a multipart body", () => {
	it("is read the same, however it is cut into pieces", async () => {
		const expected = fields.map((field) => ({ ...field, bytes: new Uint8Array(field.bytes) }));
		for (const size of [1, 2, 7, 40, 41, 10_000]) expect(await read(encoded(fields), [size])).toEqual(expected);
	});

	it("gives back any bytes that were put into it", async () => {
		const bytes = fc.uint8Array({ maxLength: 200 }).filter((all) => !Buffer.from(all).includes(boundary));
		await fc.assert(
			fc.asyncProperty(
				fc.array(bytes, { maxLength: 5 }),
				fc.array(fc.nat({ max: 50 }), { minLength: 1 }),
				async (all, sizes) => {
					const given = all.map((one, n) => ({ name: `f${n}`, filename: "a", bytes: new Uint8Array(one) }));
					expect(
						await read(
							encoded(given),
							sizes.map((size) => size + 1),
						),
					).toEqual(given);
				},
			),
			{ numRuns: 60 },
		);
	});

	it("that ends anywhere too early is refused", async () => {
		const body = encoded(fields);
		for (let length = 0; length < body.length - 4; length += 5)
			await expect(read(body.subarray(0, length), [64]), `${length}`).rejects.toThrow(MalformedBody);
	});

	it("with a file that is larger than its room goes on after it", async () => {
		const body = encoded([{ name: "a", filename: "a", bytes: new Uint8Array(2_000_000) }, ...fields]);
		const all = await read(body, [65_536]);
		expect(all.map(({ bytes }) => bytes.length)).toEqual([0, 3, 300, 0, 4]);
	});

	it("is waited for as long as an upload is: 15 seconds for 256 KiB, and 120 for a whole picture (contract: Pictures 14)", async () => {
		vi.useFakeTimers();
		const kibi = 1024;
		const [head] = encoded([{ name: "a", filename: "a", bytes: new Uint8Array(1) }])
			.toString("latin1")
			.split("\0");
		/** The seconds after which the reader gives up on a body that goes on and on in such pieces. */
		const patience = async (bytes: number, everySeconds: number, length = Number.POSITIVE_INFINITY) => {
			const began = Date.now();
			let sent = 0;
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => controller.enqueue(new Uint8Array(Buffer.from(head ?? "", "latin1"))),
				pull: async (controller) => {
					await new Promise((resolve) => setTimeout(resolve, everySeconds * 1000));
					sent += bytes;
					controller.enqueue(sent >= length ? Buffer.from(`\r\n--${boundary}--`) : new Uint8Array(bytes));
				},
			});
			const reader = new MultipartReader(body, Buffer.from(boundary));
			const done = (async () => {
				await reader.next();
				await reader.readFile(100 * kibi * kibi);
			})().then(
				() => "read",
				(error) => `${error.code} after ${Math.round((Date.now() - began) / 1000)} s`,
			);
			await vi.advanceTimersByTimeAsync(3_600_000);
			return await done;
		};
		expect(await patience(1, 10)).toBe("request_timeout after 15 s");
		expect(await patience(128 * kibi, 7)).toBe("request_timeout after 120 s");
		expect(await patience(128 * kibi, 8)).toBe("request_timeout after 15 s");
		expect(await patience(256 * kibi, 14, 7 * 256 * kibi)).toBe("read");
		expect(await patience(256 * kibi, 14)).toBe("request_timeout after 120 s");
	});

	it("may take its time with each of several pictures, and what the service does between counts for nothing", async () => {
		vi.useFakeTimers();
		const pictures = Array.from({ length: 3 }, (_, n) => ({
			name: `${n}`,
			filename: "a",
			bytes: new Uint8Array(2 ** 21),
		}));
		const body = encoded(pictures);
		let at = 0;
		const stream = new ReadableStream<Uint8Array>({
			pull: async (controller) => {
				await new Promise((resolve) => setTimeout(resolve, 10_000));
				if (at >= body.length) return controller.close();
				controller.enqueue(new Uint8Array(body.subarray(at, at + 2 ** 18)));
				at += 2 ** 18;
			},
		});
		const reader = new MultipartReader(stream, Buffer.from(boundary));
		const sizes: (number | undefined)[] = [];
		const done = (async () => {
			while (await reader.next()) {
				reader.allowTime();
				sizes.push((await reader.readFile(2 ** 21))?.length);
				await new Promise((resolve) => setTimeout(resolve, 30_000));
			}
		})();
		await vi.advanceTimersByTimeAsync(3_600_000);
		await done;
		expect(sizes).toEqual([2 ** 21, 2 ** 21, 2 ** 21]);
	});

	it("of many megabytes of almost boundaries costs no more than others", async () => {
		const almost = Buffer.from(`\r\n--${boundary.slice(0, -1)}`);
		const bytes = new Uint8Array(Buffer.concat(Array.from({ length: 20_000 }, () => almost)));
		const began = performance.now();
		await read(encoded([{ name: "a", filename: "a", bytes }]), [65_536]);
		expect(performance.now() - began).toBeLessThan(500);
	});

	it("keeps little more of a text than its bytes, even if each comes alone", async () => {
		setFlagsFromString("--expose-gc");
		const collect: () => void = runInNewContext("gc");
		const held = (): number => {
			collect();
			const { heapUsed, external } = process.memoryUsage();
			return heapUsed + external;
		};
		const length = 200_000;
		const [before, after] = [
			Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`),
			`\r\n--${boundary}--\r\n`,
		];
		let [at, heldAtEnd] = [0, 0];
		const stream = new ReadableStream<Uint8Array>({
			pull(controller) {
				if (at === length) heldAtEnd = held();
				if (at === 0) controller.enqueue(new Uint8Array(before));
				else controller.enqueue(new Uint8Array(at < length ? [97] : Buffer.from(after)));
				at += 1;
			},
		});
		const reader = new MultipartReader(stream, Buffer.from(boundary));
		held();
		await new Promise((resolve) => setTimeout(resolve, 50));
		const heldBefore = held();
		await reader.next();
		expect((await reader.readText(length)).length).toBe(length - 1);
		expect(heldAtEnd - heldBefore).toBeLessThan(10 * length);
	});
});
