import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "../../src/platform/context.ts";
import type { AppContext } from "../../src/platform/http/request/app-env.ts";
import { problem } from "../../src/platform/problems/problem.ts";
import { executeOnce, newFormId } from "../../src/web/ui/execute-once.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { type Member, newMember, textOf } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { eventsAndAuditOf, noEventsOrAudit } from "../support/events-and-audit.ts";
import { databaseOf, localIn } from "../support/local.ts";

beforeEach(() => advance(60));

const path = "/clients/new";
const ana = { first_name: "Ana", email: "ana@example.com" };
const where = ({ headers }: { headers: Headers }) => headers.get("Location");
const clientsOf = ({ tenantId }: Member) => rows("SELECT email FROM clients WHERE tenant_id = ?", tenantId);

describe("a form that creates something", () => {
	it("has an id that no other form has, each time it is shown", async () => {
		const owner = await newMember();
		const shown = await Promise.all([owner.open(200, path), owner.open(200, path)]);
		const ids = shown.map(({ text }) => /name="form_id" value="(\w{22})"/.exec(text)?.[1]);
		expect(new Set(ids).size).toBe(2);
		expect(ids).not.toContain(undefined);
	});

	it("creates one record when it is sent twice, and both answers lead to it", async () => {
		const owner = await newMember();
		const form = { ...ana, form_id: newFormId() };
		let first: string | null = null;
		const left = await eventsAndAuditOf(owner.tenantId, async () => {
			first = where(await owner.submit(303, path, form));
			expect(where(await owner.submit(303, path, form))).toBe(first);
		});
		const by = `by user ${owner.person.id}`;
		expect(left).toEqual({ events: [`client.created ${by}`], audit: [`client.created ${by}`] });
		expect(first).toMatch(/^\/dashboard\/clients\/cli_[0-9a-f]{32}\?/);
	});

	it("creates one record when it is sent twenty times at once", async () => {
		const owner = await newMember();
		const form = { ...ana, form_id: newFormId() };
		const answers = await Promise.all(Array.from({ length: 20 }, () => owner.submit(303, path, form)));
		expect(new Set(answers.map(where)).size).toBe(1);
		expect(await clientsOf(owner)).toEqual([{ email: ana.email }]);
		const events = await rows("SELECT type FROM events WHERE tenant_id = ?", owner.tenantId);
		expect(events).toEqual([{ type: "client.created" }]);
	});

	it("gets the answer of the same form, which made the record that it is refused for", async () => {
		const owner = await newMember();
		const { caller, writer } = localIn(await databaseOf(owner.tenantId));
		const ctx = await inTenant(caller, owner.tenantId);
		const c = { get: () => writer, req: { path } } as unknown as AppContext;
		const formOf = (id: string) => ({ by: owner.person.id, values: { email: [ana.email], form_id: [id] } });
		const form = formOf(newFormId());
		const faster = () => executeOnce(c, ctx, form, () => ({ result: "made", writes: [sql`SELECT 1`] }));
		const refused = async () => {
			await faster();
			throw problem("conflict", "It exists.");
		};
		expect(await executeOnce(c, ctx, form, refused)).toEqual({ result: "made", isReplay: true });
		await expect(executeOnce(c, ctx, formOf(newFormId()), refused)).rejects.toMatchObject({ code: "conflict" });
	});

	it("with other values is another form, even with the same id", async () => {
		const owner = await newMember();
		const form_id = newFormId();
		await owner.submit(303, path, { ...ana, form_id });
		await owner.submit(303, path, { ...ana, email: "bo@example.com", form_id });
		expect(await clientsOf(owner)).toHaveLength(2);
	});

	it("of another person is another form, even with the same id and values", async () => {
		const [one, other] = [await newMember(), await newMember()];
		const form = { ...ana, form_id: newFormId() };
		await one.submit(303, path, form);
		await other.submit(303, path, form);
		expect(await clientsOf(other)).toEqual([{ email: ana.email }]);
	});

	it("that was refused is refused again in the same words, and makes the record once it is right", async () => {
		const owner = await newMember();
		await owner.submit(303, path, { ...ana, form_id: newFormId() });
		const form = { ...ana, first_name: "Bo", form_id: newFormId() };
		const left = await eventsAndAuditOf(owner.tenantId, async () => {
			for (let n = 0; n < 2; n++) {
				const { text } = await owner.submit(409, path, form);
				expect(text).toContain("Another client has this email.");
				expect(text).toContain('value="Bo"');
			}
		});
		expect(left).toEqual(noEventsOrAudit);
		await owner.submit(303, path, { ...form, email: "bo@example.com" });
		expect(await clientsOf(owner)).toHaveLength(2);
	});

	it("that was refused for what is gone now is tried anew when its values are the same but its id is another", async () => {
		const owner = await newMember();
		const first = where(await owner.submit(303, path, { ...ana, form_id: newFormId() }));
		await owner.submit(409, path, { ...ana, form_id: newFormId() });
		const id = /cli_[0-9a-f]{32}/.exec(first ?? "")?.[0];
		await owner.submit(303, `/clients/${id}/delete`);
		await owner.submit(303, path, { ...ana, form_id: newFormId() });
		expect(await clientsOf(owner)).toHaveLength(1);
	});

	it("cannot be sent with a made-up id to hear what another studio's form made", async () => {
		const [one, other] = [await newMember(), await newMember()];
		const form = { ...ana, form_id: newFormId() };
		const made = where(await one.submit(303, path, form));
		expect(where(await other.submit(303, path, form))).not.toBe(made);
		await call(404, other.at(made?.split("?")[0]?.replace("/dashboard", "") ?? ""), {
			headers: { Cookie: other.cookie },
		});
	});
});

