import { describe, expect, it } from "vitest";
import { type KeyRecord, keyRefusal } from "../../src/platform/gate/credentials/api-keys.ts";

const end = 3_600_000;
const good: KeyRecord = {
	kind: "api_key",
	id: "key_x",
	name: "Website",
	actor: { type: "api_key", id: "key_x" },
	bucket: "key_x",
	testMode: false,
	status: "ACTIVE",
	hint: "x",
	goodUntil: null,
	expiresAt: null,
	scopes: [],
	ipAllowlist: [],
	ownTier: null,
	customLimit: null,
	tenant: { id: "ten_x", name: "Black Lotus", plan: "solo", database: "DATA_1", region: "any", beingDeleted: false },
	version: 1,
};

describe("an API key", () => {
	it.each([
		["that expires", { expiresAt: end }, "expired_api_key"],
		["whose value was replaced", { goodUntil: end }, "revoked_api_key"],
	])("%s works until its last millisecond, and not at its end", (_, given, code) => {
		expect(keyRefusal({ ...good, ...given }, end - 1, null)).toBeNull();
		expect(keyRefusal({ ...good, ...given }, end, null)?.problem.code).toBe(code);
	});

	it("is refused for good where it was revoked or replaced, and otherwise until something changes", () => {
		const refusals = [
			keyRefusal({ ...good, status: "REVOKED" }, 0, null),
			keyRefusal({ ...good, goodUntil: end }, end, null),
			keyRefusal({ ...good, expiresAt: end }, end, null),
			keyRefusal({ ...good, status: "INACTIVE" }, 0, null),
			keyRefusal({ ...good, ipAllowlist: ["192.0.2.1"] }, 0, "192.0.2.2"),
		];
		expect(refusals.map((refusal) => [refusal?.problem.code, refusal?.final])).toEqual([
			["revoked_api_key", true],
			["revoked_api_key", true],
			["expired_api_key", false],
			["inactive_api_key", false],
			["ip_not_allowed", false],
		]);
	});
});
