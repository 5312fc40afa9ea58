import { expect, it } from "vitest";
import type { TokenRecord } from "../../src/platform/gate/credentials/access-tokens.ts";
import type { KeyRecord } from "../../src/platform/gate/credentials/api-keys.ts";
import { recordFormat } from "../../src/platform/gate/credentials/location-cache.ts";
import type { TenantOfCredential } from "../../src/platform/gate/credentials/tenant-of-credential.ts";

/** The types make these lists complete. */
const ofKey: Record<keyof KeyRecord, true> = {
	actor: true,
	bucket: true,
	customLimit: true,
	expiresAt: true,
	goodUntil: true,
	hint: true,
	id: true,
	ipAllowlist: true,
	kind: true,
	name: true,
	ownTier: true,
	scopes: true,
	status: true,
	tenant: true,
	testMode: true,
	version: true,
};
const ofToken: Record<keyof TokenRecord, true> = {
	actor: true,
	appRevision: true,
	appStatus: true,
	audience: true,
	bucket: true,
	clientId: true,
	customLimit: true,
	expiresAt: true,
	grantId: true,
	grantRevoked: true,
	issuedAt: true,
	kept: true,
	kind: true,
	name: true,
	ownTier: true,
	revoked: true,
	scopes: true,
	tenant: true,
	testMode: true,
	version: true,
};
const ofTenant: Record<keyof TenantOfCredential, true> = {
	beingDeleted: true,
	database: true,
	id: true,
	name: true,
	plan: true,
	region: true,
};

it("a credential with other fields is kept in a location under another format", () => {
	const fields = [ofKey, ofToken, ofTenant].map((each) => Object.keys(each).join(" "));
	expect({ recordFormat, fields }).toEqual({
		recordFormat: 5,
		fields: [
			"actor bucket customLimit expiresAt goodUntil hint id ipAllowlist kind name ownTier scopes status tenant testMode version",
			"actor appRevision appStatus audience bucket clientId customLimit expiresAt grantId grantRevoked issuedAt kept kind name ownTier revoked scopes tenant testMode version",
			"beingDeleted database id name plan region",
		],
	});
});
