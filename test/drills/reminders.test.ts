import { afterAll, beforeAll, expect, it } from "vitest";
import { Server, sleep, until } from "../../lab/harness/server.ts";
import { mailsTo } from "../../scripts/pages/mails.ts";

const server = new Server();

beforeAll(async () => {
	await server.start();
});
afterAll(() => server.remove());

const hours = 3600;
const email = "reminded@example.com";

const post = (path: string, form: Record<string, string>, cookie = "") =>
	fetch(server.origin + path, {
		method: "POST",
		redirect: "manual",
		headers: { Origin: server.origin, Cookie: cookie },
		body: new URLSearchParams(form),
	});

const mails = () => mailsTo(server.origin, email);

const advance = async (seconds: number): Promise<void> => {
	expect((await server.operate("POST", "/admin/dev/advance", { seconds })).status).toBe(200);
};

it("who books at the printed address gets the confirmation and, as the clock is moved on, each reminder once", async () => {
	const { pathname } = new URL(server.printed.DEMO_BOOKING_URL ?? "");
	const page = async (query: string) => await (await fetch(`${server.origin}${pathname}${query}`)).text();
	// After all reminders, but before its event is older than 30 days.
	const inDays = (days: number) => new Date(Date.now() + days * 24 * hours * 1000).toISOString();
	const months = new Set([7, 20].map((days) => inDays(days).slice(0, "2026-11".length)));
	const pages = await Promise.all([...months].map((month) => page(`?month=${month}`)));
	const days = pages.flatMap((text) => [...text.matchAll(/\?day=(\d{4}-\d\d-\d\d)#times/g)].map(([, day = ""]) => day));
	const day = days.find((day) => day >= inDays(7)) ?? "";
	const [, start = ""] = /name="start_at" value="([^"]+)"/.exec(await page(`?day=${day}`)) ?? [];
	const held = await post(`${pathname}/hold`, { start_at: start });
	expect(held.status).toBe(303);
	const cookie = held.headers.get("Set-Cookie")?.split(";")[0];
	const form_id = "a".repeat(22);
	const booked = await post(`${pathname}/details`, { start_at: start, form_id, name: "Ana Lima", email }, cookie);
	expect(booked.status).toBe(303);
	await until(async () => (await mails()).length === 1, 10_000, "the confirmation is sent");

	const untilStart = (Date.parse(start) - Date.now()) / 1000;
	const subjects = async () => (await mails()).map(({ subject }) => subject.split(" ").at(-1));
	await advance(Math.floor(untilStart - 73 * hours));
	await sleep(4000);
	expect(await subjects()).toEqual(["booked"]);
	await advance(1 * hours + 60);
	await until(async () => (await mails()).length === 2, 20_000, "the reminder of 72 hours is sent");
	for (let hour = 0; hour < 47; hour += 23.5) await advance(23.5 * hours);
	await sleep(4000);
	expect(await subjects()).toEqual(["booked", "near"]);
	await advance(1 * hours);
	await until(async () => (await mails()).length === 3, 20_000, "the reminder of 24 hours is sent");
	await advance(30 * hours);
	await sleep(4000);
	expect(await subjects()).toEqual(["booked", "near", "near"]);
	expect((await mails())[2]?.text).toContain("This is a reminder of your appointment");
	const { body } = await server.call("GET", "/v1/events?limit=100");
	expect(body.data.map(({ type }: { type: string }) => type)).toContain("appointment.created");
});
