import type { Child } from "hono/jsx";
import type { Studio } from "../../../domain/access/people/studios.ts";
import { Badge, Panel, type Tone } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";
import { nameOf } from "../webhooks/components.tsx";
import { isTrialEnding } from "./plan.tsx";
import type { ApiSection, StudioSection } from "./sections.ts";

interface AttentionItem {
	tone: Tone;
	badge: string;
	text: Child;
	link: { href: string; text: string };
}

type Endpoint = ApiSection["failing"][number];

const disabledWords: Record<string, string> = {
	failures: "was disabled because 50 attempts in a row failed. It gets no events until you activate it.",
	plan_limit: "was disabled because your plan allows no more active endpoints.",
};

export const Attention = ({
	visit,
	calendars,
	api,
}: {
	visit: Visit;
	calendars: StudioSection["calendars"];
	api: ApiSection | undefined;
}) => {
	const items = [
		...(api ? subscriptionItems(visit) : []),
		...(api?.failing ?? []).map((endpoint) => endpointItem(visit, endpoint)),
		...calendars.map(({ artistId, artist, error }) => ({
			tone: "warn" as const,
			badge: "Calendar",
			text: `The external calendar of ${artist} cannot be read: ${error} Its last known busy times still count.`,
			link: { href: visit.to(`/dashboard/artists/${artistId}`), text: `Show ${artist}` },
		})),
	];
	if (items.length === 0) return null;
	return (
		<Panel title="Needs attention">
			<ul class="matters">
				{items.map(({ tone, badge, text, link }) => (
					<li>
						<Badge tone={tone}>{badge}</Badge>
						<span>
							{text} <a href={link.href}>{link.text}</a>
						</span>
					</li>
				))}
			</ul>
		</Panel>
	);
};

const endpointItem = (visit: Visit, { id, url, status, disabledReason, failures }: Endpoint): AttentionItem => ({
	tone: status === "DISABLED" ? "bad" : "warn",
	badge: status === "DISABLED" ? "Disabled" : "Failing",
	text: (
		<>
			The endpoint <code>{nameOf({ url, description: null })}</code>{" "}
			{status === "DISABLED"
				? disabledWords[disabledReason ?? ""]
				: `failed ${failures} times in a row. After 50 failures it will be disabled.`}
		</>
	),
	link: { href: visit.to(`/dashboard/webhooks/${id}`), text: "Show the endpoint" },
});

const planLink = { href: "#plan", text: "Show the plan" };

const statusWords: Partial<Record<Studio["subscriptionStatus"], string>> = {
	past_due: "The last payment for your plan failed.",
	cancelled: "Your subscription has been cancelled.",
};

function subscriptionItems({ studio, ctx }: Visit): AttentionItem[] {
	const text = statusWords[studio.subscriptionStatus];
	if (text) return [{ tone: "bad", badge: "Plan", text, link: planLink }];
	if (!isTrialEnding(studio, ctx.now)) return [];
	return [
		{
			tone: "warn",
			badge: "Trial",
			text: (
				<>
					Your trial ends on <LocalTime at={studio.trialEndsAt} zone={studio.timezone} />.
				</>
			),
			link: planLink,
		},
	];
}
