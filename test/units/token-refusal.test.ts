import { describe, expect, it } from "vitest";
import { inCommon, type TokenRecord, tokenRefusal } from "../../src/platform/gate/credentials/access-tokens.ts";

const good: TokenRecord = {
	kind: "access_token",
	name: "Inkflow",
	clientId: "svcoa_x",
	grantId: "ogr_x",
	actor: { type: "oauth_app", id: "oap_x" },
	bucket: "ogr_x",
	scopes: [],
	audience: null,
	kept: true,
	issuedAt: 0,
	expiresAt: 3_600_000,
	revoked: false,
	grantRevoked: null,
	appStatus: "ACTIVE",
	appRevision: 1,
	testMode: false,
	ownTier: null,
	customLimit: null,
	tenant: { id: "ten_x", name: "Black Lotus", plan: "solo", database: "DATA_1", region: "any", beingDeleted: false },
	version: 1,
};

describe("an access token", () => {
	it("works until its last millisecond, and not at its end", () => {
		expect(tokenRefusal(good, good.expiresAt - 1)).toBeNull();
		expect(tokenRefusal(good, good.expiresAt)?.problem.code).toBe("expired_access_token");
	});

	it("is refused for good, except where its app is suspended, which may end", () => {
		const refusals = [
			tokenRefusal({ ...good, grantRevoked: "revoked_by_user" }, 0),
			tokenRefusal({ ...good, revoked: true }, 0),
			tokenRefusal(good, good.expiresAt),
			tokenRefusal({ ...good, appStatus: "SUSPENDED" }, 0),
		];
		expect(refusals.map((refusal) => [refusal?.problem.code, refusal?.final])).toEqual([
			["revoked_grant", true],
			["revoked_access_token", true],
			["expired_access_token", true],
			["app_suspended", false],
		]);
	});
});

it("a token opens the doors of its audience alone, and what ended it is told before its audience", () => {
	const opened = ([null, "origin", "v1", "mcp"] as const).map((audience) =>
		(["v1", "mcp"] as const).filter((door) => tokenRefusal({ ...good, audience }, 0, door) === null),
	);
	expect(opened).toEqual([["v1", "mcp"], ["v1", "mcp"], ["v1"], ["mcp"]]);
	const elsewhere: TokenRecord = { ...good, audience: "mcp", appStatus: "SUSPENDED" };
	const codes = [
		tokenRefusal({ ...elsewhere, grantRevoked: "revoked_by_user" }, 0, "v1"),
		tokenRefusal({ ...elsewhere, revoked: true }, 0, "v1"),
		tokenRefusal(elsewhere, good.expiresAt, "v1"),
		tokenRefusal(elsewhere, 0, "v1"),
	].map((refusal) => refusal?.problem.code);
	expect(codes).toEqual(["revoked_grant", "revoked_access_token", "expired_access_token", "invalid_access_token"]);
});

it("what was granted and what is registered have in common keeps the grant's order and adds nothing", () => {
	expect(inCommon(["b", "a", "c"], ["a", "b", "d"])).toEqual(["b", "a"]);
	expect(inCommon([], ["a"])).toEqual([]);
});
