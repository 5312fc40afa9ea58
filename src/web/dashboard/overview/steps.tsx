import type { Child } from "hono/jsx";
import { hasApiAccess } from "../../../platform/gate/plans.ts";
import { firstIdAt } from "../../../platform/lib/ids.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { Code, Panel } from "../../ui/components/elements.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import type { Visit } from "../frame/visit.ts";
import type { ApiSection } from "./sections.ts";

/** A studio counts as new for this long. */
const newMs = 30 * dayMs;

interface Step {
	text: string;
	done: boolean;
	how: Child;
}

export const FirstSteps = ({ visit, api }: { visit: Visit; api: ApiSection }) => {
	const { studio, ctx } = visit;
	if (!hasApiAccess(studio.plan) || studio.id < firstIdAt("tenant", ctx.now - newMs)) return null;
	const steps = stepsOf(visit, api);
	if (steps.every(({ done }) => done)) return null;
	return (
		<Panel title="First steps" lead="Set up your studio so that clients can book, and connect your first program.">
			<ol class="first-steps">
				{steps.map(({ text, done, how }) => (
					<li class={done ? "done" : undefined}>
						<Icon name={done ? "good" : "right"} />
						<div>
							<strong>{text}</strong> {done && <span class="hidden">(done)</span>}
							{!done && how}
						</div>
					</li>
				))}
			</ol>
		</Panel>
	);
};

const stepsOf = (visit: Visit, { bookable, key, hours, endpoints, delivered, colleague }: ApiSection): Step[] => [
	{
		text: "Add an artist",
		done: bookable.artists,
		how: (
			<p>
				Clients book on the page of an artist. <a href={visit.to("/dashboard/artists/new")}>New artist</a>
			</p>
		),
	},
	{
		text: "Set working hours",
		done: bookable.hours,
		how: (
			<p>
				Without them nobody can book. You set them on the artist's page.{" "}
				<a href={visit.to("/dashboard/artists")}>Artists</a>
			</p>
		),
	},
	{
		text: "Create an event type",
		done: bookable.eventTypes,
		how: (
			<p>
				The service that clients book, with its length and price.{" "}
				<a href={visit.to("/dashboard/event_types/new")}>New event type</a>
			</p>
		),
	},
	{
		text: "Create a key",
		done: key,
		how: (
			<p>
				A program uses it to call the API. <a href={visit.to("/dashboard/api_keys/new")}>New key</a>
			</p>
		),
	},
	{
		text: "Call the API",
		done: (hours?.length ?? 0) > 0,
		how: <Code id="first-call" label="First call" text={firstCall(visit)} />,
	},
	{
		text: "Add an endpoint",
		done: endpoints.any,
		how: (
			<p>
				The service sends each change to this address of yours.{" "}
				<a href={visit.to("/dashboard/webhooks/new")}>New endpoint</a>
			</p>
		),
	},
	{
		text: "See a delivery",
		done: delivered,
		how: (
			<p>
				Send a test from the endpoint's page, and check the answer.{" "}
				<a href={visit.to("/dashboard/webhooks")}>Webhooks</a>
			</p>
		),
	},
	{
		text: "Invite a colleague",
		done: colleague,
		how: (
			<p>
				Owners may do everything. Staff do the studio's daily work. <a href={visit.to("/dashboard/team")}>Team</a>
			</p>
		),
	},
];

const firstCall = ({ c }: Visit): string =>
	`curl ${new URL(c.req.url).origin}/v1/me -H "Authorization: Bearer <your key>"`;
