import { recoverDeliveries } from "../../../domain/events/deliveries/operations.ts";
import { getWebhookEndpoint } from "../../../domain/events/endpoints/operations.ts";
import { recovery } from "../../../domain/events/endpoints/schema.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { Filled, Typed } from "../../ui/components/fields.tsx";
import { instantOf, isTicked } from "../forms/form-values.ts";
import { bodyOf, Refusal } from "../forms/forms.ts";
import { Area, type Content } from "../frame/area.tsx";
import type { Visit } from "../frame/visit.ts";
import { type Counted, Recover, Recovered } from "./form-routes.tsx";
import { path } from "./parts.tsx";

export const recoverPages = new Area("owner");

const wanted = (typed: Typed, zone: string, dry_run: boolean) =>
	bodyOf(recovery, {
		since: instantOf(typed, "since", zone) ?? "",
		include_missed: isTicked(typed, "include_missed"),
		dry_run,
	});

/** What the operation would send: the API's dry run. */
async function count({ ctx, studio }: Visit, endpointId: string, typed: Typed): Promise<Counted> {
	const body = wanted(typed, studio.timezone, true);
	const change = await recoverDeliveries(ctx, endpointId, body);
	const found = "result" in change ? change.result.count : 0;
	return { since: timestamp(body.since), includeMissed: body.include_missed, count: found };
}

/** The page counts what its address asks for, before anything is sent. */
async function show(visit: Visit, id: string, again?: Filled): Promise<Content> {
	const { c } = visit;
	const asked: Typed = { since: [c.req.query("since") ?? ""], include_missed: [c.req.query("include_missed") ?? ""] };
	const typed = again?.typed ?? asked;
	const [endpoint, outcome] = await Promise.all([
		getWebhookEndpoint(visit.ctx, id),
		typed.since?.[0] ? count(visit, id, typed).catch(refusalIn) : undefined,
	]);
	const isRefused = outcome instanceof Refusal;
	const faults = again?.faults ?? (isRefused ? outcome.faults : undefined);
	const props = { visit, endpoint, counted: isRefused ? undefined : outcome, of: { typed, faults } };
	return { title: "Recover deliveries", status: isRefused ? 422 : 200, body: <Recover {...props} /> };
}

function refusalIn(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	throw error;
}

recoverPages.form(
	`${path}/:id/recover`,
	{ id: "webhook_endpoint" },
	{
		kind: "change",
		show: (visit, { id = "" }, again) => show(visit, id, again),
		decide: ({ studio }, typed, { id = "" }) => {
			const body = wanted(typed, studio.timezone, false);
			return (ctx) => recoverDeliveries(ctx, id, body);
		},
		onward: async (visit, { count }, { id = "" }) => ({
			title: "Recovery has begun",
			body: <Recovered visit={visit} endpoint={await getWebhookEndpoint(visit.ctx, id)} count={count} />,
		}),
	},
);
