import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { RequestKeeper } from "../../src/platform/gate/requests/request-keeper.ts";
import { defaultScopes } from "../../src/platform/gate/scopes.ts";
import { call } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import {
	auditOf,
	expectAudited,
	follow,
	formsOn,
	linksOn,
	type Member,
	newMember,
	textOf,
} from "../support/dashboard.ts";
import { wholeDatabase } from "../support/database.ts";
import { newKey, operate } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

const day = 86_400;
const form = { name: "Website", mode: "live", ip_allowlist: "", expires_at: "" };
const withScopes = (fields: object, scopes: readonly string[] = ["read:clients"]): [string, string][] => [
	...Object.entries(fields),
	...scopes.map((scope): [string, string] => ["scopes", scope]),
];
const valueOn = (html: string): string => /<pre id="value"[^>]*>(svc_\w+)</.exec(html)?.[1] ?? "";
const idOf = (html: string): string => /key_[0-9a-f]+/.exec(html)?.[0] ?? "";
/** A key of the studio, and the text of its page. */
const pageOf = async (visitor: Member, id: string) => textOf((await visitor.open(200, `/api_keys/${id}`)).text);
const timeOn = (text: string) => /\d+ \w+ \d{4}, \d\d:\d\d/.exec(text)?.[0];

let owner: Member;
beforeAll(async () => {
	owner = await newMember();
});

describe("a new key", () => {
	it("has the default scopes chosen, is shown once, and works", async () => {
		const [offered] = formsOn((await owner.open(200, "/api_keys/new")).text).filter(({ action }) =>
			action.includes("/new"),
		);
		const chosen = offered?.fields.filter(([name]) => name === "scopes").map(([, scope]) => scope);
		expect(chosen?.sort()).toEqual([...defaultScopes].sort());
		const answer = await owner.submit(200, "/api_keys/new", withScopes(form));
		const key = valueOn(answer.text);
		expect((await call(200, "/v1/me", { key })).body.api_key).toMatchObject({
			name: "Website",
			scopes: ["read:clients"],
		});
		await expectAudited(owner, "api_key.created", idOf(answer.text));
		for (const path of ["/api_keys", `/api_keys/${idOf(answer.text)}`]) {
			const { text } = await owner.open(200, path);
			expect(text).not.toContain(key);
			expect(text).toContain(`…${key.slice(-4)}`);
		}
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(key);
	});

	it("may do something: without a scope it is refused, and so is a change of it", async () => {
		const visitor = await newMember();
		const refused = await visitor.submit(422, "/api_keys/new", withScopes(form, []));
		expect(textOf(refused.text)).toContain("Scopes: choose at least one.");
		const id = idOf((await visitor.submit(200, "/api_keys/new", withScopes(form))).text);
		await visitor.submit(422, `/api_keys/${id}/edit`, withScopes({ name: "Website" }, []));
		expect((await operate(200, `/admin/api_keys/${id}`)).body.scopes).toEqual(["read:clients"]);
	});

	it("is made once, however often the form is sent, and its value is shown again to who sent it", async () => {
		const visitor = await newMember();
		const fields = withScopes({ ...form, form_id: "a".repeat(22) });
		const answers = [
			await visitor.submit(200, "/api_keys/new", fields),
			await visitor.submit(200, "/api_keys/new", fields),
		];
		expect(new Set(answers.map(({ text }) => valueOn(text))).size).toBe(1);
		expect((await auditOf(visitor.tenantId)).filter(({ action }) => action === "api_key.created")).toHaveLength(1);
	});

	it.each([
		["no name", { name: "" }, "name-fault"],
		["an address that is none", { ip_allowlist: "300.1.1.1" }, "ip_allowlist-fault"],
		["a time that is none", { expires_at: "soon" }, "expires_at-fault"],
		["an expiry that has passed", { expires_at: "2020-01-01T10:00" }, "expires_at-fault"],
	])("with %s is refused, with what was typed and the fault at its field", async (_, wrong, fault) => {
		const { text } = await owner.submit(422, "/api_keys/new", withScopes({ ...form, name: "Typed <b>", ...wrong }));
		expect(text).toContain(`id="${fault}"`);
		expect(text).toContain('role="alert"');
		if (!("name" in wrong)) expect(text).toContain('value="Typed &lt;b&gt;"');
		expect(formsOn(text)).toContainEqual(
			expect.objectContaining({ fields: expect.arrayContaining([["scopes", "read:clients"]]) }),
		);
	});

	it("with several faults is refused with all of them at once", async () => {
		const wrong = { name: "", ip_allowlist: "300.1.1.1", expires_at: "2027-02-30T10:00" };
		const { text } = await owner.submit(422, "/api_keys/new", withScopes({ ...form, ...wrong }));
		for (const name of Object.keys(wrong)) expect(text).toContain(`id="${name}-fault"`);
		expect(textOf(text)).toContain("must be a date and a time.");
		expect(textOf(text)).not.toContain("ISO 8601");
	});

	it("shows an expiry in the studio's time", async () => {
		const answer = await owner.submit(200, "/api_keys/new", withScopes({ ...form, expires_at: "2030-07-01T12:00" }));
		const { body } = await operate(200, `/admin/api_keys/${idOf(answer.text)}`);
		expect(body.expires_at).toBe("2030-07-01T10:00:00.000Z");
		expect(await pageOf(owner, body.id)).toContain("1 Jul 2030, 12:00");
	});
});

