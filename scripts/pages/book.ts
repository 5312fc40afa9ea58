// Books, moves and cancels on the booking page, like an artist's client, and calls a function at each page.
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { mailsTo } from "./mails.ts";

export interface Contact {
	name: string;
	email: string;
}

/** The click leads to another page. */
async function follow(page: Page, target: Locator): Promise<void> {
	const arrival = page.waitForEvent("framenavigated", (frame) => frame === page.mainFrame());
	await Promise.all([arrival, target.click()]);
	await page.waitForLoadState();
}

export const times = (page: Page) => page.locator("#times .times button");

export async function openDay(page: Page, url: string, nth = 0): Promise<void> {
	await page.goto(url);
	const days = page.locator(".month a");
	if ((await days.count()) > nth) await follow(page, days.nth(nth));
	else {
		await follow(page, page.getByRole("link", { name: "Later" }));
		await follow(page, days.nth(nth));
	}
	await times(page).first().waitFor();
}

export async function chooseTime(page: Page, nth = 0): Promise<void> {
	await follow(page, times(page).nth(nth));
	await page.locator("#name").waitFor();
}

const samples: Record<string, string> = {
	number: "12",
	email: "friend@example.com",
	tel: "+49 30 1234567",
	date: "1994-05-17",
	url: "https://pictures.example/fern.jpg",
	textarea: "A fern that grows around the wrist.\nNot too dark.",
};

const chosenPictures = (page: Page) => page.locator(".chosen-pictures li");

/** If a script sends the pictures, they have arrived afterwards. */
export async function choosePictures(page: Page, count: number): Promise<void> {
	const before = await chosenPictures(page).count();
	const files = Array.from({ length: count }, (_, n) => ({
		name: `picture-${n + 1}.png`,
		mimeType: "image/png",
		buffer: smallPicture,
	}));
	await page.locator("input[type=file]").setInputFiles(files);
	if ((await page.locator(".picture-question [role=status]").count()) > 0)
		await page
			.locator(".chosen-pictures input[type=hidden]")
			.nth(before + count - 1)
			.waitFor({ state: "attached" });
}

/** A PNG of 2 by 3 pixels. */
const smallPicture = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADklEQVR4nGOIAgMGFAoAQocGVRsGHywAAAAASUVORK5CYII=",
	"base64",
);

export async function fillIn(page: Page, { name, email }: Contact): Promise<void> {
	await page.locator("#name").fill(name);
	await page.locator("#email").fill(email);
	for (const field of await page.locator(".form-part :is(input:not([type=hidden]), textarea, select)").all()) {
		const type = await field.evaluate((element) => (element as unknown as { type: string }).type);
		if (type === "select-one") await field.selectOption({ index: 1 });
		else if (type === "file") await choosePictures(page, 3);
		else if (type === "checkbox") await field.check();
		else await field.fill(samples[type] ?? "Ana Lima");
	}
	const birth = page.locator("#date_of_birth");
	if ((await birth.count()) > 0) await birth.fill("1994-05-17");
	const signature = page.locator("#signature");
	if ((await signature.count()) > 0) await signature.fill(name);
}

export const send = (page: Page): Promise<void> => follow(page, page.locator("main form .primary"));

export async function sendUnchecked(page: Page): Promise<void> {
	await page.evaluate('for (const form of document.querySelectorAll("main form")) form.noValidate = true');
	await send(page);
}

/** The path of the manage link that was mailed to an address. */
export async function manageLink(origin: string, email: string): Promise<string> {
	for (let tries = 0; tries < 100; tries++) {
		for (const { text } of await mailsTo(origin, email)) {
			const [path] = /\/manage\/\w+/.exec(text) ?? [];
			if (path) return path;
		}
		await sleep(100);
	}
	throw new Error(`No mail with a manage link came to ${email}.`);
}

interface BookingWalk {
	/** Opens a page in a new browser context. */
	newPage(): Promise<Page>;
	/** The address of an artist's page. */
	artist: string;
	/** The slug of an event type with an intake form and a consent form, and of one that the studio confirms. */
	type: string;
	requested: string;
	/** Is called for each page that is open. */
	look(step: string, page: Page): Promise<void>;
}

/** Visits every page of the booking page, in each of its states. */
export async function walkBookingPages({ newPage, artist, type, requested, look }: BookingWalk): Promise<void> {
	const { origin } = new URL(artist);
	const url = `${artist}/book/${type}`;
	const contact = { name: "Ana Lima", email: `ana-${Date.now()}@example.com` };
	const [page, other] = [await newPage(), await newPage()];

	await page.goto(artist);
	await look("artist", page);
	await page.goto(url);
	await look("month", page);
	await page.goto(`${url}?month=2199-01`);
	await look("month-without-times", page);
	// Visitors can neither move nor cancel an appointment of the next two days.
	await openDay(page, url, 3);
	await look("day", page);

	await openDay(other, url, 3);
	await chooseTime(page);
	await look("form", page);
	await follow(page, page.locator('button[name="other_time"]'));
	await look("other-time", page);
	await follow(page, page.locator('button[name="keep"]'));
	await follow(other, times(other).first());
	await look("time-taken", other);

	await page.locator("#name").fill(contact.name);
	await page.locator("#email").fill("nobody");
	await sendUnchecked(page);
	await look("form-refused", page);
	await fillIn(page, contact);
	await page.evaluate('document.querySelector("#website").value = "spam"');
	await send(page);
	await look("form-too-many", page);

	// The visitor chose another time in another window, and somebody else took the first one.
	const second = await page.context().newPage();
	await openDay(second, url, 4);
	await chooseTime(second);
	await openDay(other, url, 3);
	await chooseTime(other);
	await send(page);
	await look("form-time-taken", page);
	await follow(page, page.locator('button[name="instead"]').first());
	await page.getByRole("alert").waitFor({ state: "detached" });
	await send(page);
	await page.getByRole("heading", { name: "You are booked" }).waitFor();
	await look("booked", page);

	const link = await manageLink(origin, contact.email);
	await page.goto(origin + link);
	await look("manage", page);
	await follow(page, page.getByRole("link", { name: "Move" }));
	await page.waitForURL(`**${link}/move`);
	await look("move", page);
	await follow(page, page.locator(".month a").last());
	await look("move-day", page);
	await page.locator("#email").fill("somebody-else@example.com");
	await follow(page, times(page).first());
	await look("move-refused", page);
	await page.locator("#email").fill(contact.email);
	await follow(page, times(page).first());
	await page.getByText("The appointment has been moved.").waitFor();
	await look("moved", page);
	await follow(page, page.getByRole("link", { name: "Cancel" }));
	await page.waitForURL(`**${link}/cancel`);
	await look("cancel", page);
	await page.locator("#email").fill("somebody-else@example.com");
	await follow(page, page.getByRole("button", { name: "Cancel the appointment" }));
	await look("cancel-refused", page);
	await page.locator("#email").fill(contact.email);
	await follow(page, page.getByRole("button", { name: "Cancel the appointment" }));
	await page.getByRole("heading", { name: "Your appointment is cancelled" }).waitFor();
	await look("cancelled", page);
	await page.goto(origin + link);
	await look("ended", page);
	await page.goto(`${artist}/book/nothing`);
	await look("not-found", page);

	await openDay(page, `${artist}/book/${requested}`, 2);
	await chooseTime(page);
	await fillIn(page, contact);
	await send(page);
	await page.getByRole("heading", { name: "Your request is with the studio" }).waitFor();
	await look("requested", page);
}
