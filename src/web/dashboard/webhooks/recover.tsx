import { recoverDeliveries } from "../../../domain/events/deliveries/operations.ts";
import { getWebhookEndpoint } from "../../../domain/events/endpoints/operations.ts";
import { recovery } from "../../../domain/events/endpoints/schema.ts";
import { together } from "../../../platform/db/together.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal, parseBody } from "../forms/execute-form.ts";
import { instantOf, isTicked } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Content } from "../frame/declarations.ts";
import type { Visit } from "../frame/visit.ts";
import { path } from "./components.tsx";
import { Recover, Recovered, type RecoveryCount } from "./form-pages.tsx";

export const recoverPages = new Area("owner");

const recoveryBody = (values: FormValues, zone: string, dry_run: boolean) =>
	parseBody(recovery, {
		since: instantOf(values, "since", zone) ?? "",
		include_missed: isTicked(values, "include_missed"),
		dry_run,
	});

/** Counts the deliveries with the API's dry run. */
async function count({ ctx, studio }: Visit, endpointId: string, values: FormValues): Promise<RecoveryCount> {
	const body = recoveryBody(values, studio.timezone, true);
	const change = await recoverDeliveries(ctx, endpointId, body);
	const found = "result" in change ? change.result.count : 0;
	return { since: timestamp(body.since), includeMissed: body.include_missed, count: found };
}

/** The page counts the deliveries for the query in its address before it sends anything. */
async function show(visit: Visit, id: string, again?: FormState): Promise<Content> {
	const { c } = visit;
	const fromQuery: FormValues = {
		since: [c.req.query("since") ?? ""],
		include_missed: [c.req.query("include_missed") ?? ""],
	};
	const values = again?.values ?? fromQuery;
	const [endpoint, outcome] = await together(
		visit,
		({ ctx }) => getWebhookEndpoint(ctx, id),
		(visit) => (values.since?.[0] ? count(visit, id, values).catch(refusalIn) : undefined),
	);
	const isRefused = outcome instanceof FormRefusal;
	const faults = again?.faults ?? (isRefused ? outcome.faults : undefined);
	const props = { visit, endpoint, counted: isRefused ? undefined : outcome, of: { values, faults } };
	return { title: "Recover deliveries", status: isRefused ? 422 : 200, body: <Recover {...props} /> };
}

function refusalIn(error: unknown): FormRefusal {
	if (error instanceof FormRefusal) return error;
	throw error;
}

recoverPages.form(
	`${path}/:id/recover`,
	{ id: "webhook_endpoint" },
	{
		kind: "change",
		show: (visit, { id }, again) => show(visit, id, again),
		operation: ({ studio }, values, { id }) => {
			const body = recoveryBody(values, studio.timezone, false);
			return (ctx) => recoverDeliveries(ctx, id, body);
		},
		afterSubmit: async (visit, { count }, { id }) => ({
			title: "The recovery has started",
			body: <Recovered visit={visit} endpoint={await getWebhookEndpoint(visit.ctx, id)} count={count} />,
		}),
	},
);
