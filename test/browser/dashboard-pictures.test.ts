import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { button, inPage, isFocused, tabTo } from "./browser.ts";
import { DashboardBrowser, heading, link, said } from "./dashboard-browser.ts";
import { faultsOfPage, watchForShifts } from "./page-checks.ts";

const server = sharedServer();
const browser = new DashboardBrowser(server);

const png = (name: string, bytes: Uint8Array = newPicture()) => ({
	name,
	mimeType: "image/png",
	buffer: Buffer.from(bytes),
});

async function openIdea(options = {}) {
	const owner = await browser.newOwner();
	const scopes = ["read:clients", "write:clients", "read:ideas", "write:ideas"];
	const { body } = await server.operate("POST", `/admin/tenants/${owner.studio}/api_keys`, { name: "Website", scopes });
	const { key } = body;
	const create = async (path: string, body: object) => (await server.call("POST", path, { key, body })).body;
	const client = await create("/v1/clients", { first_name: "Ana", email: "ana@example.com" });
	const idea = await create("/v1/ideas", { client_id: client.id, subject: "Fern" });
	const page = await browser.openAs(owner.cookie, { viewport: { width: 1280, height: 800 }, ...options });
	await page.goto(`${server.origin}/dashboard/clients/${client.id}/ideas/${idea.id}?studio=${owner.studio}`);
	const captions = async (): Promise<(string | null)[]> =>
		(await server.call("GET", `/v1/ideas/${idea.id}/pictures`, { key })).body.data.map(
			({ caption }: { caption: string | null }) => caption,
		);
	return { page, captions };
}

const files = (page: Page) => page.getByLabel("Add pictures");
const shown = (page: Page) => page.locator("main [data-pictures] img");

/** Gives the page files as a drop or a paste does. With `size` they are so many empty bytes. */
const give = (page: Page, kind: "drop" | "paste", names: string[], size?: number) =>
	page.evaluate(
		`(() => {
			const data = new DataTransfer();
			for (const [name, bytes] of ${JSON.stringify(names.map((name) => [name, size ?? [...newPicture()]]))})
				data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
			const given = { bubbles: true, cancelable: true };
			document.querySelector("main h1").dispatchEvent(${
				kind === "drop"
					? 'new DragEvent("drop", { ...given, dataTransfer: data })'
					: 'new ClipboardEvent("paste", { ...given, clipboardData: data })'
			});
		})()`,
	);

async function addNamed(page: Page, names: string[]) {
	await files(page).setInputFiles(names.map((name) => png(`${name}.png`)));
	await button(page, "Add").click();
	await said(page, `Pictures added: ${names.length}.`);
	const here = page.url();
	const pages = await page.locator("main a[data-picture]").evaluateAll((all) => all.map((one) => String(one)));
	for (const [n, address] of pages.entries()) {
		await page.goto(address);
		await page.getByLabel("Caption").fill(names[n] ?? "");
		await button(page, "Save").click();
		await page.getByText("The caption has been saved.").waitFor();
	}
	await page.goto(here);
}

