import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { bookedLink, newBookableStudio } from "../support/booking-page.ts";
import { linksOn, textOf } from "../support/dashboard.ts";
import { MailService } from "../support/mail-service.ts";
import { at } from "../support/studio.ts";

const service = new MailService();
const html = { headers: { Accept: "text/html" } };
const open = async (path: string) => await call(200, path, html);
beforeEach(() => service.reset());
afterEach(() => {
	env.ENVIRONMENT = "development";
});

async function confirmation() {
	const place = await newBookableStudio({ type: { name: "Fern <b>& dagger</b>" } });
	const email = `${crypto.randomUUID()}@example.com`;
	const link = await bookedLink(service, place, at("10:00"), email);
	const list = await open("/dev/mails");
	return { link, email, list, path: linksOn(list.text).find((href) => /^\/dev\/mails\/\d+$/.test(href)) ?? "" };
}

it("in development a page lists the mails that the service sent, the newest first, with text and calendar file", async () => {
	const first = await confirmation();
	const { link, email, list, path } = await confirmation();
	expect(textOf(list.text).indexOf(email)).toBeGreaterThan(0);
	expect(textOf(list.text).indexOf(email)).toBeLessThan(textOf(list.text).indexOf(first.email));
	const shown = textOf((await open(path)).text);
	for (const part of [email, "owner@example.com", "Hello Ana,", "Fern", link, "BEGIN:VCALENDAR"])
		expect(shown).toContain(part);
	const file = await call(200, `${path}/files/0`);
	expect(file.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
	expect(file.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8; method=REQUEST");
	expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="invite.ics"');
	expect(
		textOf(
			(
				await call(
					200,
					path.replace(/\d+$/, (n) => String(Number(n) - 1)),
					html,
				)
			).text,
		),
	).toContain(first.email);
});

it("the HTML of a mail runs nothing, in no origin", async () => {
	const { path, link } = await confirmation();
	const { text, headers } = await open(`${path}/html`);
	expect(text).toContain(`<a href="https://api.test${link}"`);
	const policy = headers.get("Content-Security-Policy") ?? "";
	expect(policy).toMatch(/^sandbox /);
	expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
	expect(policy).toContain("default-src 'none'");
});

it("a mail or a file that does not exist is 404, and in production so is everything", async () => {
	const { path } = await confirmation();
	for (const missing of [`${path}0000`, "/dev/mails/x", `${path}/files/9`, `${path}/files/x`, `${path}/other`])
		expect((await send(missing, html)).status).toBe(404);
	env.ENVIRONMENT = "production";
	for (const hidden of ["/dev/mails", path, `${path}/html`, `${path}/files/0`])
		expect((await send(hidden, html)).status).toBe(404);
});

it("a page of the web that gives its own name the address of the machine reads no mail", async () => {
	const { path } = await confirmation();
	for (const address of ["/dev/mails", path, `${path}/html`, `${path}/files/0`]) {
		expect((await send(address, { headers: { Host: "page.example:8787" } })).status).toBe(403);
		for (const Host of ["localhost:8787", "127.0.0.1:8787", "[::1]:8787"])
			expect((await send(address, { headers: { Host } })).status).toBe(200);
	}
});
