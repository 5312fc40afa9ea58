import type { PathOperation } from "../content/api-document.ts";

interface Props {
	described: PathOperation;
	all: readonly PathOperation[];
	/** The types of the events that the example causes. */
	events: string[] | undefined;
}

const pathOf = ({ operation }: PathOperation) => `/docs/reference/${operation.operationId}`;

/** The scope, the plan, the limits, the events and the related operations. */
export const Facts = ({ described, all, events }: Props) => {
	const { operation, path, method } = described;
	const related = relatedTo(described, all);
	const scopes = (operation.security ?? []).flatMap(({ oauth2 = [] }) => oauth2);
	const cap = operation["x-requests-per-minute"];
	return (
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
			{method !== "GET" && events && (
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
			{related.length > 0 && (
				<>
					<dt>Related</dt>
					<dd>
						{related.map((one, n) => [n > 0 ? "\u00a0· " : "", <a href={pathOf(one)}>{one.operation.summary}</a>])}
					</dd>
				</>
			)}
		</dl>
	);
};

const maxRelated = 6;

/** Operations at the same path come first, then those below and above it, then others of the resource. */
function relatedTo({ path, operation }: PathOperation, all: readonly PathOperation[]): PathOperation[] {
	const distance = (other: string) => (other === path ? 0 : other.startsWith(path) || path.startsWith(other) ? 1 : 2);
	return all
		.filter((one) => one.operation !== operation && one.operation.tags[0] === operation.tags[0])
		.toSorted((a, b) => distance(a.path) - distance(b.path))
		.slice(0, maxRelated);
}
