import * as z from "zod";
import { endpointStatuses } from "../../../platform/db/tables/data/webhooks.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleted, syncQuery } from "../../../platform/http/fields/fields.ts";
import { recoverDeliveries } from "../deliveries/operations.ts";
import { delivery } from "../deliveries/schema.ts";
import { testEndpoint } from "../deliveries/test-send.ts";
import {
	createWebhookEndpoint,
	deleteWebhookEndpoint,
	endReplacedSecret,
	getWebhookEndpoint,
	listWebhookEndpoints,
	rotateEndpointSecret,
	updateWebhookEndpoint,
} from "./operations.ts";
import {
	endpointWithSecret,
	newWebhookEndpoint,
	receivedRequest,
	recovered,
	recovery,
	signatureCheck,
	testSend,
	webhookEndpoint,
	webhookEndpointPatch,
} from "./schema.ts";
import { verifyRequest } from "./verify-request.ts";

const tag = "Webhook endpoints";
const params = { endpoint_id: "webhook_endpoint" } as const;
const path = "/v1/webhook_endpoints/:endpoint_id";
const read = "read:webhook_endpoints" as const;
const write = "write:webhook_endpoints" as const;

export const webhookEndpointRoutes = [
	endpoint.list({
		id: "listWebhookEndpoints",
		path: "/v1/webhook_endpoints",
		tag,
		summary: "List webhook endpoints",
		scope: read,
		query: z.object({ ...syncQuery, status: z.enum(endpointStatuses).optional() }),
		answer: webhookEndpoint,
		run: (ctx, { query, page }) => listWebhookEndpoints(ctx, query, page),
	}),
	endpoint.create({
		id: "createWebhookEndpoint",
		path: "/v1/webhook_endpoints",
		tag,
		summary: "Create a webhook endpoint",
		description: "Only this answer shows the secret that signs the deliveries.",
		scope: write,
		body: newWebhookEndpoint,
		answer: endpointWithSecret,
		secretAnswer: "secret",
		errors: ["validation_error", "plan_limit_reached"],
		location: ({ endpoint: { id } }) => `/v1/webhook_endpoints/${id}`,
		run: (ctx, { body }) => createWebhookEndpoint(ctx, body, ctx.credential.tenant.plan),
	}),
	endpoint.get({
		id: "getWebhookEndpoint",
		path,
		tag,
		summary: "Get a webhook endpoint",
		scope: read,
		params,
		answer: webhookEndpoint,
		run: (ctx, { params: { endpoint_id } }) => getWebhookEndpoint(ctx, endpoint_id),
	}),
	endpoint.change("PATCH", {
		id: "updateWebhookEndpoint",
		path,
		tag,
		summary: "Update, disable or re-activate a webhook endpoint",
		description:
			"While the endpoint is disabled, its pending deliveries wait. `status: ACTIVE` sends them at once and sets the count of failures to 0.",
		scope: write,
		params,
		body: webhookEndpointPatch,
		answer: webhookEndpoint,
		errors: ["validation_error", "plan_limit_reached"],
		run: (ctx, { params: { endpoint_id }, body }) =>
			updateWebhookEndpoint(ctx, endpoint_id, body, ctx.credential.tenant.plan),
	}),
	endpoint.change("DELETE", {
		id: "deleteWebhookEndpoint",
		path,
		tag,
		summary: "Delete a webhook endpoint",
		description: "Deletes its deliveries, too, including pending ones.",
		scope: write,
		params,
		answer: deleted("webhook_endpoint").meta({ id: "DeletedWebhookEndpoint" }),
		run: (ctx, { params: { endpoint_id } }) => deleteWebhookEndpoint(ctx, endpoint_id),
	}),
	endpoint.change("POST", {
		id: "rotateWebhookEndpointSecret",
		path: `${path}/rotate_secret`,
		tag,
		summary: "Give a webhook endpoint a new secret",
		description:
			"For 48 hours the service signs deliveries with both the new and the replaced secret. A secret that was replaced earlier ends at once.",
		scope: write,
		params,
		answer: endpointWithSecret,
		secretAnswer: "secret",
		run: (ctx, { params: { endpoint_id } }) => rotateEndpointSecret(ctx, endpoint_id),
	}),
	endpoint.change("POST", {
		id: "endReplacedWebhookEndpointValue",
		path: `${path}/end_replaced_value`,
		tag,
		summary: "End the replaced secret of a webhook endpoint",
		description:
			"If a secret has leaked, rotate it and end the replaced one. The next deliveries are signed with the new secret alone. Does nothing if no replaced secret signs.",
		scope: write,
		params,
		answer: webhookEndpoint,
		run: (ctx, { params: { endpoint_id } }) => endReplacedSecret(ctx, endpoint_id),
	}),
	endpoint.change("POST", {
		id: "testWebhookEndpoint",
		path: `${path}/test`,
		tag,
		summary: "Send a sample event to a webhook endpoint",
		description:
			"The envelope has `test: true` and no `sequence`. The service sends it once, to this endpoint alone, even if the endpoint is disabled. The event log does not show it.",
		scope: write,
		params,
		body: testSend,
		bodyOptional: true,
		answer: delivery,
		run: (ctx, { params: { endpoint_id }, body }) => testEndpoint(ctx, endpoint_id, body.type),
	}),
	endpoint.change("POST", {
		id: "verifyWebhookEndpoint",
		path: `${path}/verify`,
		tag,
		summary: "Check the signature of a request that a receiver got",
		scope: read,
		params,
		body: receivedRequest,
		answer: signatureCheck,
		run: (ctx, { params: { endpoint_id }, body }) => verifyRequest(ctx, endpoint_id, body),
	}),
	endpoint.change("POST", {
		id: "recoverWebhookEndpoint",
		path: `${path}/recover`,
		tag,
		summary: "Replay every dead or waiting delivery of a webhook endpoint",
		scope: "write:deliveries",
		params,
		body: recovery,
		answer: recovered,
		run: (ctx, { params: { endpoint_id }, body }) => recoverDeliveries(ctx, endpoint_id, body),
	}),
];
