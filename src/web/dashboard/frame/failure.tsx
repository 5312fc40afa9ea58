import type { Child } from "hono/jsx";
import { Title } from "../../ui/components/elements.tsx";
import { navigationEntryOf } from "./navigation.ts";
import type { Visit } from "./visit.ts";

interface FailureProps {
	title: string;
	text: string;
	requestId: string;
	children?: Child;
}

export const Failure = ({ title, text, requestId, children }: FailureProps) => (
	<>
		<Title text={title} />
		<div class="alarm" role="alert">
			{text}
		</div>
		{children}
		<p class="dim">
			If you ask for help, mention this request: <code>{requestId}</code>
		</p>
	</>
);

export const WaysOn = ({ visit }: { visit: Visit }) => {
	const area = navigationEntryOf(visit.c.req.path);
	const isAlsoBelow = area?.path === "/dashboard/calendar" || area?.path === "/dashboard/clients";
	return (
		<p class="actions">
			{area && !isAlsoBelow && (
				<a class="button" href={visit.to(area.path)}>
					Go to {area.text}
				</a>
			)}
			<a class="button" href={visit.to("/dashboard/calendar")}>
				Go to Calendar
			</a>
			<a class="button" href={visit.to("/dashboard/clients")}>
				Search clients
			</a>
		</p>
	);
};
