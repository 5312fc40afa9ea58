import { z } from "zod";
import { plans, tiers } from "../../db/schema.ts";
import { requestsPerMinute, tierOf } from "../../gate/plans.ts";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";

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
			})
			.meta({ description: "Present for API-key credentials." }),
	})
	.meta({ id: "Me" });

export const meEndpoints = [
	endpoint.get({
		id: "getMe",
		path: "/v1/me",
		tag: "Identity",
		summary: "Tell who is calling",
		description:
			"The tenant and the credential behind the request. Needs no scope: the cheapest way to test a credential.",
		scope: null,
		answer: me,
		run: async ({ credential }) => ({
			object: "me" as const,
			tenant_id: credential.tenant.id,
			tenant_name: credential.tenant.name,
			plan_slug: credential.tenant.plan,
			api_key: {
				id: credential.id,
				name: credential.name,
				scopes: credential.scopes,
				rate_limit_tier: tierOf(credential),
				rate_limit_per_minute: requestsPerMinute(credential),
				test_mode: credential.testMode,
			},
		}),
	}),
];
