import { publicEventTypes } from "../../../domain/events/catalogue/event-types.ts";
import { listAtEndpoint } from "../../../domain/events/deliveries/listed.ts";
import { deliveryStatuses } from "../../../domain/events/deliveries/schema.ts";
import { testEndpoint } from "../../../domain/events/deliveries/test-send.ts";
import { readHours } from "../../../domain/events/endpoints/hours.ts";
import {
	createWebhookEndpoint,
	deleteWebhookEndpoint,
	getWebhookEndpoint,
	listWebhookEndpoints,
	rotateEndpointSecret,
	updateWebhookEndpoint,
} from "../../../domain/events/endpoints/operations.ts";
import { newWebhookEndpoint, testSend, webhookEndpointPatch } from "../../../domain/events/endpoints/schema.ts";
import { together } from "../../../platform/db/together.ts";
import type { FormState } from "../../ui/components/fields.tsx";
import { path as deliveriesPath } from "../deliveries/table.tsx";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { queryChoice } from "../lists/query.ts";
import { backTo, nameOf, path, pathOf } from "./components.tsx";
import { Endpoint } from "./endpoint.tsx";
import { EditEndpoint, NewEndpoint, newEndpointState } from "./form.tsx";
import { Activate, Rotate, Secret, Test } from "./form-pages.tsx";
import { daysOf } from "./health.ts";
import { Endpoints } from "./list.tsx";
import { settingsOf, valuesOf } from "./settings.ts";

export const webhookPages = new Area("owner");

const kinds = { id: "webhook_endpoint" } as const;
const perPage = 25;

webhookPages.page(path, {}, async (visit) => {
	const { ctx } = visit;
	const found = await listWebhookEndpoints(ctx, {}, { after: visit.c.req.query("after"), take: perPage + 1 });
	const { shown, next } = nextPageOf(visit, found, perPage);
	const hours = await readHours(
		ctx,
		shown.map(({ id }) => id),
	);
	return { title: "Webhooks", body: <Endpoints visit={visit} endpoints={shown} hours={hours} next={next} /> };
});

webhookPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		secret: true,
		show: (visit, _, again) => ({
			title: "New endpoint",
			body: <NewEndpoint visit={visit} of={again ?? newEndpointState} />,
		}),
		operation: ({ studio }, values) => {
			const body = parseBody(newWebhookEndpoint, settingsOf(values));
			return (ctx) => createWebhookEndpoint(ctx, body, studio.plan);
		},
		afterSubmit: (visit, { endpoint, secret }) => ({
			title: "The endpoint has been created",
			body: <Secret visit={visit} endpoint={endpoint} secret={secret} rotated={false} />,
		}),
	},
);

webhookPages.page(`${path}/:id`, kinds, async (visit, { id }) => {
	const { ctx, studio } = visit;
	const filters = {
		status: queryChoice(visit, "status", deliveryStatuses),
		type: queryChoice(visit, "type", publicEventTypes),
		after: visit.c.req.query("after"),
	};
	const [endpoint, hours, { shown, after }] = await together(
		ctx,
		(ctx) => getWebhookEndpoint(ctx, id),
		(ctx) => readHours(ctx, [id]),
		(ctx) => listAtEndpoint(ctx, id, filters, perPage),
	);
	const next = after && visit.to(pathOf(endpoint), { status: filters.status, type: filters.type, after });
	const days = daysOf(hours, studio.timezone, ctx.now);
	const body = (
		<Endpoint visit={visit} endpoint={endpoint} days={days} filters={filters} next={next} deliveries={shown} />
	);
	return { title: nameOf(endpoint), body };
});

webhookPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, { id }, again) => {
		const endpoint = await getWebhookEndpoint(visit.ctx, id);
		const of = again ?? { values: valuesOf(endpoint) };
		return { title: "Edit endpoint", body: <EditEndpoint visit={visit} endpoint={endpoint} of={of} /> };
	},
	operation: ({ studio }, values, { id }) => {
		const body = parseBody(webhookEndpointPatch, settingsOf(values));
		return (ctx) => updateWebhookEndpoint(ctx, id, body, studio.plan);
	},
	afterSubmit: (visit, endpoint) => visit.to(pathOf(endpoint), { done: "changed" }),
});

