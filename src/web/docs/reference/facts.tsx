import type { PathOperation } from "../content/api-document.ts";

interface Props {
	described: PathOperation;
	/** The types of the events that the example causes. */
	events: string[] | undefined;
}

/** The scope, the plan, the limits and the events. */
export const Facts = ({ described, events }: Props) => {
	const { operation, path, method } = described;
	const scopes = (operation.security ?? []).flatMap(({ oauth2 = [] }) => oauth2);
	const cap = operation["x-requests-per-minute"];
	const hasEvents = method !== "GET" && events !== undefined;
	return path.startsWith("/v1/") || hasEvents ? (
		<dl class="operation-facts">
			{path.startsWith("/v1/") && (
				<>
					<dt>Scope</dt>
					<dd>
						{scopes.length > 0 ? (
							<a href="/docs/scopes-and-plans">
								{scopes.map((one) => (
									<code>{one}</code>
								))}
							</a>
						) : (
							"none: every valid credential may"
						)}
					</dd>
					<dt>Plan</dt>
					<dd>Solo or higher</dd>
					<dt>Limits</dt>
					<dd>
						{cap ? `${cap} requests a minute for each key, and the ` : "The "}
						<a href="/docs/rate-limits">limits of the key and the studio</a>
					</dd>
				</>
			)}
			{hasEvents && (
				<>
					<dt>Events</dt>
					<dd>
						{events.length === 0
							? "none from this request"
							: events.map((type, n) => [
									n > 0 ? ", " : "",
									<a href={`/docs/events/${type}`}>
										<code>{type}</code>
									</a>,
								])}
					</dd>
				</>
			)}
		</dl>
	) : null;
};
