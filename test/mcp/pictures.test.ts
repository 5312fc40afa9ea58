import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { newPicture } from "../support/pictures.ts";
import { createKey, newWorld } from "../support/world.ts";
import { agreed, preview, refused, use } from "./mcp.ts";

let key: string;
let leadId: string;
beforeAll(async () => {
	({ key } = await newWorld({ plan: "empire" }));
	leadId = (await call(201, "/v1/leads", { key, body: { first_name: "Ana" } })).body.id;
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const upload = (body: object) => ({ operation_id: "createLeadPicture", path: { lead_id: leadId }, body });
const png = (bytes: Uint8Array) => ({ content_type: "image/png", base64: base64(bytes) });
const pictureCount = async () => (await call(200, `/v1/leads/${leadId}`, { key })).body.picture_count;

describe("an agent adds a picture, whose bytes come in Base64", () => {
	it("by a preview that stores nothing, and once, however often it is applied", async () => {
		const bytes = newPicture();
		const body = { ...png(bytes), caption: "The fern & more" };
		const previewed = await preview(key, "createLeadPicture", { path: { lead_id: leadId }, body });
		expect(previewed).toMatchObject({ status: 201, answer: { caption: "The fern & more", width: 2, height: 3 } });
		expect(previewed.summary).toBe(
			`Adds a picture to the lead “Ana”: Picture “image/png of ${bytes.byteLength} bytes”, Caption “The fern & more”.`,
		);
		expect(await pictureCount()).toBe(0);
		const made = await use(key, "apply_change", agreed(previewed));
		expect(await use(key, "apply_change", agreed(previewed))).toEqual(made);
		expect(await pictureCount()).toBe(1);
		const served = await exports.default.fetch(new Request(new URL(made.url, "https://api.test")));
		expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
	});

	it("as large as a message of the protocol can carry", async () => {
		const id = await preview(key, "createLeadPicture", {
			path: { lead_id: leadId },
			body: png(newPicture(750_000)),
		});
		expect((await use(key, "apply_change", agreed(id))).object).toBe("picture");
	});

	it("that a submission of a form needs", async () => {
		const fields = [{ key: "place", label: "Place", type: "picture" }];
		const form = (await call(201, "/v1/forms", { key, body: { name: "Wish", kind: "INTAKE", fields } })).body;
		const given = { path: { form_id: form.id }, body: png(newPicture()) };
		const id = await preview(key, "createFormPicture", given);
		const { id: picture } = await use(key, "apply_change", agreed(id));
		expect(picture).toMatch(/^pic_/);
	});

	it("after it learnt from the description what to send", async () => {
		const { body, query } = await use(key, "describe_operation", { operation_id: "createLeadPicture" });
		expect(body.required).toEqual(["content_type", "base64"]);
		expect(body.properties.content_type.enum).toContain("image/heic");
		expect(Object.keys(body.properties)).toEqual(["content_type", "base64", "caption"]);
		expect(query).toBeUndefined();
		const { operations } = await use(key, "find_operations", { query: "upload a picture to a lead" });
		expect(operations[0]).toMatchObject({
			operation_id: "createLeadPicture",
			body: [expect.stringMatching(/^content_type(:|$)/), "base64", "caption"],
		});
	});
});

describe("a picture is refused", () => {
	const bytes = newPicture();
	it.each([
		["without bytes", { content_type: "image/png" }, "validation_failed"],
		["with no bytes", { content_type: "image/png", base64: "" }, "validation_error"],
		["in another coding", { content_type: "image/png", base64: "no, it is not" }, "validation_error"],
		["as an address of data", { ...png(bytes), base64: `data:image/png;base64,${base64(bytes)}` }, "validation_error"],
		["of another format than it says", { ...png(bytes), content_type: "image/jpeg" }, "unsupported_media_type"],
		["of a format that is none", { ...png(bytes), content_type: "image/png\r\nX-Evil: 1" }, "validation_failed"],
		["that is cut off", png(bytes.subarray(0, 40)), "validation_error"],
		["with a caption that is none", { ...png(bytes), caption: { a: 1 } }, "validation_failed"],
		["with a caption that is too long", { ...png(bytes), caption: "x".repeat(501) }, "validation_failed"],
	])("%s", async (_, body, code) => {
		expect((await refused(key, "preview_change", upload(body))).code).toBe(code);
	});

	it("where its lead has changed since the preview, or the scope does not open it", async () => {
		const id = await preview(key, "createLeadPicture", upload(png(newPicture())));
		await call(200, `/v1/leads/${leadId}`, { key, method: "PATCH", body: { message: "New" } });
		expect((await refused(key, "apply_change", agreed(id))).code).toBe("precondition_failed");
	});

	it("like an operation that does not exist where the scopes do not open it, before its bytes are looked at", async () => {
		const world = await newWorld();
		const { key: other } = await createKey(world.id, { scopes: ["read:leads"] });
		for (const body of [png(newPicture()), { base64: 1 }])
			expect(await refused(other, "preview_change", upload(body))).toMatchObject({
				code: "resource_not_found",
				detail: "There is no operation createLeadPicture. find_operations lists those that there are.",
			});
	});
});
