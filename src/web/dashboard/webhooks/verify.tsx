import { getWebhookEndpoint } from "../../../domain/events/endpoints/operations.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { checkSignature } from "../../../domain/events/signature-check/check-signature.ts";
import { readHeaders } from "../../../domain/events/signature-check/pasted-headers.ts";
import type { Verdict } from "../../../domain/events/signature-check/verify.ts";
import { together } from "../../../platform/db/together.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, type FormValues, Submit, TextArea } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { backTo, nameOf, path, pathOf } from "./components.tsx";

export const verifyPages = new Area("owner");

async function verifyPasted({ c, ctx }: Visit, endpointId: string, values: FormValues): Promise<Verdict> {
	const [pasted, body] = [values.headers?.[0] ?? "", values.body?.[0] ?? ""];
	const fields: Record<string, string> = {};
	if (pasted.trim() === "") fields.headers = "Paste the signature header, or all headers.";
	if (body.trim() === "") fields.body = "Paste the body of the request.";
	if (Object.keys(fields).length > 0) throw new FormRefusal({ summary: "Something is missing.", fields }, 422);
	const headers = readHeaders(pasted);
	// A link from the page of a delivery has its id in the query.
	return await checkSignature(ctx, endpointId, { headers, body, deliveryId: c.req.query("delivery") ?? "" });
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
