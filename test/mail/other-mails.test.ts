import { beforeEach, expect, it, vi } from "vitest";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { databaseOf } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase } from "../support/moves.ts";
import { newPerson, post } from "../support/oauth.ts";
import { linksTo, linkTo } from "../support/people.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newKey, newTenant, operate } from "../support/world.ts";

const service = new MailService();
beforeEach(() => {
	advance(3700);
	service.reset();
});

const sentTo = (email: string) => service.sent.filter(({ to }) => to === email);
const later = async (seconds = 600) => {
	advance(seconds);
	await scheduledWork();
};

it("an invitation that was withdrawn or sent again before it left is not mailed", async () => {
	const tenantId = await newTenant();
	const users = `/admin/tenants/${tenantId}/users`;
	const [withdrawn, again] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
	const { id } = (await operate(201, users, { body: { email: withdrawn } })).body;
	await operate(200, `${users}/${id}`, { method: "DELETE" });
	const other = (await operate(201, users, { body: { email: again } })).body.id;
	await operate(200, `${users}/${other}/resend_invitation`, { method: "POST" });
	const links = await linksTo(again, "invitation");
	await later();
	expect(sentTo(withdrawn)).toEqual([]);
	expect(sentTo(again).map(({ text }) => links.filter((link) => text.includes(link)))).toEqual([[links[1]]]);
	expect(await rows("SELECT id FROM mails WHERE tenant_id = ?", tenantId)).toEqual([]);
});

it("a link for a new password is not mailed once it has expired, or another one was used", async () => {
	const ask = async (email: string, count = 1) => {
		await post("/forgot_password", { email });
		await vi.waitFor(async () => expect(await linksTo(email, "password_reset")).toHaveLength(count));
	};
	const [late, quick] = [await newPerson(await newTenant()), await newPerson(await newTenant())];
	service.fault = "E_DOWN";
	await ask(late.email);
	await scheduledWork();
	service.fault = null;
	await later(3700);
	expect(sentTo(late.email)).toEqual([]);
	await ask(quick.email);
	await ask(quick.email, 2);
	await post(await linkTo(quick.email, "password_reset"), { password: "another fern and dagger" });
	await later();
	expect(sentTo(quick.email)).toEqual([]);
});

it("a mail about the health of an endpoint is not sent once the endpoint is well, or gone", async () => {
	const owner = `${crypto.randomUUID()}@example.com`;
	const tenantId = await newTenant({ email: owner });
	const { key } = await newKey(tenantId, { scopes: ["write:webhook_endpoints"] });
	const data = dataDatabase(await databaseOf(tenantId));
	const endpoint = async (columns: string) => {
		const body = { url: `https://${crypto.randomUUID()}.example.com/hooks`, events: ["*"] };
		const { id } = (await call(201, "/v1/webhook_endpoints", { key, body })).body.endpoint;
		await data.prepare(`UPDATE webhook_endpoints SET ${columns} WHERE id = ?`).bind(id).run();
		return id;
	};
	const tell = (kind: string, about: object) =>
		data
			.prepare("INSERT INTO mails (id, tenant_id, kind, data, created_at) VALUES (?, ?, ?, ?, 1)")
			.bind(`mai_${crypto.randomUUID()}`, tenantId, kind, JSON.stringify(about))
			.run();
	const [well, failing, disabled, chosen] = [
		await endpoint("consecutive_failures = 0"),
		await endpoint("consecutive_failures = 25"),
		await endpoint("status = 'DISABLED', disabled_reason = 'failures'"),
		await endpoint("status = 'DISABLED', disabled_reason = 'manual'"),
	];
	for (const id of [well, failing, disabled, "whe_gone"]) await tell("endpoint_failing", { endpoint_id: id, url: id });
	for (const id of [well, disabled, chosen]) await tell("endpoint_disabled", { endpoint_id: id, url: id });
	await tell("endpoints_over_plan", { plan: "solo", urls: ["x"], ids: [well], cap: 1, count: 1 });
	await later();
	expect(
		sentTo(owner).map(({ subject, text }) => [
			subject,
			text.includes(subject.includes("failing") ? failing : disabled),
		]),
	).toEqual([
		["A webhook endpoint is failing", true],
		["A webhook endpoint was disabled", true],
	]);
	expect(await rows("SELECT id FROM mails WHERE tenant_id = ?", tenantId)).toEqual([]);
});
