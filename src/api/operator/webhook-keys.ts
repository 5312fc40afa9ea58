import * as z from "zod";
import { rotateWebhookKey } from "../../domain/events/webhook-keys/rotate.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const rotated = z
	.object({
		object: z.literal("webhook_key"),
		kid: z.string().meta({ description: "The id of the new key, as in `webhook-key-id`." }),
	})
	.meta({ id: "RotatedWebhookKey" });

export const webhookKeyRoutes = [
	endpointsFor<Caller>().change("POST", {
		id: "adminRotateWebhookKey",
		path: "/admin/webhook_keys/rotate",
		tag: "Operator",
		summary: "Sign webhooks with a new key",
		description:
			"Every part of the service signs with it within a minute. The key before stays at `/.well-known/webhook-keys` for 48 hours.",
		scope: null,
		answer: rotated,
		run: (caller) => rotateWebhookKey(caller),
	}),
];
