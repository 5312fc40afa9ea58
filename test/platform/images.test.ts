import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const images = env.IMAGES as ImagesBinding;
const samples = {
	/** 200 × 100. */
	"image/png":
		"iVBORw0KGgoAAAANSUhEUgAAAMgAAABkAQMAAAD5SO1IAAAAA1BMVEXIHjzD6Ll6AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIie3BgQAAAADDoPlTH+AKVQEAQGcKKAABLIRnLQAAAABJRU5ErkJggg==",
	/** The others have 80 × 40. */
	"image/jpeg":
		"/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAoAFADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/9k=",
	"image/webp":
		"UklGRlQAAABXRUJQVlA4IEgAAACwAwCdASpQACgAPm02mEkkIyKhIigAgA2JaQDTYAY7jfU1AFdQAAD+771X5ZnCvZf//ZWP/9Kx//pWP4cIqsqDwByJSAAAAAA=",
	"image/avif":
		"AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACcAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAFAAAAAoAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAvbWRhdBIACgk4GWfO0gIaDSAyGBShMYJgABoAApfK2Dj0C3uTc9feEv2eyA==",
};
type Format = keyof typeof samples;

const bytesOf = (format: Format) => Uint8Array.from(atob(samples[format]), (char) => char.charCodeAt(0));
const picture = (format: Format = "image/png") => new Blob([bytesOf(format)]).stream();
const rubbish = () => new Blob(["not a picture"]).stream();
const webp = { format: "image/webp", quality: 80 } as const;

async function made(result: ImageTransformationResult) {
	const info = (await images.info(result.image())) as { format: string; width: number; height: number };
	return [result.contentType(), info.format, info.width, info.height];
}
const scaled = async (source: ReadableStream<Uint8Array>, ...transforms: ImageTransform[]) =>
	await made(
		await transforms.reduce((transformer, each) => transformer.transform(each), images.input(source)).output(webp),
	);

describe("the images' binding", () => {
	it.each(Object.keys(samples) as Format[])("tells the type, the bytes and the size of %s", async (format) => {
		const [width, height] = format === "image/png" ? [200, 100] : [80, 40];
		const fileSize = bytesOf(format).length;
		expect(await images.info(picture(format))).toEqual({ format, fileSize, width, height });
	});

	it.each(Object.keys(samples) as Format[])("makes a WebP of the wanted width of %s", async (format) => {
		expect(await scaled(picture(format), { width: 20 })).toEqual(["image/webp", "image/webp", 20, 10]);
	});

	it("makes no picture larger than it is, unless it is told to", async () => {
		expect(await scaled(picture(), { width: 640 })).toEqual(["image/webp", "image/webp", 200, 100]);
		expect(await scaled(picture(), { width: 640, fit: "scale-down" })).toEqual(["image/webp", "image/webp", 200, 100]);
		expect(await scaled(picture(), { width: 640, fit: "contain" })).toEqual(["image/webp", "image/webp", 640, 320]);
	});

	it("turns a photo as its camera was held", async () => {
		const exif = "ffe10022457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100060000" + "00000000";
		const plain = bytesOf("image/jpeg");
		const turned = [...plain.subarray(0, 2), ...(exif.match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16))];
		const photo = new Uint8Array([...turned, ...plain.subarray(2)]);
		expect(await scaled(new Blob([photo]).stream(), { width: 20 })).toEqual(["image/webp", "image/webp", 20, 40]);
	});

	it("takes one transformation after the other", async () => {
		const transformer = images.input(picture());
		expect(transformer.transform({ width: 40 })).toBe(transformer);
		expect(await made(await transformer.transform({ width: 20 }).output(webp))).toEqual([
			...["image/webp", "image/webp"],
			...[20, 10],
		]);
		expect(await errorOf(() => transformer.output(webp))).toMatchObject({
			code: 9525,
			message: expect.stringContaining("IMAGES_TRANSFORM_ERROR 9525"),
		});
	});

	it("takes the bytes of an object, and gives an answer with a type", async () => {
		await env.PICTURES.put("picture", bytesOf("image/png"));
		const object = (await env.PICTURES.get("picture")) as R2ObjectBody;
		const result = await images.input(object.body).transform({ width: 20 }).output(webp);
		const answer = result.response({ headers: { A: "b", "Content-Type": "x/y" } });
		expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
			200,
			{ a: "b", "content-type": "image/webp" },
		]);
		expect((await answer.bytes()).length).toBeGreaterThan(20);
		expect((await errorOf(() => result.response()))?.name).toBe("TypeError");
	});

	it("gives a stream of unknown length, which a bucket does not take", async () => {
		const result = await images.input(picture()).transform({ width: 20 }).output(webp);
		expect((await errorOf(() => env.PICTURES.put("thumbnail", result.image())))?.message).toContain("known length");
	});

	it.each<[string, () => unknown]>([
		["to tell about something else", () => images.info(rubbish())],
		["to tell about nothing", () => images.info(new Blob([]).stream())],
		["to make anything of something else", () => images.input(rubbish()).output(webp)],
		["to make anything of nothing", () => images.input(new Blob([]).stream()).output(webp)],
		["half a picture", () => images.input(new Blob([bytesOf("image/png").subarray(0, 90)]).stream()).output(webp)],
		["a width below zero", () => images.input(picture()).transform({ width: -1 }).output(webp)],
	])("refuses %s", async (_, work) => {
		expect(await errorOf(work)).toMatchObject({ name: "Error", code: 9523 });
	});

	it("makes no GIF here", async () => {
		expect(await errorOf(() => images.input(picture()).output({ format: "image/gif" }))).toMatchObject({ code: 9520 });
	});
});
