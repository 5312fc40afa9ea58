import { beforeEach, describe, expect, it } from "vitest";
import { localDay } from "../../src/platform/booking-rules/working-time.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { type Member, newMember, textOf } from "../support/dashboard.ts";
import { addRows, rows } from "../support/database.ts";
import { eventsAndAuditOf } from "../support/events-and-audit.ts";
import { Receiver } from "../support/receiver.ts";
import { everyDay, newArtist, newEventType, newStudio, type Studio, setHours } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

beforeEach(() => {
	advance(60);
	new Receiver();
});

const overview = async (visitor: Member): Promise<string> => textOf((await visitor.open(200, "")).text);
const zone = "Europe/Berlin";

async function book({ id, artistId, clientId }: Studio, start: number, given: object = {}): Promise<void> {
	const row = {
		id: newId("appointment", clock.now()),
		tenant_id: id,
		artist_id: artistId,
		client_id: clientId,
		status: "SCHEDULED",
		start_at: start,
		end_at: start + hourMs / 4,
		timezone: zone,
		day_start_at: start,
		day_end_at: start + dayMs,
		created_at: start,
		updated_at: start,
	};
	await addRows(["appointments", { ...row, ...given }]);
}

describe("the studio's part of the overview", () => {
	it("shows today's appointments and the next ones, without those that are cancelled", async () => {
		const studio = await newStudio({ client: { first_name: "Ana", last_name: "Lopez" } });
		const today = localDay(clock.now(), zone);
		await book(studio, today.start + hourMs, { title: "Morning" });
		await book(studio, today.end + hourMs, { title: "Tomorrow" });
		await book(studio, today.end + 2 * hourMs, { title: "Called off", status: "CANCELLED" });
		await book(studio, today.start - hourMs, { title: "Yesterday" });
		const text = await overview(await newMember({ tenantId: studio.id }));
		expect(text).toMatch(/Today .*Ana Lopez Morning.* Next .*Ana Lopez Tomorrow/);
		expect(text).not.toMatch(/Called off|Yesterday/);
	});

	it("shows new leads with what they wrote as text, and staff may move them on", async () => {
		const studio = await newStudio();
		const message = '<img src=x onerror="alert(1)"> =HYPERLINK("https://evil.example")';
		const body = { first_name: "<b>Lea</b>", email: "lea@example.com", message };
		const { id } = (await call(201, "/v1/leads", { key: studio.key, body })).body;
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const { text } = await staff.open(200, "");
		expect(textOf(text)).toContain(message);
		expect(text).not.toMatch(/<img|<b>/);
		const by = `by user ${staff.person.id}`;
		expect(
			await eventsAndAuditOf(studio.id, () => staff.submit(303, `/leads/${id}/stage`, { stage: "CONTACTED" })),
		).toEqual({
			events: [`lead.stage_changed ${by}`],
			audit: [`lead.updated ${by}`],
		});
		expect(await overview(staff)).toContain("No new leads");
		await staff.submit(422, `/leads/${id}/stage`, { stage: "NONSENSE" });
	});

	it("archives a lead, and makes a client of one", async () => {
		const studio = await newStudio();
		const visitor = await newMember({ tenantId: studio.id });
		const lead = async (email: string) =>
			(await call(201, "/v1/leads", { key: studio.key, body: { first_name: "Lea", email } })).body.id;
		const [one, other] = [await lead("one@example.com"), await lead("other@example.com")];
		const by = `by user ${visitor.person.id}`;
		expect(await eventsAndAuditOf(studio.id, () => visitor.submit(303, `/leads/${one}/archive`))).toEqual({
			events: [`lead.archived ${by}`],
			audit: [`lead.archived ${by}`],
		});
		const answer = await visitor.submit(303, `/leads/${other}/convert`);
		expect(answer.headers.get("Location")).toMatch(/^\/dashboard\/clients\/cli_/);
		expect(await overview(visitor)).toContain("No new leads");
	});

	it("lets nobody touch a lead of another studio", async () => {
		const studio = await newStudio();
		const { id } = (await call(201, "/v1/leads", { key: studio.key, body: { first_name: "Lea" } })).body;
		const stranger = await newMember();
		for (const step of ["archive", "convert"]) await stranger.submit(404, `/leads/${id}/${step}`);
		await stranger.submit(404, `/leads/${id}/stage`, { stage: "LOST" });
		expect((await call(200, `/v1/leads/${id}`, { key: studio.key })).body).toMatchObject({
			stage: "NEW",
			archived: false,
		});
	});

	it("is all that staff sees, and tells them of calendars that cannot be read", async () => {
		const studio = await newStudio({ artist: { name: "Mia" } });
		const now = clock.now();
		await addRows([
			"external_calendars",
			{
				tenant_id: studio.id,
				artist_id: studio.artistId,
				ics_url: "sealed",
				error: "The address answered with status 500.",
				created_at: now,
				updated_at: now,
			},
		]);
		const text = await overview(await newMember({ tenantId: studio.id, role: "STAFF" }));
		expect(text).toContain("The external calendar of Mia cannot be read: The address answered with status 500.");
		expect(text).not.toMatch(/First steps|Rate limit|Events of the last|Requests of the last|Trial/);
	});
});

