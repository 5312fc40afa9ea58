import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { sharedServer } from "../drills/shared-server.ts";
import { button, inPage, isFocused } from "./browser.ts";
import { DashboardBrowser, heading, link, said } from "./dashboard-browser.ts";
import { faultsOfPage } from "./page-checks.ts";

// A day at the front desk, by mouse, by keyboard and without script. The times are in UTC, so the tests need no zone.
vi.setConfig({ testTimeout: 600_000 });

const server = sharedServer();
const browser = new DashboardBrowser(server);

const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${day}T${time}:00.000Z`;
const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "10:00", end: "18:00" }));

/** A studio with the artists Kai and Noa, and an appointment of Ana with Kai from 10:00 to 11:00. */
async function openDesk(options: BrowserContextOptions = {}) {
	const owner = await browser.newOwner();
	const scopes = ["write:artists", "write:clients", "read:appointments", "write:appointments"];
	const { body } = await server.operate("POST", `/admin/tenants/${owner.studio}/api_keys`, { name: "Desk", scopes });
	const { key } = body;
	const call = async (method: string, path: string, body?: unknown) => {
		const answer = await server.call(method, path, { key, body });
		expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
		return answer.body;
	};
	const newArtist = async (name: string): Promise<string> => {
		const { id } = await call("POST", "/v1/artists", { name, timezone: "UTC" });
		await call("PUT", `/v1/artists/${id}/working_hours`, { hours: everyDay });
		return id;
	};
	const [kai, noa] = [await newArtist("Kai"), await newArtist("Noa")];
	const ana = await call("POST", "/v1/clients", { first_name: "Ana", email: `ana-${crypto.randomUUID()}@example.com` });
	const times = { start_at: at("10:00"), end_at: at("11:00") };
	const { id } = await call("POST", "/v1/appointments", { artist_id: kai, client_id: ana.id, ...times });
	const page = await browser.openAs(owner.cookie, { viewport: { width: 1280, height: 1100 }, ...options });
	// A browser is slow on a machine under other load.
	page.setDefaultTimeout(30_000);
	const open = (query = `&day=${day}`) =>
		page.goto(`${server.origin}/dashboard/calendar?studio=${owner.studio}${query}`);
	await open();
	const get = async () => {
		const { start_at, end_at, artist_id, status } = await call("GET", `/v1/appointments/${id}`);
		return { start_at, end_at, artist: artist_id === kai ? "Kai" : "Noa", status };
	};
	return { ...owner, page, open, get, call, id, kai, noa, ana };
}

const column = (page: Page, name: string): Locator =>
	page.locator("section.day").filter({ has: page.getByRole("heading", { name, exact: true }) });
const entry = (page: Page, name: string): Locator => page.locator("a.item").filter({ hasText: name });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const note = (page: Page, words: string) => page.locator(".note").filter({ hasText: words }).waitFor();
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function boxOf(target: Locator) {
	const box = await target.boundingBox();
	if (!box) throw new Error(`${target} cannot be seen`);
	return box;
}

/** Drags from a point of the entry, by quarters of an hour down, and to the middle of another column. */
async function drag(
	page: Page,
	name: string,
	{ quarters, from = 0.5, to }: { quarters: number; from?: number; to?: Locator },
) {
	const { x, y, width, height } = await boxOf(entry(page, name));
	const rowHeight = await inPage(page, ({ document }) => {
		const slots = document.querySelector(".slots");
		return slots.getBoundingClientRect().height / Number(slots.dataset.rowCount);
	});
	const [startX, startY] = [x + width / 2, y + height * from - (from === 1 ? 3 : 0)];
	const target = to ? await boxOf(to) : { x, width };
	await page.mouse.move(startX, startY);
	await page.mouse.down();
	await page.mouse.move(startX + 10, startY + 10);
	await page.mouse.move(target.x + target.width / 2, startY + quarters * rowHeight, { steps: 4 });
	await page.locator(".ghost").waitFor();
	await page.mouse.up();
	await dialog(page).waitFor();
}

async function bookFrom(page: Page, free: Locator, press: (target: Locator) => Promise<void>) {
	await press(free);
	await heading(page, "Book with Kai").waitFor();
	await fieldOf(page, "Client").fill(`ben-${crypto.randomUUID()}@example.com`);
	await page.getByText("A new client", { exact: true }).click();
	await fieldOf(page, "First name").fill("Ben");
	await fieldOf(page, "Length in minutes").fill("60");
}

describe("a day at the front desk", () => {
	it("by mouse: books from a gap, drags, undoes, hands over, resizes, blocks and cancels", async () => {
		const { page, open, get } = await openDesk();
		expect(await faultsOfPage(page)).toEqual([]);
		await page.setViewportSize({ width: 1280, height: 1100 });
		// Half past one, in the middle of the free time.
		const { x, y, width, height } = await boxOf(column(page, "Kai").locator(".slots"));
		await bookFrom(page, column(page, "Kai"), async () => {
			await page.mouse.click(x + width / 2, y + (height * (3.5 * 4 + 1)) / 32);
		});
		expect(await fieldOf(page, "Date and time").inputValue()).toBe(`${day}T13:30`);
		await button(page, "Book").last().click();
		await note(page, "The appointment has been booked.");
		await open();
		expect(await entry(page, "Ben").textContent()).toContain("13:30–14:30");

		await drag(page, "Ana", { quarters: 4 });
		const question = await dialog(page).textContent();
		expect(question).toContain("11:00–12:00");
		expect(question).toContain("Ana gets a mail with the new time.");
		expect(await faultsOfPage(page, { looks: [[1280, "light"]], within: "dialog" })).toEqual([]);
		await page.setViewportSize({ width: 1280, height: 1100 });
		expect(await get()).toMatchObject({ start_at: at("10:00") });
		await dialog(page).getByRole("link", { name: "Keep it" }).click();
		await dialog(page).waitFor({ state: "detached" });
		expect(await isFocused(entry(page, "Ana"))).toBe(true);

		await drag(page, "Ana", { quarters: 4 });
		await dialog(page).getByRole("button", { name: "Move" }).click();
		await note(page, "Ana is moved");
		expect(await get()).toMatchObject({ start_at: at("11:00"), end_at: at("12:00") });
		await button(page, "Undo").click();
		await page.locator("a.item").filter({ hasText: "10:00–11:00" }).waitFor();
		expect(await get()).toMatchObject({ start_at: at("10:00"), end_at: at("11:00") });

		await drag(page, "Ana", { quarters: 2, to: column(page, "Noa") });
		await dialog(page).getByRole("button", { name: "Hand over" }).click();
		await note(page, "with Noa");
		expect(await get()).toMatchObject({ artist: "Noa", start_at: at("10:30"), end_at: at("11:30") });

		await drag(page, "Ana", { quarters: 2, from: 1 });
		expect(await dialog(page).textContent()).toContain("10:30–12:00");
		await dialog(page).getByRole("button", { name: "Move" }).click();
		await note(page, "Ana is moved");
		expect(await get()).toMatchObject({ start_at: at("10:30"), end_at: at("12:00") });

		await column(page, "Noa")
			.getByRole("link", { name: /^Free 12:00/ })
			.click();
		await link(page, "Block time instead").click();
		await fieldOf(page, "Reason").fill("Lunch");
		await button(page, "Create").click();
		await note(page, "The time is blocked.");
		expect(await entry(page, "Lunch").textContent()).toContain("12:00–13:00");

		await entry(page, "Ana").click();
		await link(page, "Cancel").click();
		await button(page, "Cancel").click();
		await note(page, "has been cancelled");
		await open();
		await entry(page, "Lunch").waitFor();
		expect(await entry(page, "Ana").count()).toBe(0);
		expect(await get()).toMatchObject({ status: "CANCELLED" });
	});

	it("by keyboard: books from a gap, moves to another time and artist, changes the length, and undoes", async () => {
		const { page, open, get } = await openDesk();
		await bookFrom(page, column(page, "Kai").getByRole("link", { name: /^Free 11:00/ }), async (free) => {
			await free.focus();
			await page.keyboard.press("Enter");
		});
		expect(await fieldOf(page, "Date and time").inputValue()).toBe(`${day}T11:00`);
		await page.keyboard.press("Enter");
		await note(page, "The appointment has been booked.");
		await open();
		const ana = entry(page, "Ana");
		await ana.focus();
		await page.keyboard.press("m");
		await said(page, "Arrow keys change the time");
		await page.keyboard.press("ArrowDown");
		await said(page, "Kai, 10:15–11:15");
		await page.keyboard.press("Escape");
		await page.locator(".ghost").waitFor({ state: "detached" });

		await page.keyboard.press("m");
		await page.keyboard.press("ArrowRight");
		for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Shift+ArrowDown");
		await said(page, "Noa, 11:00–12:15");
		await page.keyboard.press("Enter");
		await dialog(page).waitFor();
		expect(await isFocused(dialog(page).getByRole("button", { name: "Hand over" }))).toBe(true);
		await page.keyboard.press("Escape");
		await dialog(page).waitFor({ state: "detached" });
		expect(await isFocused(ana)).toBe(true);
		expect(await get()).toMatchObject({ artist: "Kai", start_at: at("10:00") });

		await page.keyboard.press("m");
		await page.keyboard.press("ArrowRight");
		await page.keyboard.press("Shift+ArrowDown");
		await page.keyboard.press("Enter");
		await dialog(page).waitFor();
		await page.keyboard.press("Enter");
		await note(page, "with Noa");
		expect(await get()).toMatchObject({ artist: "Noa", start_at: at("10:00"), end_at: at("11:15") });
		await button(page, "Undo").focus();
		await page.keyboard.press("Enter");
		await note(page, "with Kai");
		expect(await get()).toMatchObject({ artist: "Kai", start_at: at("10:00"), end_at: at("11:00") });
	});

	it("offers other times in the dialog where the time is taken, and moves to one of them", async () => {
		const { page, get, call, kai, ana, open } = await openDesk();
		const times = { start_at: at("11:00"), end_at: at("12:00") };
		await call("POST", "/v1/appointments", { artist_id: kai, client_id: ana.id, title: "Second", ...times });
		await open();
		await drag(page, "10:00–11:00", { quarters: 3 });
		await dialog(page).getByText("The artist is not free at this time.").waitFor();
		const others = dialog(page).getByRole("group", { name: "Free times near your choice" }).getByRole("button");
		const time = (await others.first().textContent())?.slice(-5) ?? "";
		await others.first().click();
		await note(page, "Ana is moved");
		expect(await get()).toMatchObject({ start_at: at(time) });
		expect(time).not.toBe("10:00");
	});

	it("without script: books from a gap, checks and makes a move, undoes it, and cancels", async () => {
		const { page, open, get } = await openDesk({ javaScriptEnabled: false });
		await column(page, "Kai").getByText("+ 13:30").click();
		expect(await fieldOf(page, "Date and time").inputValue()).toBe(`${day}T13:30`);
		await open();
		await entry(page, "Ana").click();
		await link(page, "Move").click();
		await fieldOf(page, "Date and time").fill(`${day}T12:00`);
		await fieldOf(page, "Length in minutes").fill("90");
		await button(page, "Check first").click();
		await page.getByText("Ana gets a mail with the new time.").waitFor();
		expect(await get()).toMatchObject({ start_at: at("10:00") });
		await button(page, "Move").click();
		await note(page, "the client got a mail with the new time");
		expect(await get()).toMatchObject({ start_at: at("12:00"), end_at: at("13:30") });
		await button(page, "Undo").click();
		await page.getByText("10:00–11:00").waitFor();
		expect(await get()).toMatchObject({ start_at: at("10:00"), end_at: at("11:00") });
		await link(page, "Cancel").click();
		await button(page, "Cancel").click();
		await note(page, "has been cancelled");
		expect(await get()).toMatchObject({ status: "CANCELLED" });
	});

	it("cuts none of the times of three entries that overlap, in a day and in a week", async () => {
		const { page, open, call, kai } = await openDesk();
		for (const [start, end] of [
			["12:00", "15:00"],
			["12:30", "14:30"],
			["13:00", "14:00"],
		] as const)
			await call("POST", `/v1/artists/${kai}/time_blocks`, { start_at: at(start), end_at: at(end), reason: "Lunch" });
		for (const query of [`&day=${day}`, `&artist_id=${kai}&week=${day}`]) {
			await open(query);
			const isWhole = await page.locator(".item.block .times").evaluateAll((times) =>
				// biome-ignore lint/suspicious/noExplicitAny: the page has the types of a browser
				times.map((time: any) => time.scrollWidth <= time.clientWidth),
			);
			expect(isWhole, query).toEqual([true, true, true]);
		}
	});

	it("shows by itself what somebody else changes, and the focus stays", async () => {
		const { page, call, id, kai, ana } = await openDesk();
		const mine = entry(page, "Ana");
		await mine.focus();
		const times = { start_at: at("15:00"), end_at: at("16:00") };
		const { body } = { body: await call("POST", "/v1/appointments", { artist_id: kai, client_id: ana.id, ...times }) };
		await page.locator(`a.item[href*="${body.id}"]`).waitFor({ timeout: 30_000 });
		await call("PATCH", `/v1/appointments/${id}`, { start_at: at("12:00") });
		const moved = page.locator(`a.item[href*="${id}"]`).filter({ hasText: "12:00–13:00" });
		await moved.waitFor({ timeout: 30_000 });
		expect(await isFocused(moved)).toBe(true);
	});
});