describe("the page of a key", () => {
	it("pauses, resumes and revokes it from the next request on, each with one audit entry", async () => {
		const visitor = await newMember();
		const { id, key } = await newKey(visitor.tenantId);
		const me = async () => (await call(401, "/v1/me", { key })).body.code;
		await visitor.submit(303, `/api_keys/${id}/pause`);
		expect(await me()).toBe("inactive_api_key");
		await expectAudited(visitor, "api_key.updated", id);
		await visitor.submit(303, `/api_keys/${id}/resume`);
		await call(200, "/v1/me", { key });
		expect((await visitor.open(200, `/api_keys/${id}/revoke`)).text).toContain("A revoked key cannot come back.");
		await call(200, "/v1/me", { key });
		const told = await follow(visitor, await visitor.submit(303, `/api_keys/${id}/revoke`));
		expect(told.text).toContain("The key has been revoked.");
		expect(await me()).toBe("revoked_api_key");
		await expectAudited(visitor, "api_key.revoked", id);
		expect(textOf((await visitor.submit(409, `/api_keys/${id}/resume`)).text)).toContain("revoked");
	});

	it("edits it, and keeps what the form does not have", async () => {
		const { id } = await newKey(owner.tenantId, { rate_limit_tier: "pro" });
		const [shown] = formsOn((await owner.open(200, `/api_keys/${id}/edit`)).text).filter(({ action }) =>
			action.includes("/edit"),
		);
		const fields = (shown?.fields ?? []).map(([name, value]): [string, string] => [
			name,
			name === "name" ? "New" : value,
		]);
		await owner.submit(303, `/api_keys/${id}/edit`, fields);
		expect((await operate(200, `/admin/api_keys/${id}`)).body).toMatchObject({ name: "New", rate_limit_tier: "pro" });
		expect((await operate(200, `/admin/api_keys/${id}`)).body.scopes).toHaveLength(25);
	});

	it("keeps an expiry that has passed as it was, and takes no other one that has", async () => {
		const past = new Date(Date.parse(now()) - 90_000).toISOString();
		const { id } = await newKey(owner.tenantId, { expires_at: past });
		const [shown] = formsOn((await owner.open(200, `/api_keys/${id}/edit`)).text).filter(({ action }) =>
			action.includes("/edit"),
		);
		const edit = (changed: Record<string, string>, status: number) =>
			owner.submit(
				status,
				`/api_keys/${id}/edit`,
				(shown?.fields ?? []).map(([name, value]): [string, string] => [name, changed[name] ?? value]),
			);
		await edit({ name: "Old" }, 303);
		expect((await operate(200, `/admin/api_keys/${id}`)).body).toMatchObject({ name: "Old", expires_at: past });
		expect((await edit({ expires_at: "2020-01-01T10:00" }, 422)).text).toContain('id="expires_at-fault"');
	});

	it("tells the rate limit in words", async () => {
		const visitor = await newMember({ plan: "studio" });
		const [plan, test, custom] = [
			await newKey(visitor.tenantId),
			await newKey(visitor.tenantId, { mode: "test" }),
			await newKey(visitor.tenantId, { rate_limit_tier: "custom", rate_limit_per_minute: 7 }),
		];
		expect(await pageOf(visitor, plan.id)).toContain("Pro, from your plan: 500 requests a minute");
		expect(await pageOf(visitor, test.id)).toContain("250 requests a minute (half, because it is a test key)");
		expect(await pageOf(visitor, custom.id)).toContain("Custom: 7 requests a minute");
	});

	it("tells the tier in the list, with its limit", async () => {
		const visitor = await newMember({ plan: "studio" });
		await newKey(visitor.tenantId, { mode: "test" });
		await newKey(visitor.tenantId, { rate_limit_tier: "custom", rate_limit_per_minute: 7 });
		const shown = textOf((await visitor.open(200, "/api_keys")).text);
		expect(shown).toContain("Custom 7 a minute");
		expect(shown).toContain("Pro 250 a minute");
	});

	it("leads to the key's latest requests, and to no others", async () => {
		const { id } = await newKey(owner.tenantId);
		const { text } = await owner.open(200, `/api_keys/${id}`);
		const href = linksOn(text).find((one) => one.startsWith("/dashboard/requests?") && one.includes(id)) ?? "";
		const requests = await call(200, href, { headers: { Cookie: owner.cookie } });
		// The filter of that page knows what it was asked for.
		expect(requests.text).toMatch(new RegExp(`<option value="${id}" selected`));
	});

	it("warns of an expiry within the next seven days", async () => {
		const soon = new Date(Date.parse(now()) + 6 * day * 1000).toISOString();
		const { id } = await newKey(owner.tenantId, { expires_at: soon });
		expect(await pageOf(owner, id)).toContain("Expires soon");
		const later = await newKey(owner.tenantId, {
			expires_at: new Date(Date.parse(now()) + 8 * day * 1000).toISOString(),
		});
		expect(await pageOf(owner, later.id)).not.toContain("Expires soon");
	});
});