describe("the owner's part of the overview", () => {
	it.each([
		["solo", "100 requests a minute for each key, 50 for a test key", "0 of 3"],
		["studio", "500 requests a minute for each key, 250 for a test key", "0 of 20"],
		["empire", "500 requests a minute for each key, 250 for a test key", "0 of any number"],
	])("shows what the plan %s includes", async (plan, rate, endpoints) => {
		const text = await overview(await newMember({ plan }));
		expect(text).toContain("API access Included");
		expect(text).toContain(`Rate limit ${rate}`);
		expect(text).toContain(`Active endpoints ${endpoints}`);
	});

	it("says that Light has no API, and shows no first steps that cannot be gone", async () => {
		const text = await overview(await newMember({ plan: "light" }));
		expect(text).toContain("API access Not included");
		expect(text).not.toMatch(/First steps|Rate limit/);
	});

	it("warns of a trial's end a week ahead, of a failed payment and of a cancelled subscription", async () => {
		const owner = await newMember();
		const set = (status: string, end: number | null) =>
			rows("UPDATE tenants SET subscription_status = ?, trial_ends_at = ? WHERE id = ?", status, end, owner.tenantId);
		await set("trialing", clock.now() + 8 * dayMs);
		expect(await overview(owner)).not.toContain("Your trial ends");
		await set("trialing", clock.now() + 6 * dayMs);
		expect(await overview(owner)).toContain("Your trial ends on");
		await set("past_due", null);
		expect(await overview(owner)).toContain("The last payment for your plan failed.");
		await set("cancelled", null);
		expect(await overview(owner)).toContain("Your subscription has been cancelled.");
	});

	it("tells of endpoints that the service disabled or that keep failing, and of no others", async () => {
		const { id, key } = await newStudio();
		const token = "t".repeat(500);
		const endpoint = async (name: string, set: string) => {
			const body = { url: `https://${name}.example/hook/${token}`, events: ["*"] };
			const { endpoint } = (await call(201, "/v1/webhook_endpoints", { key, body })).body;
			await rows(`UPDATE webhook_endpoints SET ${set} WHERE id = ?`, endpoint.id);
		};
		await endpoint("dead", "status = 'DISABLED', disabled_reason = 'failures'");
		await endpoint("ailing", "consecutive_failures = 7");
		await endpoint("paused", "status = 'DISABLED', disabled_reason = 'manual'");
		await endpoint("blinked", "consecutive_failures = 1");
		const text = await overview(await newMember({ tenantId: id }));
		expect(text).toContain(`dead.example/hook/${"t".repeat(61)}… was disabled because 50 attempts in a row failed.`);
		expect(text).toContain(`ailing.example/hook/${"t".repeat(59)}… failed 7 times in a row.`);
		expect(text).not.toMatch(/paused|blinked/);
		expect(text).toContain("Active endpoints 2 of any number");
	});

	it("ticks each first step when it is true, and shows them no more when all are", async () => {
		const owner = await newMember();
		const { tenantId } = owner;
		const ticked = async () => {
			const { text } = await owner.open(200, "");
			return [...text.matchAll(/<strong>([^<]+)<\/strong> <span class="hidden">\(done\)/g)].map(([, name]) => name);
		};
		expect(await ticked()).toEqual([]);
		expect(await overview(owner)).toContain('curl https://api.test/v1/me -H "Authorization: Bearer <your key>"');
		const { key } = await newKey(tenantId);
		expect(await ticked()).toEqual(["Create a key"]);
		const artist = await newArtist(key);
		expect((await ticked())[0]).toBe("Add an artist");
		await newEventType(tenantId, artist);
		expect((await ticked()).slice(0, 2)).toEqual(["Add an artist", "Create an event type"]);
		await setHours(artist, everyDay);
		const bookable = ["Add an artist", "Set working hours", "Create an event type"];
		expect((await ticked()).slice(0, 3)).toEqual(bookable);
		const body = { url: "https://hooks.example/hook", events: ["*"] };
		await call(201, "/v1/webhook_endpoints", { key, body });
		await expect.poll(ticked).toEqual([...bookable, "Create a key", "Call the API", "Add an endpoint"]);
		await call(201, "/v1/clients", { key, body: { first_name: "Ana", email: "ana@example.com" } });
		expect(await ticked()).toContain("See a delivery");
		await newMember({ tenantId });
		expect(await overview(owner)).not.toContain("First steps");
	});

	it("shows no first steps when the studio is not new any more", async () => {
		const owner = await newMember();
		advance((31 * dayMs) / 1000);
		const later = await newMember({ tenantId: owner.tenantId });
		expect(await overview(later)).not.toContain("First steps");
	});

	it("counts the events of each of the last 14 days in the studio's zone, and the requests of the last three", async () => {
		const { id, key } = await newStudio();
		const client = (n: number) =>
			call(201, "/v1/clients", { key, body: { first_name: "Ana", email: `${n}@example.com` } });
		const before = await rows("SELECT id FROM events WHERE tenant_id = ?", id);
		// Past the next midnight of Berlin, and so long after it that the requests from before are in another bar of the chart.
		const chartBarMs = 3 * 3_600_000;
		advance((localDay(clock.now(), zone).end + chartBarMs - clock.now()) / 1000 + 60);
		for (let n = 0; n < 3; n++) await client(n);
		await call(404, "/v1/clients/cli_00000000000000000000000000000000", { key });
		const owner = await newMember({ tenantId: id });
		const text = await overview(owner);
		expect(text).toMatch(new RegExp(` ${before.length} \\d+ \\w+ 3 `));
		await expect.poll(() => overview(owner)).toMatch(/Requests of the last 3 days.* 3 1 .*Plan/);
	});
});
