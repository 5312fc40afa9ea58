import { beforeEach, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectAudited, follow, formsOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { newKey, operate } from "../support/world.ts";

let owner: Member;
beforeEach(async () => {
	advance(60);
	owner = await newMember();
});

const tenantOf = async ({ tenantId }: Member) => (await operate(200, `/admin/tenants/${tenantId}`)).body;
const given = { name: "Fern & Dagger", email: "hello@fern.example", timezone: "Asia/Tokyo" };

it("an owner sets the name, email and zone of the studio, and everything shows them from then on", async () => {
	const { key } = await newKey(owner.tenantId);
	const answer = await owner.submit(303, "/studio", given);
	const page = await follow(owner, answer);
	expect(textOf(page.text)).toContain("The settings have been changed.");
	expect(page.text).toContain("Times are in Asia/Tokyo.");
	expect(page.text).toContain("<title>Studio settings · Fern &amp; Dagger</title>");
	expect(await tenantOf(owner)).toMatchObject(given);
	expect((await call(200, "/v1/me", { key })).body.tenant_name).toBe(given.name);
	const artist = (await call(201, "/v1/artists", { key, body: { name: "Noor" } })).body;
	expect(artist.timezone).toBe("Asia/Tokyo");
	await expectAudited(owner, "tenant.updated", owner.tenantId);
	const entry = await owner.open(200, "/audit_log", { action: "tenant" });
	expect(textOf(entry.text)).toContain("Fern & Dagger");
});

it("a form that is sent as it is changes nothing", async () => {
	const before = await tenantOf(owner);
	const { text } = await owner.open(200, "/studio");
	const form = formsOn(text).find(({ action }) => action.startsWith("/dashboard/studio"));
	await owner.submit(303, "/studio", form?.fields ?? []);
	expect(await tenantOf(owner)).toEqual(before);
});

it("nothing else can be set", async () => {
	const before = await tenantOf(owner);
	const more = { plan: "empire", subscription_status: "trialing", trial_ends_at: "2030-01-01T00:00:00Z" };
	await owner.submit(303, "/studio", { ...given, ...more, database: "DATA_1", region: "eu" });
	const { updated_at, stored_bytes } = await tenantOf(owner);
	expect(await tenantOf(owner)).toEqual({ ...before, ...given, updated_at, stored_bytes });
});

it.each([
	[{ name: " " }, "Name must not be empty."],
	[{ email: "nowhere" }, "Email must be an email address."],
	[{ timezone: "+02:00" }, "Time zone must be an IANA time zone, such as Europe/Berlin."],
])("what cannot be is refused at its field and kept: %j", async (wrong, words) => {
	const before = await tenantOf(owner);
	const refused = await owner.submit(422, "/studio", { ...given, ...wrong });
	expect(textOf(refused.text)).toContain(words);
	for (const [name, value] of Object.entries({ ...given, ...wrong }))
		expect(formsOn(refused.text).flatMap(({ fields }) => fields)).toContainEqual([name, value]);
	expect(await tenantOf(owner)).toEqual(before);
});

it("STAFF neither see nor set it", async () => {
	const staff = await newMember({ tenantId: owner.tenantId, role: "STAFF" });
	const before = await tenantOf(owner);
	await staff.open(403, "/studio");
	await staff.submit(403, "/studio", given);
	expect(await tenantOf(owner)).toEqual(before);
	expect((await staff.open(200, "/shops")).text).not.toContain("/dashboard/studio?");
});