describe("a form that changes nothing stores nothing, also with the id of a form that creates", () => {
	const stored = ({ tenantId }: Member) =>
		rows(
			`SELECT (SELECT count(*) FROM idempotency_records WHERE tenant_id = ?1) AS answers,
				(SELECT added FROM stored_bytes WHERE tenant_id = ?1) AS bytes`,
			tenantId,
		);

	/** Each form has an id of its own each time. */
	async function leavesNothing(owner: Member, status: number, path: string, form: Record<string, string>) {
		const before = await stored(owner);
		for (let n = 0; n < 3; n++) await owner.submit(status, path, { ...form, form_id: newFormId() });
		expect(await stored(owner), path).toEqual(before);
	}

	it("as the check of a signature, however much is pasted", async () => {
		const owner = await newMember();
		await owner.submit(200, "/webhooks/new", { url: "https://example.com/", which: "all" });
		const [endpoint] = await rows("SELECT id FROM webhook_endpoints WHERE tenant_id = ?", owner.tenantId);
		const pasted = { headers: "Service-Signature: t=1,v1=2", body: "x".repeat(900_000) };
		await leavesNothing(owner, 200, `/webhooks/${endpoint?.id}/verify`, pasted);
	});

	it("as one that is refused, and one of a page that does not exist", async () => {
		const owner = await newMember();
		await owner.submit(303, path, ana);
		await leavesNothing(owner, 409, path, { ...ana, first_name: "Bo" });
		await leavesNothing(owner, 422, "/webhooks/new", { url: "https://10.0.0.1/", which: "all" });
		await leavesNothing(owner, 404, "/nothing", { text: "x".repeat(1000) });
	});

	it("as one that is saved as it was", async () => {
		const owner = await newMember();
		const at = where(await owner.submit(303, path, ana))?.match(/clients\/\w+/)?.[0] ?? "";
		await leavesNothing(owner, 303, `/${at}/edit`, ana);
	});
});

describe("a form that is refused", () => {
	/** Each fault of the summary must also stand at its field. */
	async function faultsAt(path: string, form: Record<string, string>): Promise<Record<string, string>> {
		const owner = await newMember();
		const { text } = await owner.submit(422, path, form);
		const told = [...text.matchAll(/<li><a href="#(\w+)">(.*?)<\/a><\/li>/g)].map(([, name = "", fault = ""]) => {
			expect(text).toContain(`<span class="fault" id="${name}-fault">${fault}</span>`);
			return [name, textOf(fault)];
		});
		return Object.fromEntries(told);
	}
	const type = { name: "Sleeve", duration_minutes: "60", kind: "TATTOO", visibility: "PUBLIC" };

	it("calls its fields as their labels do, and says what they must be", async () => {
		const numbers = { duration_minutes: "3", price_amount: "cheap", max_reschedules: "2000", min_age: "1.5" };
		expect(await faultsAt("/event_types/new", { ...type, ...numbers, reminder_hours: "soon" })).toEqual({
			artist_id: "Artist is required.",
			duration_minutes: "Length in minutes must be at least 5.",
			price_amount: "Amount must be a number.",
			max_reschedules: "“Moves, at most” must be at most 1000.",
			min_age: "“Age, at least” must be a whole number.",
			reminder_hours: "“Reminders, hours before” must be a number.",
		});
		expect(await faultsAt("/artists/new", { name: "", max_appointments_per_day: "0", website_url: "mia" })).toEqual({
			name: "Name must not be empty.",
			max_appointments_per_day: "“Appointments a day, at most” must be at least 1.",
			website_url: "Website must be an http or https URL.",
		});
		expect(await faultsAt("/webhooks/new", { url: "https://example.com/", which: "chosen" })).toEqual({
			events: "Event types: choose at least one.",
		});
		expect(await faultsAt("/clients/new", { first_name: "Ana", email: "ana", date_of_birth: "May" })).toEqual({
			email: "Email must be an email address.",
			date_of_birth: "Date of birth must be a date such as 2026-01-31.",
		});
	});

	it("says so for what only the operation finds", async () => {
		const shop_id = "shp_1";
		expect(await faultsAt("/artists/new", { name: "Mia", shop_id })).toEqual({
			shop_id: "Shop is no shop of this studio.",
		});
	});
});