describe("the use of a key", () => {
	it("is told on its page and in the list, or that none was seen", async () => {
		const visitor = await newMember();
		const used = await newKey(visitor.tenantId, { name: "Used" });
		const unused = await newKey(visitor.tenantId, { name: "Unused" });
		await call(200, "/v1/me", used);
		expect(await pageOf(visitor, used.id)).toMatch(/Last used \d+ \w+ \d{4}, \d\d:\d\d/);
		expect(await pageOf(visitor, unused.id)).toContain("Last used No use recorded");
		const list = textOf((await visitor.open(200, "/api_keys")).text);
		expect(list).toMatch(/Unused .*No use recorded.*Used .*\d\d:\d\d/);
	});

	it("is told of a replaced value during the overlap: unused since the rotation, then used, then gone", async () => {
		const visitor = await newMember();
		const { id, key: old } = await newKey(visitor.tenantId);
		await call(200, "/v1/me", { key: old });
		advance(120);
		const key = valueOn((await visitor.submit(200, `/api_keys/${id}/rotate`, { overlap_seconds: "3600" })).text);
		await call(200, "/v1/me", { key });
		const before = await pageOf(visitor, id);
		expect(before).toContain(`The old value …${old.slice(-4)} works until`);
		expect(before).toContain("No program has used it since the rotation");
		advance(180);
		await call(200, "/v1/me", { key: old });
		const used = await pageOf(visitor, id);
		expect(used).toContain("A program still uses it. The last use was at");
		expect(textOf((await visitor.open(200, "/api_keys")).text)).toContain("still used, until");
		expect(timeOn(used)).toBeDefined();
		advance(3600);
		expect(await pageOf(visitor, id)).not.toContain("old value");
		await call(401, "/v1/me", { key: old });
	});

	it("ends with the replaced value at once, after a page that says whether a program still uses it", async () => {
		const visitor = await newMember();
		const { id, key: old } = await newKey(visitor.tenantId);
		advance(120);
		const key = valueOn((await visitor.submit(200, `/api_keys/${id}/rotate`, { overlap_seconds: String(day) })).text);
		advance(120);
		await call(200, "/v1/me", { key: old });
		const shown = await visitor.open(200, `/api_keys/${id}/end_replaced_value`);
		expect(textOf(shown.text)).toContain("A program still uses it. The last use was at");
		const answer = await visitor.submit(303, `/api_keys/${id}/end_replaced_value`);
		expect(textOf((await follow(visitor, answer)).text)).toContain("The old value no longer works.");
		expect(await pageOf(visitor, id)).not.toContain("works until");
		expect((await call(401, "/v1/me", { key: old })).body.code).toBe("revoked_api_key");
		await call(200, "/v1/me", { key });
		await expectAudited(visitor, "api_key.replaced_value_ended", id);
		const gone = await visitor.open(200, `/api_keys/${id}/end_replaced_value`);
		expect(textOf(gone.text)).toContain("The old value no longer works, so nothing would change");
	});

	it("in the minute of the rotation counts as later, so that nobody is told too early that it may end", async () => {
		const visitor = await newMember();
		const { id, key } = await newKey(visitor.tenantId);
		await visitor.submit(200, `/api_keys/${id}/rotate`, { overlap_seconds: String(day) });
		await call(200, "/v1/me", { key });
		expect(await pageOf(visitor, id)).toContain("A program still uses it");
	});

	it("that nobody can tell just now hides no key", async () => {
		const { id } = await newKey(owner.tenantId);
		vi.spyOn(RequestKeeper.prototype, "lastUses").mockImplementation(() => {
			throw new Error("overloaded");
		});
		expect(await pageOf(owner, id)).toContain("Not available now");
		expect(textOf((await owner.open(200, "/api_keys")).text)).toContain("Not available now");
	});
});

