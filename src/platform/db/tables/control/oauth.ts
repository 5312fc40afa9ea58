import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { changed, created, flag, json } from "../../columns.ts";
import { users } from "./people.ts";
import { tenants } from "./tenants.ts";

export const appTypes = ["confidential", "public"] as const;
export const appStatuses = ["ACTIVE", "SUSPENDED"] as const;
export const revocationReasons = [
	"code_replayed",
	"refresh_replayed",
	"revoked_by_user",
	"revoked_by_app",
	"app_deleted",
] as const;

/** The resources of RFC 8707: this whole origin, or one part of it. */
export const audiences = ["origin", "v1", "mcp"] as const;

/** Null when no `resource` was named. Such a token works everywhere. */
const audience = () => text("audience", { enum: audiences });

/** Products that any tenant can connect to. */
export const oauthApps = sqliteTable(
	"oauth_apps",
	{
		id: text("id").primaryKey(),
		/** The tenant that owns the app. The grants name the tenants that are connected to it. */
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		clientId: text("client_id").notNull(),
		name: text("name").notNull(),
		description: text("description"),
		homepageUrl: text("homepage_url"),
		logoUrl: text("logo_url"),
		redirectUris: json<string[]>("redirect_uris").notNull(),
		scopes: json<string[]>("scopes").notNull(),
		type: text("type", { enum: appTypes }).notNull(),
		firstParty: flag("first_party"),
		/** The app runs on the person's own machine and listens there for its answer (RFC 8252). */
		native: flag("native"),
		/** The app with which the command line of this installation signs in. */
		commandLine: flag("command_line"),
		status: text("status", { enum: appStatuses }).notNull(),
		/** When the service last asked for the app's metadata document; null if the app was registered by hand. */
		documentTriedAt: integer("document_tried_at"),
		/** When it last read a good one, from which the name, the logo and the redirect URIs come. */
		documentReadAt: integer("document_read_at"),
		/** Why it refused the document that it read last; null if that was good. */
		documentFault: text("document_fault"),
		/** The row of a deleted app stays for its name, which the audit log shows. The schedule revokes its grants. */
		deletedAt: integer("deleted_at"),
		...changed,
	},
	(t) => [
		uniqueIndex("oauth_apps_client").on(t.clientId),
		index("oauth_apps_tenant").on(t.tenantId, t.id),
		index("oauth_apps_updated").on(t.updatedAt, t.id),
		uniqueIndex("oauth_apps_command_line").on(t.commandLine).where(sql`${t.commandLine} = 1`),
		index("oauth_apps_deleted").on(t.deletedAt).where(sql`${t.deletedAt} IS NOT NULL`),
	],
);

const appId = () =>
	text("app_id")
		.notNull()
		.references(() => oauthApps.id);

/** The valid secrets of an app, as hashes. There are at most two (contract: OAuth 31). */
export const oauthClientSecrets = sqliteTable(
	"oauth_client_secrets",
	{ hash: text("hash").primaryKey(), appId: appId(), hint: text("hint").notNull(), ...created },
	(t) => [index("oauth_client_secrets_app").on(t.appId)],
);

const tenantId = () =>
	text("tenant_id")
		.notNull()
		.references(() => tenants.id);
const userId = () =>
	text("user_id")
		.notNull()
		.references(() => users.id);

/** A redeemed code is kept as long as its grant, so that the service recognises a second redemption. */
export const oauthCodes = sqliteTable(
	"oauth_codes",
	{
		hash: text("hash").primaryKey(),
		/** The id of the grant that the redemption creates. */
		grantId: text("grant_id").notNull(),
		appId: appId(),
		tenantId: tenantId(),
		userId: userId(),
		redirectUri: text("redirect_uri").notNull(),
		codeChallenge: text("code_challenge").notNull(),
		scopes: json<string[]>("scopes").notNull(),
		audience: audience(),
		expiresAt: integer("expires_at").notNull(),
		redeemedAt: integer("redeemed_at"),
		...created,
	},
	(t) => [
		index("oauth_codes_grant").on(t.grantId),
		// For the removal of people, apps and tenants: without them SQLite looks through all codes for each.
		index("oauth_codes_user").on(t.userId),
		index("oauth_codes_app").on(t.appId),
		index("oauth_codes_tenant").on(t.tenantId),
		index("oauth_codes_unredeemed").on(t.expiresAt).where(sql`${t.redeemedAt} IS NULL`),
	],
);

export const oauthGrants = sqliteTable(
	"oauth_grants",
	{
		id: text("id").primaryKey(),
		appId: appId(),
		tenantId: tenantId(),
		userId: userId(),
		scopes: json<string[]>("scopes").notNull(),
		audience: audience(),
		/** The family of its access tokens. An expired one, which has no row any more, still leads to its grant. */
		accessTokenFamily: text("access_token_family").notNull(),
		/** The hash of the family of its refresh tokens. Each of them leads to its grant, however long ago it was used. */
		refreshTokenFamily: text("refresh_token_family").notNull(),
		/** The hash of the present refresh token. Every other one of the family was used before. */
		refreshToken: text("refresh_token").notNull(),
		/** When the present refresh token expires. Every refresh moves this time. */
		expiresAt: integer("expires_at").notNull(),
		revokedAt: integer("revoked_at"),
		revokedReason: text("revoked_reason", { enum: revocationReasons }),
		...created,
	},
	(t) => [
		index("oauth_grants_of_tenant").on(t.tenantId, t.revokedAt, t.id),
		index("oauth_grants_of_app").on(t.appId, t.revokedAt, t.tenantId),
		index("oauth_grants_expiry").on(t.expiresAt),
		index("oauth_grants_user").on(t.userId),
		uniqueIndex("oauth_grants_access_token_family").on(t.accessTokenFamily),
		uniqueIndex("oauth_grants_refresh_token_family").on(t.refreshTokenFamily),
	],
);

const grantId = () =>
	text("grant_id")
		.notNull()
		.references(() => oauthGrants.id, { onDelete: "cascade" });

/** The access tokens that have not expired. */
export const oauthAccessTokens = sqliteTable(
	"oauth_access_tokens",
	{
		hash: text("hash").primaryKey(),
		grantId: grantId(),
		/** A refresh may ask for fewer scopes than the grant has. */
		scopes: json<string[]>("scopes").notNull(),
		audience: audience(),
		expiresAt: integer("expires_at").notNull(),
		revokedAt: integer("revoked_at"),
		...created,
	},
	(t) => [index("oauth_access_tokens_grant").on(t.grantId), index("oauth_access_tokens_expiry").on(t.expiresAt)],
);
