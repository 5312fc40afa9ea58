import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { agreed, preview, use } from "../mcp/mcp.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectAudited, formsOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { wholeDatabase } from "../support/database.ts";
import { hmacOf } from "../support/signed.ts";
import { newKey } from "../support/world.ts";

// contract: MCP 18

let owner: Member;
let key: string;
beforeAll(async () => {
	owner = await newMember({ plan: "empire" });
	({ key } = await newKey(owner.tenantId, {
		name: "Agent",
		scopes: ["write:webhook_endpoints", "read:webhook_endpoints", "write:automation", "read:automation"],
	}));
});

const path = "/new_secrets";
const create = (url: string) => preview(key, "createWebhookEndpoint", { body: { url, events: ["client.created"] } });
const waiting = async (member = owner) => (await member.open(200, path)).text;
/** The form that shows the secret of a receiver. */
async function formOf(url: string): Promise<[string, string][]> {
	const html = (await waiting()).replaceAll(/<wbr ?\/?>/g, "");
	const [, after = ""] = html.split(`<h2>${url}</h2>`);
	return formsOn(after)[0]?.fields ?? [];
}
const secretOn = (html: string): string => /whsec_[A-Za-z0-9+/=]+/.exec(html)?.[0] ?? "";

describe("the secret that a change of an agent makes", () => {
	it("waits for the owner, is shown once, and signs", async () => {
		const url = "https://once.example/in";
		const applied = await use(key, "apply_change", agreed(await create(url)));
		expect([applied.secret, applied.secret_at]).toEqual([null, `https://api.test${owner.at(path)}`]);
		expect(await waiting()).not.toContain("whsec_");
		const fields = await formOf(url);
		const shown = await owner.submit(200, path, fields);
		const secret = secretOn(shown.text);
		const t = Math.floor(clock.now() / 1000);
		const headers = { "Service-Signature": `t=${t},v1=${await hmacOf(secret, t, "{}")}` };
		const address = `/v1/webhook_endpoints/${applied.endpoint.id}/verify`;
		const { body } = await call(200, address, { key, method: "POST", body: { headers, body: "{}" } });
		expect([body.valid, body.reason]).toEqual([true, null]);
		await expectAudited(owner, "secret.shown", applied.endpoint.id);
		expect(textOf(await waiting())).toContain("No secret waits");
		// Another form, as a person would send it who kept the page.
		const again = fields.map(([name, value]): [string, string] => [name, name === "form_id" ? "0".repeat(22) : value]);
		await owner.submit(404, path, again);
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(secret);
	});

	it("is not left again when the change is repeated after it was shown", async () => {
		const url = "https://repeated.example/in";
		const previewed = await create(url);
		const first = await use(key, "apply_change", agreed(previewed));
		expect(await use(key, "apply_change", agreed(previewed))).toEqual(first);
		await owner.submit(200, path, await formOf(url));
		await use(key, "apply_change", agreed(previewed));
		expect(await formOf(url)).toEqual([]);
	});

	it.each([
		["of a rotation", "rotateWebhookEndpointSecret", "https://rotated.example/in"],
		["of a hook of an automation platform", "createAutomationHook", "https://hook.example/in"],
	])("%s waits there, too", async (_, operation, url) => {
		const given = async () => {
			if (operation === "createAutomationHook") return { body: { target_url: url, trigger: "new_client" } };
			const body = { url, events: ["client.created"] };
			const { endpoint } = (await call(201, "/v1/webhook_endpoints", { key, body })).body;
			return { path: { endpoint_id: endpoint.id } };
		};
		const applied = await use(key, "apply_change", agreed(await preview(key, operation, await given())));
		expect(applied.secret).toBeNull();
		expect(secretOn((await owner.submit(200, path, await formOf(url))).text)).toMatch(/^whsec_/);
	});

	it.each(["artist", "shop"])("of the calendar feed of %s is an address, which waits there, too", async (kind) => {
		const { key } = await newKey(owner.tenantId, { scopes: [`read:${kind}s`, `write:${kind}s`] });
		const { id } = (await call(201, `/v1/${kind}s`, { key, body: { name: `Anker <${kind}>` } })).body;
		const operation = kind === "artist" ? "setArtistCalendarFeed" : "setShopCalendarFeed";
		const previewed = await preview(key, operation, { path: { [`${kind}_id`]: id }, body: { details: "busy" } });
		expect(previewed.summary).toContain("The address waits for the OWNER at the dashboard.");
		const applied = await use(key, "apply_change", agreed(previewed));
		expect([applied.url, applied.secret_at]).toEqual([null, `https://api.test${owner.at(path)}`]);
		const title = `Calendar feed of Anker &lt;${kind}&gt;`;
		const shown = textOf((await owner.submit(200, path, await formOf(title))).text);
		const [address = ""] = /https:\/\/api\.test\/calendars\/[^\s]+\.ics/.exec(shown) ?? [];
		expect((await call(200, new URL(address).pathname, {})).text).toContain("BEGIN:VCALENDAR");
	});

	it("is gone after a day", async () => {
		const url = "https://late.example/in";
		await use(key, "apply_change", agreed(await create(url)));
		const fields = await formOf(url);
		advance(24 * 60 * 60);
		owner = { ...owner, ...(await newMember({ tenantId: owner.tenantId })) };
		expect(await formOf(url)).toEqual([]);
		await owner.submit(404, path, fields);
	});

	it("is neither staff's nor another studio's", async () => {
		const url = "https://own.example/in";
		await use(key, "apply_change", agreed(await create(url)));
		const fields = await formOf(url);
		const staff = await newMember({ tenantId: owner.tenantId, role: "STAFF" });
		await staff.open(403, path);
		await staff.submit(403, path, fields);
		const stranger = await newMember();
		expect(await waiting(stranger)).not.toContain("own.example");
		await stranger.submit(404, path, fields);
		expect(secretOn((await owner.submit(200, path, fields)).text)).toMatch(/^whsec_/);
	});
});
