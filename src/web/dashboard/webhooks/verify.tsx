import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { bodyOf } from "../../../domain/events/attempts/body.ts";
import { getWebhookEndpoint } from "../../../domain/events/endpoints/operations.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { type PastedHeaders, readHeaders } from "../../../domain/events/signature-check/pasted-headers.ts";
import { type SecretCandidate, type Verdict, verify } from "../../../domain/events/signature-check/verify.ts";
import type { Ctx } from "../../../platform/context.ts";
import { deliveriesOfEvents, hasDeliveryId } from "../../../platform/db/delivery-ids.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import { FaultSummary, type FormState, type FormValues, Submit, TextArea } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Panel, Title } from "../../ui/components/parts.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { backTo, nameOf, path, pathOf } from "./parts.tsx";

export const verifyPages = new Area("owner");

const maxEndpoints = 100;

/** The secrets of the studio's endpoints. The secrets of this endpoint come first. */
async function candidatesOf({ db, tenantId, vault }: Ctx, endpointId: string): Promise<SecretCandidate[]> {
	const isListed = and(eq(webhookEndpoints.tenantId, tenantId), isNull(webhookEndpoints.deletedAt));
	const [own, others] = await together(
		{ db },
		({ db }) =>
			db
				.select()
				.from(webhookEndpoints)
				.where(and(isListed, eq(webhookEndpoints.id, endpointId))),
		({ db }) =>
			db
				.select()
				.from(webhookEndpoints)
				.where(and(isListed, ne(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.trigger)))
				.limit(maxEndpoints),
	);
	const sealed = [
		...own.flatMap((row) => [
			{ row, secret: row.secret, whose: "present" as const },
			...(row.previousSecret === null
				? []
				: [{ row, secret: row.previousSecret, whose: "previous" as const, until: row.previousSecretGoodUntil ?? 0 }]),
		]),
		...others.map((row) => ({ row, secret: row.secret, whose: "other" as const })),
	];
	// A secret that was sealed with another key cannot be opened, so it is skipped.
	const opened = await Promise.allSettled(
		sealed.map(async ({ row, secret, ...rest }) => ({
			...rest,
			secret: await vault.open(secret, row.id),
			endpoint: { id: row.id, url: row.url },
		})),
	);
	return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** The sent body of the delivery that the headers or the pasted body name, of any endpoint of the studio. */
async function sentBody(ctx: Ctx, headers: PastedHeaders, body: string, endpointId: string): Promise<string | null> {
	const { db, tenantId } = ctx;
	const deliveryId = headers["service-delivery-id"] ?? "";
	const eventId =
		headers["service-event-id"] ?? headers["webhook-id"] ?? /"id":\s*"(evt_[0-9a-f]{32})"/.exec(body)?.[1] ?? "";
	const ofEvent = deliveriesOfEvents(tenantId, sql`(SELECT ${eventId} AS id)`);
	const keys = sql`SELECT endpoint_id, id FROM ${deliveries} WHERE ${hasDeliveryId(tenantId, deliveryId)} UNION ALL ${ofEvent}`;
	const [found] = await db
		.select({ event: events, testBody: deliveries.testBody })
		.from(sql`(${keys}) k`)
		.crossJoin(deliveries)
		.leftJoin(events, and(eq(events.tenantId, deliveries.tenantId), eq(events.id, deliveries.eventId)))
		.where(
			and(
				eq(deliveries.tenantId, tenantId),
				sql`${deliveries.endpointId} = k.endpoint_id AND ${deliveries.id} = k.id AND k.endpoint_id LIKE 'whe%'`,
			),
		)
		.orderBy(sql`${deliveries.id} = ${deliveryId} DESC, ${deliveries.endpointId} = ${endpointId} DESC`)
		.limit(1);
	return found && (found.testBody !== null || found.event) ? bodyOf(found.testBody, found.event) : null;
}

async function verifyPasted({ c, ctx }: Visit, endpointId: string, values: FormValues): Promise<Verdict> {
	const [pasted, body] = [values.headers?.[0] ?? "", values.body?.[0] ?? ""];
	const fields: Record<string, string> = {};
	if (pasted.trim() === "") fields.headers = "Paste the signature header, or all headers.";
	if (body.trim() === "") fields.body = "Paste the body of the request.";
	if (Object.keys(fields).length > 0) throw new FormRefusal({ summary: "Something is missing.", fields }, 422);
	const headers = readHeaders(pasted);
	// A link from the page of a delivery has its id in the query.
	const named = { "service-delivery-id": c.req.query("delivery") ?? "", ...headers };
	const [candidates, sent] = await together(
		ctx,
		(ctx) => candidatesOf(ctx, endpointId),
		(ctx) => sentBody(ctx, named, body, endpointId),
	);
	return verify({ headers, body, candidates, sent, now: ctx.now });
}

const SignatureCheck = ({
	visit,
	endpoint,
	of,
	verdict,
}: {
	visit: Visit;
	endpoint: WebhookEndpoint;
	of: FormState;
	verdict?: Verdict;
}) => (
	<>
		<Title
			text="Check a signature"
			back={backTo(visit, endpoint)}
			lead="Your receiver refuses a request? Paste its headers and body, and the service explains why the signature is valid or not."
		/>
		{verdict && <Outcome visit={visit} verdict={verdict} />}
		<Panel>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/verify`, { delivery: visit.c.req.query("delivery") })}>
				<FaultSummary of={of} />
				<TextArea
					of={of}
					name="headers"
					label="Headers"
					hint="One per line, or as JSON. Service-Signature is enough. With all headers the service also finds the delivery and compares the body."
					mono
					rows={5}
					required
				/>
				<TextArea
					of={of}
					name="body"
					label="Body"
					hint="The raw body, byte for byte as your receiver got it. The service does not store it."
					mono
					rows={8}
					required
				/>
				<Submit>Check</Submit>
			</form>
		</Panel>
	</>
);

const Outcome = ({ visit, verdict }: { visit: Visit; verdict: Verdict }) => (
	<div class={verdict.verifies ? "note good" : "alarm"} role="status">
		<h2>
			<Icon name={verdict.verifies ? "good" : "bad"} /> {verdict.title}
		</h2>
		{verdict.text.map((sentence) => (
			<p>{sentence}</p>
		))}
		{verdict.other && (
			<p>
				<a href={visit.to(pathOf(verdict.other))}>Open {nameOf({ url: verdict.other.url, description: null })}</a>
			</p>
		)}
	</div>
);

verifyPages.check(
	`${path}/:id/verify`,
	{ id: "webhook_endpoint" },
	{
		show: async (visit, { id }, again) => ({
			title: "Check a signature",
			body: (
				<SignatureCheck visit={visit} endpoint={await getWebhookEndpoint(visit.ctx, id)} of={again ?? { values: {} }} />
			),
		}),
		check: async (visit, values, { id }) => {
			const [endpoint, verdict] = await together(
				visit,
				({ ctx }) => getWebhookEndpoint(ctx, id),
				(visit) => verifyPasted(visit, id, values),
			);
			return {
				title: verdict.title,
				body: <SignatureCheck visit={visit} endpoint={endpoint} of={{ values }} verdict={verdict} />,
			};
		},
	},
);
