import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { type PublicEventType, publicEventTypes } from "../db/tables/tenant/events.ts";
import { id } from "../http/fields.ts";
import { catalogue } from "../resources/events/catalogue/catalogue.ts";
import { ids, now } from "../resources/events/catalogue/samples.ts";
import { event } from "../resources/events/operations.ts";

/** `form_submission.created` → `FormSubmissionCreated` */
const pascal = (type: PublicEventType) =>
	type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const header = (schema: z.ZodString | z.ZodLiteral | z.ZodInt, name: string, description: string, example: unknown) =>
	schema.meta({ param: { id: name, description, example } });

/** `Content-Type` is the seventh; OpenAPI leaves it to the request body. */
const headers = {
	"User-Agent": header(z.literal("Service-Webhook/1.0"), "Webhook-User-Agent", "The sender.", "Service-Webhook/1.0"),
	"Service-Signature": header(
		z.string(),
		"Service-Signature",
		"`t=<unix_seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256, keyed with the endpoint's secret, of `<t>.<raw body>`. For 48 hours after a rotation there are two `v1`; one that matches is enough. Refuse a `t` more than 300 seconds away.",
		`t=1773484200,v1=${"5f".repeat(32)}`,
	),
	"Service-Event-Id": header(
		id("event"),
		"Service-Event-Id",
		"The event's id: the same in every delivery and attempt.",
		ids.event,
	),
	"Service-Delivery-Id": header(
		id("delivery"),
		"Service-Delivery-Id",
		"The delivery's id: the same in every attempt.",
		ids.delivery,
	),
	"Service-Attempt": header(z.int().min(1), "Service-Attempt", "The attempt's number, from 1 on.", 1),
};

/** The event as it is in the log, without its `object`. */
const envelope = (type: PublicEventType) =>
	event
		.omit({ object: true })
		.extend({
			type: z.literal(type),
			sequence: event.shape.sequence
				.optional()
				.meta({ description: "The tenant's event number, without gaps. Absent in a test." }),
			data: catalogue[type].data.meta({ id: `EventData${pascal(type)}` }),
			test: z.literal(true).optional().meta({ description: "A sample that was asked for; nothing happened." }),
		})
		.meta({ id: `Event${pascal(type)}` });

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

const operationOf = (type: PublicEventType): ZodOpenApiOperationObject => ({
	operationId: `on${pascal(type)}`,
	tags: ["Events"],
	summary: catalogue[type].summary,
	security: [],
	requestParams: {
		header: z.object({
			...headers,
			"Service-Event-Type": z.literal(type).meta({ description: "The event's type." }),
		}),
	},
	requestBody: {
		required: true,
		content: { "application/json": { schema: envelope(type), example: exampleOf(type) } },
	},
	responses: {
		"2XX": { description: "Received. An answer within 5 seconds is recommended; after 10 the attempt has failed." },
		"3XX": { description: "Failed and tried again; redirects are not followed." },
		"429": { description: "Failed and tried again; `Retry-After` can lengthen the wait." },
		"4XX": { description: "Refused: not tried again." },
		"5XX": { description: "Failed and tried again; after a 503 `Retry-After` can lengthen the wait." },
	},
});

/** What is sent to a webhook endpoint, one entry for each event type. */
export const webhooks: ZodOpenApiPathsObject = Object.fromEntries(
	publicEventTypes.map((type) => [type, { post: operationOf(type) }]),
);
