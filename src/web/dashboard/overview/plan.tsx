import type { Studio } from "../../../domain/access/people/studios.ts";
import { endpointCap } from "../../../domain/events/endpoint-work/plan-cap.ts";
import {
	hasApiAccess,
	hasAppRegistration,
	requestsPerMinute,
	storedBytesLimits,
} from "../../../platform/gate/plans.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { Badge, Facts, Panel, type Tone } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { inWords } from "../components/words.ts";
import type { Visit } from "../frame/visit.ts";
import type { ApiSection } from "./sections.ts";

const tones: Record<Studio["subscriptionStatus"], Tone> = {
	trialing: "info",
	active: "good",
	past_due: "bad",
	cancelled: "bad",
};

/** The overview warns this long before the end of the trial. */
const noticeMs = 7 * dayMs;

export const isTrialEnding = ({ subscriptionStatus, trialEndsAt }: Studio, now: number): boolean =>
	subscriptionStatus === "trialing" && trialEndsAt !== null && trialEndsAt - now < noticeMs;

const perMinute = (plan: Studio["plan"], testMode: boolean): number =>
	requestsPerMinute({ ownTier: null, customLimit: null, testMode, tenant: { plan } });

const gibi = 1024 ** 3;
const sizeOf = (bytes: number): string =>
	bytes < gibi / 100 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${Number((bytes / gibi).toFixed(2))} GB`;

export const PlanPanel = ({ visit: { studio }, api }: { visit: Visit; api: ApiSection }) => {
	const { plan, subscriptionStatus: status, trialEndsAt, timezone } = studio;
	const hasApi = hasApiAccess(plan);
	return (
		<Panel
			title="Plan"
			id="plan"
			actions={<Badge tone={tones[status]}>{status === "trialing" ? "Trial" : inWords(status)}</Badge>}
		>
			<Facts
				of={[
					["Plan", inWords(plan)],
					status === "trialing" && ["Trial ends", <LocalTime at={trialEndsAt} zone={timezone} />],
					["API access", hasApi ? "Included" : "Not included"],
					hasApi && [
						"Rate limit",
						`${perMinute(plan, false)} requests a minute for each key, ${perMinute(plan, true)} for a test key`,
					],
					hasApi && ["Active endpoints", endpointsOf(api.endpoints, endpointCap(plan))],
					hasApi && ["Own OAuth apps", hasAppRegistration(plan) ? "Included" : "From the Studio plan on"],
					["Storage", `${sizeOf(api.bytes)} of ${sizeOf(storedBytesLimits[plan])}`],
				]}
			/>
			{!hasApi && (
				<p class="dim after">
					On the {inWords(plan)} plan programs cannot use the API, and nothing is sent to endpoints. Every higher plan
					includes both.
				</p>
			)}
		</Panel>
	);
};

const endpointsOf = ({ active, more }: ApiSection["endpoints"], cap: number | null): string =>
	`${more ? "at least " : ""}${active} of ${cap ?? "any number"}`;
