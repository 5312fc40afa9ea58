import * as z from "zod";
import { publicEventTypes } from "../../../platform/db/tables/data/events.ts";
import { disabledReasons, endpointStatuses, type webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { entries } from "../../../platform/http/fields/entries.ts";
import { id, instant, publicEventType, text, time } from "../../../platform/http/fields/fields.ts";
import { metadata, metadataOut, metadataPatch } from "../../../platform/http/fields/metadata.ts";
import { targetUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp, timestampOrNull } from "../../../platform/lib/time.ts";
import { signatureFaults } from "../signature-check/verify.ts";
import { filter, filterOut } from "./filter.ts";

/** Far more than a request has. */
const maxHeaders = 100;

export const receivedRequest = z
	.object({
		headers: entries(text(200), text(8192), {
			most: maxHeaders,
			tooMany: `must not have more than ${maxHeaders} names`,
		}),
		body: text(600_000),
	})
	.meta({ id: "ReceivedRequest" });

export const signatureCheck = z
	.object({
		object: z.literal("signature_check"),
		valid: z.boolean(),
		reason: z.enum(signatureFaults).nullable(),
		signed_at: time.nullable(),
	})
	.meta({ id: "SignatureCheck" });

const chosenType = z.enum(["*", ...publicEventTypes]).meta({
	id: "ChosenEventType",
	// The document lists the types once.
	override: ({ jsonSchema }: { jsonSchema: object }) => {
		for (const name of Object.keys(jsonSchema)) delete jsonSchema[name as keyof object];
		Object.assign(jsonSchema, {
			anyOf: [{ type: "string", const: "*" }, { $ref: "#/components/schemas/PublicEventType" }],
		});
	},
});

const events = z
	.array(chosenType, { error: ({ input }) => (input === "*" ? 'must be ["*"] for all events' : undefined) })
	.min(1)
	.max(publicEventTypes.length + 1)
	.transform((types) => [...new Set(types)])
	.refine((types) => !types.includes("*") || types.length === 1, "must be event types, or * alone")
	.meta({ description: 'Event types, or `["*"]` for all of them.' });

const settable = {
	url: targetUrl.meta({
		description: "The address that receives the POSTs. It must be https and reachable on the public internet.",
	}),
	events,
	description: text(500).nullable(),
	exclude_own: z.boolean().meta({
		description:
			"Leave out the events that the API key or OAuth app caused which created this endpoint. Every grant of the app counts.",
	}),
	filter,
	ordered: z.boolean().meta({
		description:
			"Deliver the events about one record in the order of their `sequence`. The next one waits until after the one before has succeeded or is DEAD. Events about other records do not wait.",
	}),
	asymmetric: z.boolean().meta({
		description: "Also sign with the key of this service: see `webhook-key-id`. A receiver then needs no secret.",
	}),
	metadata,
};

export const newWebhookEndpoint = z
	.object({
		url: settable.url,
		events,
		...z.object(settable).omit({ url: true, events: true }).partial().shape,
	})
	.meta({ id: "NewWebhookEndpoint" });

export const webhookEndpointPatch = z
	.object({
		...z.object(settable).partial().shape,
		metadata: metadataPatch,
		status: z.enum(endpointStatuses).optional(),
		replay_missed: z.boolean().optional().meta({
			description: "With `status: ACTIVE`: also send the events that were emitted since the endpoint was disabled.",
		}),
	})
	.refine(({ status, replay_missed }) => replay_missed === undefined || status === "ACTIVE", {
		path: ["replay_missed"],
		message: "needs status ACTIVE beside it",
	})
	.meta({ id: "WebhookEndpointPatch" });

export const testSend = z
	.object({
		type: publicEventType
			.optional()
			.meta({ description: "Default: the first type that the endpoint listens to, or `client.created`." }),
	})
	.meta({ id: "WebhookTest" });

export const recovery = z
	.object({
		since: instant.meta({ description: "Deliveries created at or after this time." }),
		dry_run: z.boolean().default(false).meta({ description: "Only count the deliveries and do not send them." }),
		include_missed: z.boolean().default(false).meta({
			description: "Also send each event since then that the endpoint listens to and has no delivery of.",
		}),
	})
	.meta({ id: "NewRecovery" });

export const recovered = z
	.object({ object: z.literal("recovery"), count: z.int(), dry_run: z.boolean() })
	.meta({ id: "Recovery" });

export const webhookEndpoint = z
	.object({
		object: z.literal("webhook_endpoint"),
		id: id("webhook_endpoint"),
		url: z.string(),
		status: z.enum(endpointStatuses),
		events: z.array(z.string()),
		description: z.string().nullable(),
		exclude_own: z.boolean(),
		filter: filterOut,
		ordered: z.boolean(),
		asymmetric: z.boolean(),
		created_by: z
			.object({ type: z.enum(["api_key", "oauth_app"]), id: z.string() })
			.nullable()
			.meta({ description: "The API key or OAuth app that made the endpoint; null if a person made it." }),
		consecutive_failures: z
			.int()
			.meta({ description: "Failed attempts since the last success. At 50 the service disables the endpoint." }),
		disabled_at: time.nullable(),
		disabled_reason: z.enum(disabledReasons).nullable(),
		previous_secret_expires_at: time
			.nullable()
			.meta({ description: "Until this time the replaced secret signs deliveries, too." }),
		metadata: metadataOut,
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "WebhookEndpoint" });

export const signingSecret = z.string().meta({
	description: "The signing secret. Only this answer shows it.",
	examples: ["whsec_Zm9yIHRoZSBkb2N1bWVudGF0aW9uIG9ubHk="],
});

export const endpointWithSecret = z
	.object({
		endpoint: webhookEndpoint,
		secret: signingSecret,
	})
	.meta({ id: "WebhookEndpointWithSecret" });

export type WebhookEndpoint = z.output<typeof webhookEndpoint>;
export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The state that changes without a new revision: attempts count failures, and a replaced secret expires. */
const stateOf = (row: EndpointRow, now: number): string => {
	const isReplaced = (row.previousSecretGoodUntil ?? 0) > now;
	return `${row.consecutiveFailures === 0 ? "" : row.consecutiveFailures}${isReplaced ? "r" : ""}`;
};

const createdBy = ({ creatorType, creatorId }: EndpointRow): WebhookEndpoint["created_by"] =>
	creatorType === null || creatorId === null ? null : { type: creatorType, id: creatorId };

export const toWebhookEndpoint = (row: EndpointRow, now: number): WebhookEndpoint =>
	withVersion(
		row.revision,
		{
			object: "webhook_endpoint",
			id: row.id,
			url: row.url,
			status: row.status,
			events: row.events,
			description: row.description,
			exclude_own: row.excludeOwn,
			filter: row.filter,
			ordered: row.ordered,
			asymmetric: row.asymmetric,
			created_by: createdBy(row),
			consecutive_failures: row.consecutiveFailures,
			disabled_at: timestampOrNull(row.disabledAt),
			disabled_reason: row.disabledReason,
			previous_secret_expires_at:
				(row.previousSecretGoodUntil ?? 0) > now ? timestampOrNull(row.previousSecretGoodUntil) : null,
			metadata: row.metadata,
			created_at: timestamp(row.createdAt),
			updated_at: timestamp(row.updatedAt),
		},
		stateOf(row, now),
	);
