import { expect, it, vi } from "vitest";
import { sharedServer } from "../drills/shared-server.ts";
import { DashboardBrowser } from "./dashboard-browser.ts";

vi.setConfig({ testTimeout: 600_000 });

const server = sharedServer();
const browser = new DashboardBrowser(server);

/** The names of the entry's controls: those that a mouse can hit, and those that are too close to others. */
const reachOfEntry = `(() => {
	const controls = [...document.querySelector("article.entry").querySelectorAll("a, button, select")];
	const nameOf = (control) => control.name || control.textContent.trim();
	const isHit = (control) => {
		control.scrollIntoView({ block: "center" });
		const { left, top, width, height } = control.getBoundingClientRect();
		return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
	};
	const isNear = (one, other) => {
		const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
		return a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 4 && b.top < a.bottom + 4;
	};
	return {
		hit: controls.filter(isHit).map(nameOf),
		near: controls.filter((one) => controls.some((other) => other !== one && isNear(one, other))).map(nameOf),
	};
})()`;

it("a mouse reaches everything that can be done with a request for an appointment, at any width", async () => {
	const { studio, page } = await browser.openNew();
	const { body } = await server.operate("POST", `/admin/tenants/${studio}/api_keys`, { name: "Drill" });
	const metadata = {
		booking_artist_id: "art_1",
		booking_event_type_id: "ety_1",
		booking_start_at: "2040-01-02T10:00:00Z",
	};
	const lead = { first_name: "Ana", last_name: "Lima", email: "ana@example.com", source: "BOOKING_PAGE", metadata };
	const answer = await server.call("POST", "/v1/leads", { key: body.key, body: lead });
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	for (const width of [360, 480, 640, 768, 1024, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await page.goto(`${server.origin}/dashboard`);
		const { hit, near } = await page.evaluate<{ hit: string[]; near: string[] }>(reachOfEntry);
		expect(hit, `${width} px`).toEqual(["Ana Lima", "Confirm", "Decline", "stage", "Save", "Archive"]);
		expect(near, `${width} px`).toEqual([]);
	}
});