const emptyState: FormState = { values: {} };

webhookPages.form(`${path}/:id/rotate`, kinds, {
	kind: "change",
	secret: true,
	show: async (visit, { id }, again) => ({
		title: "Rotate the secret",
		body: <Rotate visit={visit} endpoint={await getWebhookEndpoint(visit.ctx, id)} of={again ?? emptyState} />,
	}),
	operation:
		(_visit, _typed, { id }) =>
		(ctx) =>
			rotateEndpointSecret(ctx, id),
	afterSubmit: (visit, { endpoint, secret }) => ({
		title: "The endpoint has a new secret",
		body: <Secret visit={visit} endpoint={endpoint} secret={secret} rotated />,
	}),
});

webhookPages.form(`${path}/:id/disable`, kinds, {
	kind: "change",
	show: async (visit, { id }, again) => {
		const endpoint = await getWebhookEndpoint(visit.ctx, id);
		return confirmationPage({
			question: `Disable ${nameOf(endpoint)}?`,
			text: (
				<p>
					The endpoint gets no more events. Pending deliveries wait. When you activate it again, you choose whether it
					gets the events that it missed.
				</p>
			),
			verb: "Disable",
			action: visit.to(`${pathOf(endpoint)}/disable`),
			back: backTo(visit, endpoint),
			again,
		});
	},
	operation:
		({ studio }, _typed, { id }) =>
		(ctx) =>
			updateWebhookEndpoint(ctx, id, { status: "DISABLED" }, studio.plan),
	afterSubmit: (visit, endpoint) => visit.to(pathOf(endpoint), { done: "disabled" }),
});

webhookPages.form(`${path}/:id/activate`, kinds, {
	kind: "change",
	show: async (visit, { id }, again) => {
		const of = again ?? { values: { replay_missed: ["true"] } };
		const endpoint = await getWebhookEndpoint(visit.ctx, id);
		return { title: "Activate the endpoint", body: <Activate visit={visit} endpoint={endpoint} of={of} /> };
	},
	operation: ({ studio }, values, { id }) => {
		const patch = { status: "ACTIVE", replay_missed: textOf(values, "replay_missed") === "true" } as const;
		return (ctx) => updateWebhookEndpoint(ctx, id, patch, studio.plan);
	},
	afterSubmit: (visit, endpoint) => visit.to(pathOf(endpoint), { done: "activated" }),
});

webhookPages.form(`${path}/:id/test`, kinds, {
	kind: "create",
	show: async (visit, { id }, again) => {
		const endpoint = await getWebhookEndpoint(visit.ctx, id);
		const [first = "*"] = endpoint.events;
		const of = again ?? { values: { type: [first === "*" ? "client.created" : first] } };
		return { title: "Test the endpoint", body: <Test visit={visit} endpoint={endpoint} of={of} /> };
	},
	operation: (_visit, values, { id }) => {
		const { type } = parseBody(testSend, { type: textOf(values, "type") });
		return (ctx) => testEndpoint(ctx, id, type);
	},
	afterSubmit: (visit, { id }) => visit.to(`${deliveriesPath}/${id}`, { done: "tested" }),
});

webhookPages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, { id }, again) => {
		const endpoint = await getWebhookEndpoint(visit.ctx, id);
		return confirmationPage({
			question: `Delete ${nameOf(endpoint)}?`,
			text: (
				<p>
					All its deliveries are deleted, including pending ones. It cannot be restored. To stop it for a while, disable
					it.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(endpoint)}/delete`),
			back: backTo(visit, endpoint),
			again,
		});
	},
	operation:
		(_visit, _typed, { id }) =>
		(ctx) =>
			deleteWebhookEndpoint(ctx, id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});
