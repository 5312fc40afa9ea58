import * as z from "zod";
import { plans } from "../../platform/db/tables/control/tenants.ts";
import { disabledReasons, endpointStatuses, type webhookEndpoints } from "../../platform/db/tables/data/webhooks.ts";
import { extended } from "../../platform/http/endpoint/extended.ts";
import { id, time } from "../../platform/http/fields/fields.ts";
import { targetUrl } from "../../platform/http/fields/web-url.ts";
import { withVersion } from "../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../platform/lib/time.ts";
import { type Trigger, triggerNames, triggers } from "../events/attempts/request/triggers.ts";
import { catalogue } from "../events/catalogue/catalogue.ts";
import { signingSecret } from "../events/endpoints/schema.ts";

export const connection = z
	.object({
		object: z.literal("me"),
		tenant_id: id("tenant"),
		tenant_name: z.string(),
		plan_slug: z.enum(plans),
		label: z.string().meta({ description: "The name of the connection, made of the tenant and the credential." }),
	})
	.meta({ id: "AutomationMe" });

const trigger = z.enum(triggerNames);

export const newHook = z
	.object({
		target_url: targetUrl.meta({
			description: "The address that receives the POSTs. It must be https and reachable on the public internet.",
		}),
		trigger,
	})
	.meta({ id: "NewAutomationHook" });

export const hook = z
	.object({
		object: z.literal("automation_hook"),
		id: id("automation_hook"),
		target_url: z.string(),
		trigger,
		status: z.enum(endpointStatuses).meta({
			description: "After 50 failed attempts in a row a hook is DISABLED. Another subscription makes it ACTIVE.",
		}),
		consecutive_failures: z
			.int()
			.meta({ description: "Failed attempts since the last success; at 50 the hook is disabled." }),
		disabled_at: time.nullable(),
		disabled_reason: z.enum(disabledReasons).nullable(),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "AutomationHook" });

export const subscribedHook = extended(hook, {
	secret: signingSecret.optional().meta({
		description:
			"Signs the deliveries. Only the answer that creates the hook has it: 201, and its repetition under the same `Idempotency-Key`.",
	}),
}).meta({ id: "SubscribedAutomationHook" });

export const hookWithSecret = z.object({ hook, secret: signingSecret }).meta({ id: "AutomationHookWithSecret" });

export type Hook = z.output<typeof hook>;
export type SubscribedHook = z.output<typeof subscribedHook>;
export type NewHook = z.output<typeof newHook>;
export type HookRow = typeof webhookEndpoints.$inferSelect;

export const toHook = (row: HookRow): Hook =>
	withVersion(
		row.revision,
		{
			object: "automation_hook",
			id: row.id,
			target_url: row.url,
			trigger: row.trigger as Trigger,
			status: row.status,
			consecutive_failures: row.consecutiveFailures,
			disabled_at: timestampOrNull(row.disabledAt),
			disabled_reason: row.disabledReason,
			created_at: timestamp(row.createdAt),
			updated_at: timestamp(row.updatedAt),
		},
		row.consecutiveFailures === 0 ? "" : `${row.consecutiveFailures}`,
	);

/** `new_client` → `NewClient` */
export const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const snapshotSchema = (name: Trigger): z.ZodObject =>
	extended(catalogue[triggers[name]].data, {
		id: id("event").meta({
			description: "The id of the event. It is the same whenever this event is sent or listed.",
		}),
		event_type: z.literal(triggers[name]),
		created_at: time,
	}).meta({ id: `Automation${pascal(name)}` });
