import type { PathOperation } from "../content/api-document.ts";
import { eventsOfOperations } from "./events-of-operations.ts";

export const Facts = ({ described }: { described: PathOperation }) => {
	const { operation, path } = described;
	const scopes = (operation.security ?? []).flatMap(({ oauth2 = [] }) => oauth2);
	const cap = operation["x-requests-per-minute"];
	const events = eventsOfOperations[operation.operationId];
	return path.startsWith("/v1/") ? (
		<dl class="operation-facts">
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
			{events && (
				<>
					<dt>Events</dt>
					<dd>
						{events.map((type, n) => [
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
