import { exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { verifyWebhook } from "tattoo-studio";
import { beforeAll, describe, expect, it } from "vitest";
import { compressed } from "../src/platform/http/prepared/content-coding.ts";
import { recording } from "../src/web/docs/front-door/recording.ts";
import { isInWorkerd } from "./support/runtime.ts";

const origin = "https://front.test";
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
	exports.default.fetch(new Request(origin + path, { headers, redirect: "manual" }));

const named = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, name = ""]) => name);

let html: string;
let policy: string;
beforeAll(async () => {
	const page = await get("/");
	html = await page.text();
	policy = page.headers.get("Content-Security-Policy") ?? "";
});

describe("the front page", () => {
	it("weighs less than 100 KB with everything that a browser loads for it, in light and in dark", async () => {
		const bytesOf = async (path: string) => {
			const answer = await get(path, { "Accept-Encoding": "br" });
			expect([path, answer.status]).toEqual([path, 200]);
			const body = new Uint8Array(await answer.arrayBuffer());
			// workerd decodes what one of its workers answers to another one, and leaves the header.
			const coded = isInWorkerd && answer.headers.get("Content-Encoding") === "br" ? compressed(body, "br") : body;
			return coded.byteLength;
		};
		const light = named(html, /<img src="([^"]+\.avif)"/g);
		const dark = named(html, /<source [^>]*srcset="([^"]+)"/g);
		expect([light.length, dark.length]).toEqual([2, 2]);
		const others = ["/", ...named(html, /<link [^>]*href="([^"]+)"/g), ...named(html, /<script [^>]*src="([^"]+)"/g)];
		for (const pictures of [light, dark]) {
			const sizes = await Promise.all([...others, ...pictures].map(bytesOf));
			expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100 * 1024);
		}
	});

	it("moves nothing while its pictures load, and lets browsers keep them for a year", async () => {
		const pictures = named(html, /((?:<img|<source) [^>]*\.avif[^>]*>)/g);
		expect(pictures).toHaveLength(4);
		for (const tag of pictures.filter((one) => one.startsWith("<img")))
			expect(tag).toMatch(/alt="[^"]{20,}" width="\d+" height="\d+"/);
		for (const [path = ""] of pictures.map((tag) => named(tag, /="([^"]+\.avif)"/g))) {
			const { status, headers, hash } = await seen(path);
			expect([path, status, headers.get("Content-Type")]).toEqual([path, 200, "image/avif"]);
			expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(path).toContain(hash);
		}
		expect((await get("/assets/front-door/calendar-light.0123456789abcdef.avif")).status).toBe(404);
		expect((await get("/front-door/")).status).toBe(404);
	});

	it("has no style in the page, loads nothing from elsewhere, and its policy allows neither", () => {
		expect(html).not.toMatch(/ style=|<style|<script(?! type="module" src="\/assets\/)/);
		expect(named(html, /(?:src|srcset)="([^"]+)"/g).filter((path) => !path.startsWith("/assets/"))).toEqual([]);
		expect(policy).toContain("default-src 'none'");
		expect(policy).not.toContain("unsafe");
	});

	it("shows a webhook whose signature is genuine, and which tells of the appointment beside it", async () => {
		const { webhook, answer, secret } = recording;
		const signature = webhook.headers["service-signature"] ?? "";
		const now = Number(/^t=(\d+)/.exec(signature)?.[1]) * 1000;
		const event = await verifyWebhook(webhook.body, webhook.headers, secret, { now });
		expect(event).toMatchObject({
			id: webhook.headers["webhook-id"],
			type: "appointment.created",
			sequence: expect.any(Number),
			data: { appointmentId: answer.body.id, clientId: answer.body.client_id },
		});
		for (const shown of [signature, String(answer.body.id)]) expect(html).toContain(shown);
		// Somebody who knows a secret could sign.
		expect(html).not.toContain("whsec_");
	});
});

async function seen(path: string) {
	const answer = await get(path);
	const bytes = Buffer.from(await answer.arrayBuffer());
	const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
	return { status: answer.status, headers: answer.headers, hash };
}
