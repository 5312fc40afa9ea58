import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Bars } from "../../ui/components/chart.tsx";
import { Badge, Panel } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";
import type { DayOfAttempts } from "./health.ts";

export const path = "/dashboard/webhooks";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;

/** The description, or else the address. */
export const nameOf = ({ description, url }: { description: string | null; url: string }): string => {
	const text = description?.trim() || url.replace(/^https?:\/\//, "");
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

export const backTo = (visit: Visit, endpoint: WebhookEndpoint) => ({
	href: visit.to(pathOf(endpoint)),
	text: nameOf(endpoint),
});

const reasons = {
	failures: "50 attempts in a row failed",
	manual: "somebody disabled it",
	plan_limit: "the plan allows fewer endpoints",
};

export const reasonWords = ({ disabled_reason }: Pick<WebhookEndpoint, "disabled_reason">): string =>
	disabled_reason === null ? "" : reasons[disabled_reason];

/** A failing endpoint has its own state before the service disables it. */
export const State = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
	if (endpoint.status === "DISABLED") return <Badge tone="bad">Disabled</Badge>;
	return endpoint.consecutive_failures > 0 ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Active</Badge>;
};

const outcomes = [
	{ name: "Succeeded", tone: "good" },
	{ name: "Failed", tone: "bad" },
] as const;

const barsOf = (days: DayOfAttempts[]) =>
	days.map(({ day, succeeded, failed }) => ({ name: day, values: [succeeded, failed] }));

export const SmallHealth = ({ days, of }: { days: DayOfAttempts[]; of: string }) => (
	<Bars small label={`Attempts at ${of} in the last seven days`} series={outcomes} bars={barsOf(days)} />
);

const totalsOf = (days: DayOfAttempts[]) => ({
	succeeded: days.reduce((sum, day) => sum + day.succeeded, 0),
	failed: days.reduce((sum, day) => sum + day.failed, 0),
});

/** The success rate of the attempts, in words. */
export const rateWords = (days: DayOfAttempts[]): string => {
	const { succeeded, failed } = totalsOf(days);
	const all = succeeded + failed;
	if (all === 0) return "No attempts in seven days";
	// Rounded down, so that 99.96 % does not become 100 %.
	const percent = Math.floor((succeeded / all) * 1000) / 10;
	return `${percent} % of ${all.toLocaleString("en-GB")} succeeded`;
};

export const Health = ({ days }: { days: DayOfAttempts[] }) => (
	<Panel title="Health" lead={`${rateWords(days)}. Test sends are not counted.`}>
		<div class="grid">
			<Bars label="Attempts a day" series={outcomes} bars={barsOf(days)} />
			<Bars
				label="Response time, on average"
				unit="ms"
				series={[{ name: "Average", tone: "info" }]}
				bars={days.map(({ day, averageMs }) => ({ name: day, values: [averageMs] }))}
			/>
		</div>
		<p class="dim after">
			The slowest answer of these days took{" "}
			{Math.max(...days.map(({ slowestMs }) => slowestMs)).toLocaleString("en-GB")} ms. The service waits at most 10
			seconds.
		</p>
	</Panel>
);
