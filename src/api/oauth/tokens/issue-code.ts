import { and, eq, sql } from "drizzle-orm";
import type { App } from "../../../domain/access/oauth-apps/apps.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { oauthCodes } from "../../../platform/db/tables/control/oauth.ts";
import { memberships } from "../../../platform/db/tables/control/people.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hashOfSecret } from "../../../platform/lib/secrets/secret-value.ts";
import { codeMs, mintCode } from "./code-grant.ts";

interface Approval {
	app: Pick<App, "id">;
	redirectUri: string;
	scopes: string[];
	codeChallenge: string;
	audience: (typeof oauthCodes.$inferInsert)["audience"];
	userId: string;
	tenantId: string;
}

export function issueCode({ now }: Caller, { app, userId, tenantId, ...asked }: Approval): Change<string> {
	const code = mintCode();
	const grantId = newId("oauth_grant", now);
	const ownership = and(
		eq(memberships.tenantId, tenantId),
		eq(memberships.userId, userId),
		eq(memberships.role, "OWNER"),
	);
	const { redirectUri, codeChallenge, scopes, audience } = asked;
	return {
		result: code,
		tenantId,
		inControlDatabase: true,
		writes: [
			{
				write: insert(oauthCodes).values({
					hash: hashOfSecret(code),
					grantId,
					appId: app.id,
					tenantId,
					userId,
					redirectUri,
					codeChallenge,
					scopes,
					audience,
					expiresAt: now + codeMs,
					createdAt: now,
				}),
				// If the person is removed from the studio or becomes STAFF at the same moment, there is no code.
				condition: sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${ownership})`,
				reason: "stale_write",
			},
		],
		audit: { action: "oauth_grant.approved", resourceId: grantId },
	};
}
