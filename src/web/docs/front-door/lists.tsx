const links: [path: string, title: string, text: string][] = [
	["/docs/quick-start", "Quick start", "From a key to a verified webhook in five minutes."],
	["/docs", "Guides", "Authentication, sync, retries, webhooks, OAuth, booking."],
	["/docs/reference", "Reference", "Every operation with its fields, answers and errors."],
	["/docs/reference/try", "Try it", "Send requests from the browser."],
	["/docs/events", "Events", "Every event, with an example and a schema."],
	["/docs/errors", "Errors", "Every code, and the remedy for it."],
	["/docs/command-line", "Command line", "Forward webhooks to your machine while you build."],
	["/docs/agents", "Agents", "A door for agents, with a preview of every change."],
];

export const Lists = () => (
	<section class="on-from-here" aria-labelledby="further">
		<h2 id="further">Go on from here</h2>
		<ul>
			{links.map(([path, title, text]) => (
				<li>
					<a href={path}>
						<strong>{title}</strong>
						<span>{text}</span>
					</a>
				</li>
			))}
		</ul>
	</section>
);
