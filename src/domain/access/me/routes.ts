import * as z from "zod";
import { tiers } from "../../../platform/db/tables/control/api-keys.ts";
import { plans } from "../../../platform/db/tables/control/tenants.ts";
import type { Credential } from "../../../platform/gate/credentials/credentials.ts";
import { requestsPerMinute, tierOf } from "../../../platform/gate/plans.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { timestampOrNull } from "../../../platform/lib/time.ts";

const me = z
	.object({
		object: z.literal("me"),
		tenant_id: id("tenant"),
		tenant_name: z.string(),
		plan_slug: z.enum(plans),
		api_key: z
			.object({
				id: id("api_key"),
				name: z.string(),
				scopes: z.array(z.string()),
				rate_limit_tier: z.enum(tiers),
				rate_limit_per_minute: z.int().meta({ description: "The key's own limit, halved for a test-mode key." }),
				test_mode: z.boolean(),
				expires_at: time.nullable().meta({ description: "When the key ends; null if it does not." }),
			})
			.optional()
			.meta({ description: "Present for API-key credentials." }),
		oauth: z
			.object({
				client_id: z.string(),
				app_name: z.string(),
				grant_id: id("oauth_grant"),
				scopes: z.array(z.string()).meta({ description: "The scopes that both the grant and the app have." }),
				rate_limit_tier: z.enum(tiers),
				rate_limit_per_minute: z.int().meta({ description: "The limit of this grant." }),
			})
			.optional()
			.meta({ description: "Present for OAuth access tokens." }),
	})
	.meta({ id: "Me" });

function credentialFields(credential: Credential): Pick<z.output<typeof me>, "api_key" | "oauth"> {
	const { name, scopes } = credential;
	const limits = { rate_limit_tier: tierOf(credential), rate_limit_per_minute: requestsPerMinute(credential) };
	if (credential.kind === "access_token") {
		const { clientId, grantId } = credential;
		return {
			oauth: { client_id: clientId, app_name: name, grant_id: grantId, scopes, ...limits },
		};
	}
	return {
		api_key: {
			id: credential.id,
			name,
			scopes,
			...limits,
			test_mode: credential.testMode,
			expires_at: timestampOrNull(credential.expiresAt),
		},
	};
}

export const meRoutes = [
	endpoint.get({
		id: "getMe",
		path: "/v1/me",
		tag: "Identity",
		summary: "Get the tenant and credential of the caller",
		description:
			"The tenant and the credential of the request. It needs no scope, so it is the cheapest way to test a credential.",
		scope: null,
		answer: me,
		run: async ({ credential }) => ({
			object: "me" as const,
			tenant_id: credential.tenant.id,
			tenant_name: credential.tenant.name,
			plan_slug: credential.tenant.plan,
			...credentialFields(credential),
		}),
	}),
];
