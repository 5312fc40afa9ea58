import { fixedHeaders, signingHeaders } from "../../../domain/events/attempts/request/headers.ts";
import type { Delivery } from "../../../domain/events/deliveries/schema.ts";
import type { ShownDelivery } from "../../../domain/events/deliveries/shown.ts";
import { Badge, Code, Facts, Note, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { pretty } from "../components/json.ts";
import { HistoryLink, RequestLink } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { nameOf, path as webhooksPath } from "../webhooks/components.tsx";
import { asCurl } from "./curl.ts";
import { DeliveryState, path } from "./table.tsx";

const done = {
	tested: "The test is being sent. Reload the page to see the answer.",
	replayed: "The delivery is being sent again. Reload the page to see the answer.",
};

interface Props {
	visit: Visit;
	of: ShownDelivery;
}

export const DeliveryPage = ({ visit, of }: Props) => {
	const { delivery, endpoint, isTest } = of;
	const endpointPath = `${webhooksPath}/${delivery.endpoint_id}`;
	return (
		<>
			<Title
				text={delivery.event_type}
				back={{ href: visit.to(endpointPath), text: nameOf(endpoint) }}
				beside={
					<>
						<DeliveryState status={delivery.status} /> {isTest && <Badge>Test</Badge>}
					</>
				}
			>
				{mayBeReplayed(of) && (
					<PostButton action={visit.to(`${path}/${delivery.id}/replay`)} tone="primary">
						Replay
					</PostButton>
				)}
				<a class="button" href={visit.to(`${endpointPath}/verify`, { delivery: delivery.id })}>
					Check a signature
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<PendingNote visit={visit} of={of} />
			<Panel>
				<DeliveryFacts visit={visit} of={of} />
			</Panel>
			<Panel
				title="Attempts"
				lead={
					delivery.attempts.length < delivery.attempt_count
						? `The last ${delivery.attempts.length} of ${delivery.attempt_count}.`
						: undefined
				}
			>
				{delivery.attempts.length === 0 && <p>The first attempt has not been made yet.</p>}
				{delivery.attempts.toReversed().map((attempt, n) => (
					<Attempt visit={visit} delivery={delivery} attempt={attempt} open={n === 0} />
				))}
			</Panel>
			<Panel
				title="Request body"
				lead="Each attempt sends the same bytes. They are formatted here; the curl command has the exact bytes."
			>
				<Code id="body" label="Body" text={pretty(of.body)} />
			</Panel>
			<Curl visit={visit} of={of} />
		</>
	);
};

/** A delivery that waits for its next attempt can have it now. */
const mayBeReplayed = ({ delivery, endpoint, isTest }: ShownDelivery): boolean =>
	delivery.status !== "PENDING" || (delivery.attempt_count > 0 && (isTest || !endpoint.isDisabled));

const PendingNote = ({ visit, of: { delivery, endpoint, isTest } }: Props) => {
	if (delivery.status !== "PENDING") return null;
	const { timezone: zone } = visit.studio;
	return (
		<Note>
			{delivery.next_attempt_at !== null ? (
				<>
					The next attempt is due at <LocalTime at={delivery.next_attempt_at} zone={zone} precision="second" />.
				</>
			) : endpoint.isDisabled && !isTest ? (
				"The delivery waits until the endpoint is active again."
			) : (
				"The delivery waits for an earlier one about the same record, because the endpoint keeps the order."
			)}
		</Note>
	);
};

const DeliveryFacts = ({ visit, of: { delivery, endpoint, isTest, requestId } }: Props) => (
	<Facts
		of={[
			[
				"Event",
				isTest ? (
					<>
						<code>{delivery.event_id}</code> <span class="dim">(a sample that is not in the event log)</span>
					</>
				) : (
					<a href={visit.to(`/dashboard/events/${delivery.event_id}`)}>
						<code>{delivery.event_id}</code>
					</a>
				),
			],
			[
				"Endpoint",
				<a href={visit.to(`${webhooksPath}/${delivery.endpoint_id}`)}>
					<code>{endpoint.url}</code>
				</a>,
			],
			requestId !== null && ["Caused by request", <RequestLink visit={visit} id={requestId} />],
			["Id", <code>{delivery.id}</code>],
			["Created", <LocalTime at={delivery.created_at} zone={visit.studio.timezone} precision="second" withUtc />],
			[
				"History",
				<HistoryLink visit={visit} id={delivery.id}>
					All replays
				</HistoryLink>,
			],
		]}
	/>
);

const outcomeOf = ({ response_status, error_message }: Delivery["attempts"][number]) => {
	if (response_status === null) return { tone: "bad", text: error_message ?? "No answer" } as const;
	const isGood = response_status >= 200 && response_status < 300;
	return { tone: isGood ? "good" : "bad", text: String(response_status) } as const;
};

const Attempt = ({
	visit,
	delivery,
	attempt,
	open,
}: {
	visit: Visit;
	delivery: Delivery;
	attempt: Delivery["attempts"][number];
	open: boolean;
}) => {
	const { tone, text } = outcomeOf(attempt);
	const of = { id: delivery.id, eventId: delivery.event_id, eventType: delivery.event_type };
	return (
		<details class="attempt" open={open}>
			<summary>
				<span>Attempt {attempt.attempt}</span>{" "}
				<Badge tone={tone}>{attempt.response_status === null ? "No answer" : text}</Badge>{" "}
				<span class="dim">
					<LocalTime at={attempt.attempted_at} zone={visit.studio.timezone} precision="second" />, {attempt.duration_ms}{" "}
					ms
				</span>
			</summary>
			{attempt.error_message !== null && <p>{attempt.error_message}</p>}
			<Code
				id={`request-${attempt.attempt}`}
				label="Request headers"
				text={`${lines(fixedHeaders(of, attempt.attempt))}\n${headersNotKept}`}
			/>
			{attempt.response_body === null ? (
				<p class="dim">There was no answer.</p>
			) : attempt.response_body === "" ? (
				<p class="dim">The answer had no body.</p>
			) : (
				<Code
					id={`answer-${attempt.attempt}`}
					label="Answer (at most its first 8192 bytes)"
					text={attempt.response_body}
				/>
			)}
		</details>
	);
};

const lines = (headers: Record<string, string>): string =>
	Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}`)
		.join("\n");

const headersNotKept = `Service-Signature: (new at each attempt, not stored)
webhook-timestamp: (the time of sending, not stored)
webhook-signature: (new at each attempt, not stored)`;

/** The signature is made now with the current secrets. Receivers accept it for five minutes. */
const Curl = ({ visit, of: { delivery, body, endpoint, secrets } }: Props) => {
	const of = { id: delivery.id, eventId: delivery.event_id, eventType: delivery.event_type };
	const attempt = Math.max(1, delivery.attempt_count);
	const headers = {
		...fixedHeaders(of, attempt),
		...signingHeaders(of, body, secrets, Math.floor(visit.ctx.now / 1000)),
	};
	return (
		<Panel
			title="As a curl command"
			lead="Sends the same request, to test your receiver from a terminal. The service does not count or show it."
		>
			{secrets.length === 0 ? (
				<p>The signing secret cannot be read. Rotate it.</p>
			) : (
				<>
					<Code id="curl" label="Command" text={asCurl(endpoint.url, headers, body)} />
					<p class="dim">
						The body and the other headers are those of attempt {attempt}. Different from it: the signatures are made
						now, with the endpoint's present secret, and receivers accept them for five minutes. The address is the
						endpoint's present one. curl adds headers of its own, such as <code>Accept</code>.
					</p>
				</>
			)}
		</Panel>
	);
};
