import type { RequestsOfHour } from "../../../platform/gate/requests/request-log.ts";
import { hourMs } from "../../../platform/lib/time.ts";
import { Bars } from "../../ui/components/chart.tsx";
import { Panel } from "../../ui/components/elements.tsx";
import { dayIn, timeIn } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";

export const EventChart = ({ visit, days, events }: { visit: Visit; days: number[]; events: number[] }) => (
	<Panel title="Events of the last 14 days" actions={<a href={visit.to("/dashboard/events")}>Show events</a>}>
		{events.every((count) => count === 0) ? (
			<p class="dim">No events yet. Each change of your studio's data creates an event.</p>
		) : (
			<Bars
				label="Events by day"
				series={[{ name: "Events", tone: "info" }]}
				bars={days.map((day, n) => ({ name: shortDay(visit.studio.timezone, day), values: [events[n] ?? 0] }))}
			/>
		)}
	</Panel>
);

/** A day without its year. */
const shortDay = (zone: string, at: number): string => dayIn(zone, at).replace(/ \d+$/, "");

const hoursOfBar = 3;
const barsShown = 24;

/** The last bar ends with the current hour. */
function barsOf(hours: readonly RequestsOfHour[], now: number): { at: number; answered: number; failed: number }[] {
	const barMs = hoursOfBar * hourMs;
	const end = Math.floor(now / hourMs + 1) * hourMs;
	return Array.from({ length: barsShown }, (_, n) => {
		const at = end - (barsShown - n) * barMs;
		const within = hours.filter((hour) => hour.at >= at && hour.at < at + barMs);
		const failed = within.reduce((sum, hour) => sum + hour.failed, 0);
		return { at, failed, answered: within.reduce((sum, hour) => sum + hour.count, 0) - failed };
	});
}

export const RequestChart = ({ visit, hours }: { visit: Visit; hours: RequestsOfHour[] | undefined }) => {
	const zone = visit.studio.timezone;
	return (
		<Panel title="Requests of the last 3 days" actions={<a href={visit.to("/dashboard/requests")}>Show requests</a>}>
			{hours === undefined ? (
				<p class="dim">The request log does not answer at the moment.</p>
			) : hours.length === 0 ? (
				<p class="dim">No program has called the API.</p>
			) : (
				<Bars
					label={`Requests by ${hoursOfBar} hours`}
					series={[
						{ name: "Answered", tone: "good" },
						{ name: "Refused or failed", tone: "bad" },
					]}
					bars={barsOf(hours, visit.ctx.now).map(({ at, answered, failed }) => ({
						name: `${shortDay(zone, at)}, ${timeIn(zone, at)}`,
						values: [answered, failed],
					}))}
				/>
			)}
		</Panel>
	);
};
