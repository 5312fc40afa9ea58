import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { type PublicEventType, publicEventTypes, recordKeyOf } from "../db/tables/data/events.ts";
import { describedAs } from "../http/extended.ts";
import { id, publicEventType } from "../http/fields.ts";
import { catalogue } from "../resources/events/catalogue/catalogue.ts";
import { ids, now } from "../resources/events/catalogue/samples.ts";
import { event } from "../resources/events/operations.ts";
import { ref } from "./ref.ts";

/** `form_submission.created` → `FormSubmissionCreated` */
const pascal = (type: PublicEventType) =>
	type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const header = (
	schema: z.ZodString | z.ZodLiteral | z.ZodInt | z.ZodEnum,
	name: string,
	description: string,
	example: unknown,
) => schema.meta({ param: { id: name, description, example } });

/** OpenAPI describes `Content-Type` with the request body, not here. */
const headers = {
	"User-Agent": header(z.literal("Service-Webhook/1.0"), "Webhook-User-Agent", "The sender.", "Service-Webhook/1.0"),
	"Service-Signature": header(
		z.string(),
		"Service-Signature",
		"`t=<unix_seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the endpoint's secret as its key. For 48 hours after a rotation there are two `v1`, and one match is enough. Refuse a `t` that is more than 300 seconds away.",
		`t=1773484200,v1=${"5f".repeat(32)}`,
	),
	"webhook-id": header(id("event"), "webhook-id", "The id of the event, as Standard Webhooks wants it.", ids.event),
	"webhook-timestamp": header(
		z.string(),
		"webhook-timestamp",
		"The time of the attempt in unix seconds, as Standard Webhooks wants it.",
		"1773484200",
	),
	"webhook-signature": header(
		z.string(),
		"webhook-signature",
		"The signature of Standard Webhooks: `v1,<base64>` for each valid secret, with a space between them. It is the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, and its key is the base64-decoded part of the secret after `whsec_`.",
		"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
	),
	"Service-Event-Id": header(
		id("event"),
		"Service-Event-Id",
		"The id of the event. It is the same in every delivery and attempt.",
		ids.event,
	),
	"Service-Delivery-Id": header(
		id("delivery"),
		"Service-Delivery-Id",
		"The id of the delivery. It is the same in every attempt.",
		ids.delivery,
	),
	"Service-Attempt": header(z.int().min(1), "Service-Attempt", "The number of the attempt, from 1.", 1),
	"Service-Event-Type": header(
		publicEventType,
		"Service-Event-Type",
		"The type of the event, as in the body.",
		"appointment.created",
	),
};

/** The event as the log shows it, without its `object`. Each type adds itself and its data. */
const envelope = event
	.omit({ object: true, type: true, data: true })
	.extend({
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
	const named = data.meta()?.id ? data : data.meta({ id: `EventData${pascal(type)}` });
	return z
		.intersection(envelope, z.object({ type: z.literal(type), data: named }))
		.meta({ id: `Event${pascal(type)}` });
}

const exampleOf = (type: PublicEventType) => ({
	id: ids.event,
	type,
	api_version: "v1",
	tenant_id: ids.tenant,
	created_at: now,
	sequence: 1042,
	actor: { type: "user", id: ids.user },
	data: catalogue[type].example,
});

/** What becomes of a delivery after each answer of the receiver. */
export const webhookAnswers = {
	EventReceived: { description: "Received. Answer within 5 seconds. After 10 seconds the attempt has failed." },
	EventNotReceived: {
		description:
			"Failed. The service tries again after a redirect, which it does not follow, a 429 and every 5xx. `Retry-After` can lengthen the wait after a 429 or a 503. After any other 4xx it does not try again.",
	},
};

const operationOf = (type: PublicEventType): ZodOpenApiOperationObject => ({
	operationId: `on${pascal(type)}`,
	tags: ["Events"],
	summary: catalogue[type].summary,
	description: `The event is about the record whose id is in \`data.${recordKeyOf(type)}\`.`,
	security: [],
	requestParams: { header: z.object(headers) },
	requestBody: {
		required: true,
		content: { "application/json": { schema: bodyOf(type), example: exampleOf(type) } },
	},
	responses: { "2XX": ref("responses", "EventReceived"), default: ref("responses", "EventNotReceived") } as never,
});

/** The requests that a webhook endpoint receives, one entry for each event type. */
export const webhooks: ZodOpenApiPathsObject = Object.fromEntries(
	publicEventTypes.map((type) => [type, { post: operationOf(type) }]),
);
