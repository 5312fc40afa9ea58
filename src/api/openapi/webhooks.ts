import * as z from "zod";
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { catalogue } from "../../domain/events/catalogue/catalogue.ts";
import { erasedData } from "../../domain/events/catalogue/erased.ts";
import { ids, now } from "../../domain/events/catalogue/example-ids.ts";
import { event } from "../../domain/events/feed/operations.ts";
import { type PublicEventType, publicEventTypes, recordKeyOf } from "../../platform/db/tables/data/events.ts";
import { describedAs } from "../../platform/http/endpoint/extended.ts";
import { ref } from "./ref.ts";

/** `form_submission.created` → `FormSubmissionCreated` */
const pascalType = (type: PublicEventType) =>
	type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const text: oas31.SchemaObject = { type: "string" };

const header = (description: string, example: unknown, schema: oas31.SchemaObject = text): oas31.HeaderObject => ({
	description,
	required: true,
	example,
	schema,
});

/**
 * The headers of a delivery, whatever its event is. The document describes them once, as it does those of answers.
 * OpenAPI describes `Content-Type` with the request body.
 */
export const deliveryHeaders = {
	"x-headers-of-every-delivery": {
		"User-Agent": header("The sender.", "Service-Webhook/1.0", { type: "string", const: "Service-Webhook/1.0" }),
		"Service-Signature": header(
			"`t=<unix_seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the endpoint's secret as its key. For 48 hours after a rotation there are two `v1`, and one match is enough. Refuse a `t` that is more than 300 seconds away.",
			`t=1773484200,v1=${"5f".repeat(32)}`,
		),
		"webhook-id": header("The id of the event, as Standard Webhooks wants it.", ids.event),
		"webhook-timestamp": header(
			"The time of the attempt in unix seconds, as Standard Webhooks wants it.",
			"1773484200",
		),
		"webhook-signature": header(
			"The signature of Standard Webhooks: `v1,<base64>` for each valid secret, with a space between them. It is the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, and its key is the base64-decoded part of the secret after `whsec_`.",
			"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
		),
		"webhook-key-id": {
			...header(
				"If the endpoint is `asymmetric`: the `kid` of the key at `/.well-known/webhook-keys` that made `v1a,<base64>`. That is one more part of `webhook-signature`, with Ed25519 over the same text.",
				"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
			),
			required: false,
		},
		"Service-Event-Id": header("The id of the event. It is the same in every delivery and attempt.", ids.event),
		"Service-Delivery-Id": header("The id of the delivery. It is the same in every attempt.", ids.delivery),
		"Service-Attempt": header("The number of the attempt, from 1.", 1, { type: "integer", minimum: 1 }),
		"Service-Event-Type": header("The type of the event, as in the body.", "appointment.created"),
	},
};

/** The event as the log shows it, without its `object`. Each type adds itself and its data. */
const envelope = event
	.omit({ object: true })
	.extend({
		type: z.string(),
		sequence: event.shape.sequence
			.optional()
			.meta({ description: "The number of the event in the tenant, without gaps. A test event has none." }),
		test: z
			.literal(true)
			.optional()
			.meta({ description: "This is a sample that the tenant asked for. Nothing happened." }),
	})
	.meta({ id: "EventEnvelope" });

function bodyOf(type: PublicEventType) {
	const data = describedAs(catalogue[type].data);
	const named = data.meta()?.id ? data : data.meta({ id: `EventData${pascalType(type)}` });
	return z
		.intersection(envelope, z.object({ type: z.literal(type), data: z.union([named, erasedData]) }))
		.meta({ id: `Event${pascalType(type)}` });
}

const exampleOf = (type: PublicEventType) => ({
	id: ids.event,
	type,
	api_version: "v1",
	tenant_id: ids.tenant,
	created_at: now,
	sequence: 1042,
	actor: { type: "system", id: null },
	data: catalogue[type].example,
});

export const webhookAnswers = {
	Received: {
		description:
			"Received. Answer within 5 seconds. After 10 seconds the attempt has failed. Every other status is a failure. The service tries again after a redirect, which it does not follow, a 429 and every 5xx. `Retry-After` can lengthen the wait after a 429 or a 503. After any other 4xx it does not try again.",
	},
};

const operationOf = (type: PublicEventType): ZodOpenApiOperationObject => ({
	operationId: `on${pascalType(type)}`,
	summary: catalogue[type].summary,
	description: `About \`data.${recordKeyOf(type)}\`.`,
	security: [],
	requestBody: {
		required: true,
		content: { "application/json": { schema: bodyOf(type), example: exampleOf(type) } },
	},
	responses: { "2XX": ref("responses", "Received") } as never,
});

export const webhooks: ZodOpenApiPathsObject = Object.fromEntries(
	publicEventTypes.map((type) => [type, { post: operationOf(type) }]),
);