describe("pictures, where scripts run,", () => {
	it("are taken by choosing, dropping and pasting, and each refusal has its words (contract: Dashboard 66)", async () => {
		const { page, captions } = await openIdea();
		await page.getByText("You can also drop them here, or paste one.").waitFor();
		await files(page).setInputFiles([png("good.png"), png("notes.png", Buffer.from("no picture"))]);
		await button(page, "Add").click();
		await said(page, "Pictures added: 1. Refused: 1.");
		await page.getByText("This is no JPEG, PNG, WebP, AVIF or HEIC picture.").waitFor();
		expect(await shown(page).count()).toBe(1);
		expect(await faultsOfPage(page)).toEqual([]);
		await give(page, "drop", ["two.png", "three.png"]);
		await said(page, "Pictures added: 2.");
		await give(page, "paste", ["four.png"]);
		await said(page, "Pictures added: 1.");
		expect(await shown(page).count()).toBe(4);
		expect(await captions()).toHaveLength(4);
	});

	it("that are too large are refused before they are sent", async () => {
		const { page, captions } = await openIdea();
		const asked: string[] = [];
		page.on("request", (request) => request.method() === "POST" && asked.push(request.url()));
		await give(page, "drop", ["large.png"], 15 * 1024 * 1024 + 1);
		await said(page, "Pictures added: 0. Refused: 1.");
		await page.getByText("This is larger than 15 MB.").waitFor();
		expect(asked).toEqual([]);
		expect(await captions()).toEqual([]);
	});

	it("that did not arrive are sent again by a button", async () => {
		const { page, captions } = await openIdea();
		await page.context().setOffline(true);
		await files(page).setInputFiles([png("one.png")]);
		await button(page, "Add").click();
		await page.getByText("This did not arrive. Check the connection.").waitFor();
		await page.context().setOffline(false);
		await button(page, "Try again").click();
		await said(page, "Pictures added: 1.");
		expect(await captions()).toHaveLength(1);
	});

	it("open in a dialog, in which the arrow keys lead to the others and Escape back", async () => {
		const { page } = await openIdea();
		await addNamed(page, ["One", "Two", "Three"]);
		const first = page.getByRole("main").getByRole("link", { name: "One" });
		await tabTo(page, first);
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog", { name: "Picture" });
		await dialog.getByRole("img", { name: "One" }).waitFor();
		expect(await faultsOfPage(page, { within: "dialog[open]" })).toEqual([]);
		await page.keyboard.press("ArrowRight");
		await dialog.getByRole("img", { name: "Two" }).waitFor();
		await dialog.getByText("2 of 3").waitFor();
		await page.keyboard.press("End");
		await page.keyboard.press("ArrowRight");
		await dialog.getByRole("img", { name: "Three" }).waitFor();
		expect(await dialog.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		const third = page.getByRole("main").getByRole("link", { name: "Three" });
		await vi.waitFor(async () => expect(await isFocused(third)).toBe(true));
	});

	it("are moved by dragging", async () => {
		const { page, captions } = await openIdea();
		await addNamed(page, ["One", "Two", "Three"]);
		await link(page, "Arrange").click();
		await heading(page, "Pictures of Fern").waitFor();
		const item = (name: string) => page.getByRole("main").getByRole("link", { name });
		await item("Three").dragTo(item("One"));
		await said(page, "The picture has place 1 now.");
		expect(await captions()).toEqual(["Three", "One", "Two"]);
		expect(await shown(page).first().getAttribute("alt")).toBe("Three");
	});
});

it("pictures are taken, looked at, moved and removed without script (contract: Dashboard 64)", async () => {
	const { page, captions } = await openIdea({ javaScriptEnabled: false });
	await files(page).setInputFiles([png("one.png"), png("two.png"), png("notes.png", Buffer.from("no picture"))]);
	await button(page, "Add").click();
	await page.getByText("2 pictures have been added. Others were refused.").waitFor();
	await page.getByText("notes.png: This is no JPEG").waitFor();
	await page.getByRole("main").getByRole("link", { name: "Picture 1" }).click();
	await heading(page, "Picture 1 of 2").waitFor();
	await page.getByLabel("Caption").fill("One");
	await button(page, "Save").click();
	await page.getByText("The caption has been saved.").waitFor();
	await link(page, "Next").click();
	await heading(page, "Picture 2 of 2").waitFor();
	await link(page, "Pictures of Fern").click();
	await button(page, "Move One one place later").click();
	await page.getByText("The picture has its new place.").waitFor();
	expect(await captions()).toEqual([null, "One"]);
	await page.getByRole("main").getByRole("link", { name: "One" }).click();
	await link(page, "Remove").click();
	await heading(page, "Remove “One”?").waitFor();
	await button(page, "Remove").click();
	await page.getByText("The picture has been removed.").waitFor();
	expect(await captions()).toEqual([null]);
});

it("nothing of a page moves while its pictures load", async () => {
	const { page } = await openIdea();
	await files(page).setInputFiles(["a", "b", "c"].map((name) => png(`${name}.png`)));
	await button(page, "Add").click();
	await said(page, "Pictures added: 3.");
	await watchForShifts(page);
	const whole = page.locator("main a[data-picture]").first();
	const addresses = [page.url(), await whole.evaluate((one) => String(one))];
	for (const address of addresses) {
		await page.goto(address, { waitUntil: "networkidle" });
		expect(await inPage(page, (window) => window.shifts)).toEqual([]);
	}
});
