import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LoopbackReceiver } from "../../lab/harness/loopback-receiver.ts";
import { accept, newPerson, newStudio } from "../../lab/harness/person.ts";
import { until } from "../../lab/harness/server.ts";
import { signInAt } from "../../scripts/pages/crawl.ts";
import { mailsTo } from "../../scripts/pages/mails.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { button, inPage, isFocused, press, tabTo } from "./browser.ts";
import { DashboardBrowser, goTo, heading, link, said } from "./dashboard-browser.ts";
import { faultsOfPage } from "./page-checks.ts";

// A browser is slow on a machine under other load.
vi.setConfig({ testTimeout: 600_000 });

const server = sharedServer();
const browser = new DashboardBrowser(server);
const receiver = new LoopbackReceiver();

beforeAll(() => receiver.listen());
afterAll(() => receiver.close());

const ways: [string, boolean][] = [
	["without script", false],
	["with script", true],
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
			await said(page, "The client has been created.");
		};
		await add("Ana", "ana@example.com");
		await add("Anita", "anita@example.com");
		await goTo(page, "Clients");
		await page.getByLabel("Search by name").fill("ana@ex");
		await page.keyboard.press("Enter");
		await page.waitForURL(/[?&]q=ana%40ex/);
		await link(page, "Anita").waitFor({ state: "detached" });
		await link(page, "Ana").click();
		await link(page, "Edit").click();
		await page.getByLabel("Notes").fill("Brings <b>her</b> dog.");
		await button(page, "Save").click();
		await said(page, "The client has been changed.");
		await page.getByText("Brings <b>her</b> dog.").waitFor();
		await button(page, "Block").click();
		await page.getByText("Blocked", { exact: true }).waitFor();
		await link(page, "New idea").click();
		await page.getByLabel("Subject").fill("Fern");
		await button(page, "Create").click();
		await said(page, "The idea has been created.");
		await button(page, "Archive").click();
		await said(page, "The idea has been archived.");
		await link(page, "Ana").click();
		await link(page, "Merge").click();
		await link(page, "Choose Anita").click();
		await heading(page, "Merge Anita into Ana?").waitFor();
		await button(page, "Merge").click();
		await page.getByRole("cell", { name: "anita@example.com" }).waitFor();
		await link(page, "Delete").click();
		await button(page, "Delete").click();
		await said(page, "The client has been deleted");
		await page.getByRole("heading", { name: "No clients yet" }).waitFor();
	});

	it("makes a form, moves its questions, saves it with the Enter key, tries it and changes it", async () => {
		const { page } = await open();
		await goTo(page, "Forms");
		await link(page, "New form").first().click();
		await page.getByLabel("Name", { exact: true }).fill("Before we draw");
		await page.locator("#question_0_label").fill("Your email");
		await page.locator("#question_0_type").selectOption("email");
		await page.locator("#question_1_label").fill("Which size?");
		expect(await page.locator("#question_1_options").isVisible()).toBe(false);
		await page.locator("#question_1_type").selectOption("select");
		await page.locator("#question_1_options").fill("Small\nLarge");
		await button(page, "More questions").click();
		await page.locator("#question_5_label").waitFor();
		await page.locator("#question_1 input[type=checkbox]").check();
		await button(page, "Move question 2 up").click();
		await expect.poll(() => page.locator("#question_0_label").inputValue()).toBe("Which size?");
		expect(await page.locator("#question_0 input[type=checkbox]").isChecked()).toBe(true);
		await page.getByLabel("Name", { exact: true }).press("Enter");
		await said(page, "The form has been created.");
		await link(page, "Preview").click();
		await page.getByLabel("Which size?").selectOption("Large");
		await button(page, "Try").click();
		await said(page, "The form takes these answers. Nothing has been stored.");
		await link(page, "Before we draw").click();
		await link(page, "Edit").click();
		await button(page, "Remove question 2: Your email").click();
		await expect.poll(() => page.locator("#question_1_label").count()).toBe(0);
		await button(page, "Save").last().click();
		await said(page, "The form has been changed.");
		expect(await page.getByRole("cell", { name: "Your email" }).count()).toBe(0);
		await link(page, "Submissions").click();
		await page.getByRole("heading", { name: "No submissions yet" }).waitFor();
	});

	it("changes their email behind a mailed link", async () => {
		const { page, person } = await open();
		const email = `new-${person.email}`;
		await goTo(page, "Account");
		await page.getByLabel("New email").fill(email);
		await page.locator("#email_password").fill(person.password);
		await button(page, "Send link").click();
		await said(page, "We have sent a mail to the new address.");
		const mails = () => mailsTo(server.origin, email);
		await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1);
		const link = /\/confirm_email\/\w+/.exec((await mails())[0]?.text ?? "")?.[0];
		await page.goto(server.origin + link);
		await button(page, "Confirm").click();
		await said(page, "The email has been changed.");
		await page.getByRole("main").getByText(email).waitFor();
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
		if (javaScriptEnabled) expect(await faultsOfPage(page)).toEqual([]);
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
		await said(page, "The key has been paused.");
		expect(await asks()).not.toBe(studio);
		await button(page, "Resume").click();
		await said(page, "The key works again.");
		expect(await asks()).toBe(studio);
		await link(page, "Revoke").click();
		await button(page, "Revoke").click();
		await said(page, "The key has been revoked.");
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
		await tabTo(page, page.getByRole("searchbox"));
		await page.keyboard.type("ana");
		await press(page, "Search");
		await page.waitForURL(/[?&]q=ana/);
	});

	it("skips the navigation by keyboard", async () => {
		const { page } = await open();
		await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
		await page.keyboard.press("Enter");
		await until(() => isFocused(page.locator("main")), 5000, "the content has the focus");
	});

	it("adds an endpoint, tests it, sees why its receiver fails, mends it, replays, rotates, disables, recovers and deletes", async () => {
		const { page, studio } = await open();
		const hook = `/hook-${studio}`;
		const isWorking = { yes: true };
		receiver.answer(hook, (response) => {
			response.statusCode = isWorking.yes ? 200 : 400;
			response.end(isWorking.yes ? "thanks" : "Database connection lost");
		});
		await goTo(page, "Webhooks");
		await link(page, "New endpoint").first().click();
		await page.getByLabel("URL").fill(receiver.url(hook));
		await page.getByLabel("Description").fill("Newsletter");
		await button(page, "Create").click();
		expect(await page.locator("#secret").textContent()).toMatch(/^whsec_/);
		await link(page, "Send a test").click();
		await page.getByLabel("Event type").selectOption("lead.created");
		await button(page, "Test").click();
		await heading(page, "lead.created").waitFor();
		await until(() => receiver.at(hook).length === 1, 10_000, "the test arrives");
		isWorking.yes = false;
		await server.operate("POST", `/admin/tenants/${studio}/events`, { type: "payment.succeeded", data: {} });
		await until(() => receiver.at(hook).length === 2, 10_000, "the event arrives");
		await link(page, "Newsletter").click();
		const failed = page.getByRole("row").filter({ hasText: "payment.succeeded" });
		await until(async () => (await page.reload()) !== null && (await failed.count()) === 1, 10_000, "it is listed");
		await failed.getByRole("link").first().click();
		await page.getByText("Database connection lost").waitFor();
		isWorking.yes = true;
		await button(page, "Replay").click();
		await said(page, "The delivery is being sent again.");
		await until(() => receiver.at(hook).length === 3, 10_000, "the replay arrives");
		await link(page, "Newsletter").click();
		await link(page, "Rotate").click();
		await button(page, "Rotate").click();
		await page.getByText("each delivery is signed with both secrets").waitFor();
		await link(page, "Show the endpoint's page").click();
		await link(page, "Edit").click();
		await page.getByLabel("Only the types ticked below").check();
		await page.getByLabel("lead.created").check();
		await button(page, "Save").click();
		await said(page, "The endpoint has been changed.");
		await link(page, "Disable").click();
		await button(page, "Disable").click();
		await said(page, "The endpoint has been disabled.");
		await link(page, "Activate").click();
		await button(page, "Activate").click();
		await said(page, "The endpoint has been activated.");
		await link(page, "Recover").click();
		await page.getByLabel("Since", { exact: true }).fill("2026-01-01T00:00");
		await button(page, "Count").click();
		await page.getByRole("heading", { name: "Nothing to recover" }).waitFor();
		await link(page, "Back").click();
		await link(page, "Delete").click();
		await button(page, "Delete").click();
		await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	});

	it("sets up a shop, an artist with working hours and a time block, and an event type with a form, and stops offering it", async () => {
		const { page, studio } = await open();
		const { body } = await server.operate("POST", `/admin/tenants/${studio}/api_keys`, {
			name: "F",
			scopes: ["write:forms"],
		});
		const field = { key: "allergies", label: "Allergies", type: "text" };
		const made = await server.call("POST", "/v1/forms", { key: body.key, body: { name: "Health", fields: [field] } });
		expect(made.status, JSON.stringify(made.body)).toBe(201);
		await goTo(page, "Shops");
		await link(page, "New shop").first().click();
		await page.getByLabel("Name").fill("Nadel Nord");
		await page.getByLabel("City").fill("Hamburg");
		await button(page, "Create").click();
		await said(page, "The shop has been created.");
		await goTo(page, "Artists");
		await link(page, "New artist").first().click();
		await page.getByLabel("Name").fill("Mika Berg");
		await page.getByLabel("Shop", { exact: true }).selectOption("Nadel Nord");
		await button(page, "Create").click();
		await said(page, "The artist has been created.");
		await link(page, "Edit hours").click();
		await page.getByLabel("Monday").fill("18:00-10:00, 9");
		await button(page, "Save").click();
		await page.getByRole("alert").waitFor();
		expect(await page.getByLabel("Monday").inputValue()).toBe("18:00-10:00, 9");
		await page.getByLabel("Monday").fill("10:00-13:00, 14:00-18:00");
		await button(page, "Save").click();
		await said(page, "The working hours have been saved.");
		await page.getByText("10:00–13:00, 14:00–18:00").waitFor();
		await link(page, "New time block").click();
		await page.getByLabel("From").fill("2030-01-07T00:00");
		await page.getByLabel("To").fill("2030-01-09T00:00");
		await page.getByLabel("Reason").fill("Convention");
		await button(page, "Create").click();
		await said(page, "The time has been blocked.");
		await page.getByRole("link", { name: "Delete Convention" }).click();
		await button(page, "Delete").click();
		await said(page, "The time block has been deleted.");
		await link(page, "New event type").click();
		await page.getByLabel("Name").fill("Full day");
		await page.getByLabel("Length in minutes", { exact: true }).fill("360");
		const form = page.locator("select").filter({ has: page.locator("option", { hasText: "Health" }) });
		await page.locator("details", { has: form.first() }).locator("summary").click();
		await form.first().selectOption("Health");
		await button(page, "Create").click();
		await heading(page, "Full day").waitFor();
		expect(await page.locator("#booking-address").textContent()).toMatch(/mika-berg.*\/full-day$/);
		await page.getByText("Health").first().waitFor();
		await button(page, "Deactivate").click();
		await page.getByText("Not active").first().waitFor();
		await goTo(page, "Artists");
		await link(page, "Mika Berg").click();
		await link(page, "Deactivate").click();
		await button(page, "Deactivate").click();
		await said(page, "The artist has been deactivated");
		await goTo(page, "Shops");
		await link(page, "Nadel Nord").click();
		await link(page, "Delete").click();
		await button(page, "Delete").click();
		await page.getByRole("alert").or(page.getByText("The shop has been deleted.")).first().waitFor();
	});

	it("books a new client, is told why a time is refused, takes a suggested one, moves, cancels, books again and completes", async () => {
		const { page } = await open();
		await goTo(page, "Artists");
		await link(page, "New artist").first().click();
		await page.getByLabel("Name").fill("Mika");
		await button(page, "Create").click();
		await link(page, "Edit hours").click();
		for (const day of ["Monday", "Tuesday"]) await page.getByLabel(day).fill("10:00-18:00");
		await button(page, "Save").click();
		await link(page, "New event type").click();
		await page.getByLabel("Name").fill("Consultation");
		await page.getByLabel("Length in minutes", { exact: true }).fill("60");
		await button(page, "Create").click();
		await goTo(page, "Calendar");
		const book = async (email: string, at: string) => {
			await link(page, "Book").click();
			const client = page.getByLabel("Client", { exact: true });
			await button(page, "Continue").or(client).first().waitFor();
			if (await button(page, "Continue").count()) await button(page, "Continue").click();
			await client.fill(email);
			await page.getByText("A new client", { exact: true }).click();
			await page.getByLabel("First name").fill("Ana");
			await page.getByLabel("Event type").selectOption({ index: 1 });
			await page.getByLabel("Date and time").fill(at);
			await page.locator("main").getByRole("button", { name: "Book", exact: true }).last().click();
		};
		await book("ana@example.com", "2030-01-07T10:00");
		await said(page, "The appointment has been booked.");
		await link(page, "Calendar").click();
		await page
			.getByRole("link", { name: /10:00.*Ana/ })
			.first()
			.waitFor();
		await book("ben@example.com", "2030-01-07T10:30");
		await page.getByRole("alert").waitFor();
		expect(await page.getByLabel("Client", { exact: true }).inputValue()).toBe("ben@example.com");
		await page.getByRole("button", { name: /^Book .*, 11:00$/ }).click();
		await said(page, "The appointment has been booked.");
		await link(page, "Move").click();
		await page.getByLabel("Date and time").fill("2030-01-08T12:00");
		await page.locator("main").getByRole("button", { name: "Move", exact: true }).last().click();
		await said(page, "The appointment has been moved");
		await link(page, "Cancel").click();
		await page.getByLabel("Reason").fill("Ill");
		await button(page, "Cancel").click();
		await said(page, "The appointment has been cancelled");
		await link(page, "Book again").click();
		await page.locator("main").getByRole("button", { name: "Book", exact: true }).last().click();
		await said(page, "The appointment has been scheduled again.");
		await link(page, "Completed").click();
		await button(page, "Completed").click();
		await said(page, "The appointment has been completed.");
	});

	it("invites a colleague, who accepts, gets another role, and is removed", async () => {
		const { page, studio } = await open();
		const colleague = await newPerson(server, await newStudio(server, "Elsewhere"));
		await goTo(page, "Team");
		await link(page, "Invite").first().click();
		await page.getByLabel("Email").fill(colleague.email);
		await page.getByLabel("Staff").check();
		await button(page, "Invite").click();
		await said(page, "The invitation has been sent by mail.");
		await page.getByRole("cell", { name: colleague.email, exact: true }).waitFor();
		await accept(server, colleague);
		await page.reload();
		await page.getByRole("heading", { name: "No open invitations" }).waitFor();
		const member = page.getByRole("row").filter({ hasText: colleague.email });
		const cookie = await signInAt(server.origin, colleague.email, colleague.password);
		const team = (role: string) =>
			until(
				async () =>
					(await fetch(`${server.origin}/dashboard/team?studio=${studio}`, { headers: { Cookie: cookie } })).status ===
					(role === "OWNER" ? 200 : 403),
				10_000,
				`the colleague is ${role}`,
			);
		await team("STAFF");
		await member.getByRole("link", { name: "Edit" }).click();
		await page.getByLabel("Owner").check();
		await button(page, "Save").click();
		await said(page, "The role has been changed.");
		await team("OWNER");
		await member.getByRole("link", { name: "Remove" }).click();
		await button(page, "Remove").click();
		await said(page, "This person is no longer a member of the studio.");
		expect(await member.count()).toBe(0);
		const { status } = await fetch(`${server.origin}/dashboard?studio=${studio}`, { headers: { Cookie: cookie } });
		expect(status).toBe(404);
	});
});