it("on the plan Light the pages say that no key works, and why", async () => {
	const visitor = await newMember({ plan: "light" });
	const { id } = await newKey(visitor.tenantId);
	for (const path of ["/api_keys", "/api_keys/new", `/api_keys/${id}`])
		expect(textOf((await visitor.open(200, path)).text)).toContain("on the plan Light, which has no API access");
	expect((await owner.open(200, "/api_keys")).text).not.toContain("Light");
});

it("a list of many keys has pages, each key once", async () => {
	const visitor = await newMember();
	await Promise.all(Array.from({ length: 53 }, (_, n) => newKey(visitor.tenantId, { name: `K${n}.` })));
	const first = (await visitor.open(200, "/api_keys")).text;
	const [, after = ""] = /after=(key_\w+)"/.exec(first) ?? [];
	const second = (await visitor.open(200, "/api_keys", { after })).text;
	const names = [first, second].flatMap((text) => text.match(/K\d+\./g) ?? []);
	expect(new Set(names).size).toBe(53);
	expect(names).toHaveLength(53);
});

it("markup in a key's name stays text", async () => {
	const name = `<img src=x onerror="alert(1)">`;
	const { id } = await newKey(owner.tenantId, { name });
	for (const path of ["/api_keys", ...["", "/edit", "/rotate", "/revoke"].map((step) => `/api_keys/${id}${step}`)]) {
		const { text } = await owner.open(200, path);
		expect(text).toContain("&lt;img src=x");
		expect(text).not.toContain("<img");
	}
});
