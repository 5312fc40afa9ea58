import { describe, expect, it, vi } from "vitest";
import { amount, full } from "../../support/depth.ts";
import { button, inPage, isFocused, press, tabTo } from "../browser.ts";
import { DashboardBrowser, goTo, heading, link, said } from "../dashboard-browser.ts";
import { faultsOf, looks } from "../look.ts";
import { until } from "../server.ts";
import { sharedServer } from "../shared-server.ts";

// A browser needs long for a person's way where others need the machine, too.
vi.setConfig({ testTimeout: amount(120_000, 600_000) });

const server = sharedServer();
const browser = new DashboardBrowser(server);

/** Nothing needs a script, so that a quick run goes without. */
const ways: [string, boolean][] = [
	["without script", false],
	...(full ? [["with script", true] as [string, boolean]] : []),
];

describe.each(ways)("an owner, %s,", (_, javaScriptEnabled) => {
	const open = () => browser.openNew({ javaScriptEnabled });

	it("adds a client, changes, blocks and finds them, notes an idea, merges a second one, and deletes the client", async () => {
		const { page } = await open();
		const add = async (name: string, email: string) => {
			await goTo(page, "Clients");
			await link(page, "New client").first().click();
			await page.getByLabel("First name").fill(name);
			await page.getByLabel("Email").fill(email);
			await button(page, "Create").click();
			await said(page, "The client is added.");
		};
		await add("Ana", "ana@example.com");
		await add("Anita", "anita@example.com");
		await goTo(page, "Clients");
		await page.getByLabel("Search by name").fill("ana@ex");
		await page.keyboard.press("Enter");
		await link(page, "Ana").click();
		expect(await page.getByRole("table").count()).toBe(1);
		await link(page, "Edit").click();
		await page.getByLabel("Notes").fill("Brings <b>her</b> dog.");
		await button(page, "Save").click();
		await said(page, "The client is changed.");
		await page.getByText("Brings <b>her</b> dog.").waitFor();
		await button(page, "Block").click();
		await page.getByText("Blocked", { exact: true }).waitFor();
		await link(page, "New idea").click();
		await page.getByLabel("Subject").fill("Fern");
		await button(page, "Create").click();
		await said(page, "The idea is added.");
		await button(page, "Archive").click();
		await said(page, "The idea is archived.");
		await link(page, "Ana").click();
		await link(page, "Merge").click();
		await link(page, "Choose Anita").click();
		await heading(page, "Merge Anita into Ana?").waitFor();
		await button(page, "Merge").click();
		await page.getByRole("cell", { name: "anita@example.com" }).waitFor();
		await link(page, "Delete").click();
		await button(page, "Delete").click();
		await said(page, "The client is deleted");
		await page.getByRole("heading", { name: "No clients yet" }).waitFor();
	});

	it("sees in a refused form what was typed and what is wrong, at the field too", async () => {
		const { page, studio } = await open();
		await page.goto(`${server.origin}/dashboard/clients/new?studio=${studio}`);
		await page.getByLabel("First name").fill("Ana");
		await page.getByLabel("Notes").fill("kept");
		// The browser would not send it. Others do.
		await inPage(page, ({ document }) => {
			document.querySelector("main form").noValidate = true;
			document.querySelector("#email").type = "text";
		});
		await page.getByLabel("Email").fill("nobody");
		await button(page, "Create").click();
		await page.getByRole("alert").waitFor();
		expect(await page.getByLabel("Notes").inputValue()).toBe("kept");
		const email = page.getByLabel("Email");
		expect(await email.inputValue()).toBe("nobody");
		expect(await email.getAttribute("aria-invalid")).toBe("true");
		await page.getByRole("alert").getByRole("link").click();
		expect(new URL(page.url()).hash).toBe("#email");
		if (javaScriptEnabled) for (const look of looks) expect(await faultsOf(page, look)).toEqual([]);
	});

	it("makes a key that works, pauses it, lets it go on, and revokes it", async () => {
		const { page, studio } = await open();
		await link(page, "New key").click();
		await page.getByLabel("Name").fill("Website");
		await button(page, "Create").click();
		const key = (await page.locator("#value").textContent()) ?? "";
		const asks = async () => {
			const { status, body } = await server.call("GET", "/v1/me", { key });
			return status === 200 ? body.tenant_id : body.code;
		};
		expect(await asks()).toBe(studio);
		await link(page, "Show the key's page").click();
		await button(page, "Pause").click();
		await said(page, "The key is paused.");
		expect(await asks()).not.toBe(studio);
		await button(page, "Resume").click();
		await said(page, "The key works again.");
		expect(await asks()).toBe(studio);
		await link(page, "Revoke").click();
		await button(page, "Revoke").click();
		await said(page, "The key is revoked.");
		expect(await asks()).not.toBe(studio);
	});

	it("sees a new lead on the overview and makes a client of them", async () => {
		const { page, studio } = await open();
		const { body } = await server.operate("POST", `/admin/tenants/${studio}/api_keys`, {
			name: "Website",
			scopes: ["write:leads"],
		});
		const lead = { first_name: "Lea", email: "lea@example.com", message: "<script>alert(1)</script>" };
		await server.call("POST", "/v1/leads", { key: body.key, body: lead });
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await page.getByText("<script>alert(1)</script>").waitFor();
		await page.getByRole("button", { name: "Make a client of Lea" }).click();
		await heading(page, "Lea").waitFor();
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await page.getByRole("heading", { name: "No new leads" }).waitFor();
	});

	it("at 360 px opens the menu and goes to another area by keyboard alone", async () => {
		const { page, studio } = await open();
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`${server.origin}/dashboard?studio=${studio}`);
		await tabTo(page, page.locator(".menu > summary"));
		await page.keyboard.press("Enter");
		await tabTo(page, page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Clients" }));
		await page.keyboard.press("Enter");
		await heading(page, "Clients").waitFor();
		await press(page, "Search");
		await page.waitForURL(/[?&]q=/);
	});

	it("skips the navigation by keyboard", async () => {
		const { page } = await open();
		await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
		await page.keyboard.press("Enter");
		await until(() => isFocused(page.locator("main")), 5000, "the content has the focus");
	});
});
