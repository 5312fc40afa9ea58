import { publicEventTypes } from "../../../domain/events/catalogue/event-types.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Code, Panel, Title } from "../../ui/components/elements.tsx";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	Input,
	OptionGroup,
	Select,
	Submit,
} from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { backTo, path, pathOf } from "./components.tsx";

interface Props {
	visit: Visit;
	endpoint: WebhookEndpoint;
	of: FormState;
}

/** Only this page ever shows a secret. */
export const Secret = ({
	visit,
	endpoint,
	secret,
	rotated,
}: Omit<Props, "of"> & { secret: string; rotated: boolean }) => (
	<>
		<Title
			text={rotated ? "The endpoint has a new secret" : "The endpoint has been created"}
			back={{ href: visit.to(path), text: "Webhooks" }}
		/>
		<Panel title={endpoint.url}>
			<p>
				<strong>Copy the signing secret now.</strong> It is shown only once. Your receiver uses it to verify that a
				request comes from this service.
			</p>
			<Code id="secret" label="Signing secret" text={secret} />
			{rotated && (
				<p>
					Until <LocalTime at={endpoint.previous_secret_expires_at} zone={visit.studio.timezone} withUtc /> each
					delivery is signed with both secrets.
				</p>
			)}
			<div class="actions after">
				<a class="button" href={visit.to(`${pathOf(endpoint)}/test`)}>
					Send a test
				</a>
				<a class="button" href={visit.to(pathOf(endpoint))}>
					Show the endpoint's page
				</a>
			</div>
		</Panel>
	</>
);

export const Rotate = ({ visit, endpoint, of }: Props) => (
	<>
		<Title text="Rotate the secret" back={backTo(visit, endpoint)} />
		<Panel>
			<div class="narrow stack">
				<p>
					The endpoint gets a new secret. <strong>For 48 hours each delivery is signed with both</strong>, the new one
					first, so nothing fails while you change your receiver.
				</p>
				{endpoint.previous_secret_expires_at !== null && (
					<p>
						The last rotation has not ended. The secret that signs until{" "}
						<LocalTime at={endpoint.previous_secret_expires_at} zone={visit.studio.timezone} /> stops at once. The
						current secret signs for another 48 hours.
					</p>
				)}
			</div>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/rotate`)}>
				<FaultSummary of={of} />
				<FormId />
				<Submit back={visit.to(pathOf(endpoint))}>Rotate</Submit>
			</form>
		</Panel>
	</>
);

export const Activate = ({ visit, endpoint, of }: Props) => (
	<>
		<Title text="Activate the endpoint" back={backTo(visit, endpoint)} />
		<Panel>
			<p>Pending deliveries are sent at once, and the count of failures starts again at 0.</p>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/activate`)} class="narrow">
				<FaultSummary of={of} />
				<OptionGroup
					of={of}
					name="replay_missed"
					legend="Events since it was disabled"
					type="radio"
					options={[
						{
							value: "true",
							text: "Send them, too",
							hint: "All events that the endpoint would have received since then.",
						},
						{ value: "false", text: "Do not send them", hint: "You can recover them later, for 30 days." },
					]}
				/>
				<Submit back={visit.to(pathOf(endpoint))}>Activate</Submit>
			</form>
		</Panel>
	</>
);

export const Test = ({ visit, endpoint, of }: Props) => (
	<>
		<Title text="Test the endpoint" back={backTo(visit, endpoint)} />
		<Panel>
			<p>
				The service sends a sample event to this endpoint alone, once, even while the endpoint is disabled. Its body has{" "}
				<code>test: true</code>, and its outcome is not counted.
			</p>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/test`)} class="narrow">
				<FaultSummary of={of} />
				<FormId />
				<Select
					of={of}
					name="type"
					label="Event type"
					options={publicEventTypes.map((type) => ({ value: type, text: type }))}
				/>
				<Submit back={visit.to(pathOf(endpoint))}>Test</Submit>
			</form>
		</Panel>
	</>
);

export interface RecoveryCount {
	since: string;
	includeMissed: boolean;
	count: number;
}

export const Recover = ({ visit, endpoint, of, counted }: Props & { counted: RecoveryCount | undefined }) => (
	<>
		<Title
			text="Recover deliveries"
			back={backTo(visit, endpoint)}
			lead="Sends dead deliveries again, and at once those that wait for their next attempt. Do this when your receiver works again."
		/>
		<Panel title="Time span">
			<form method="get" action={`${pathOf(endpoint)}/recover`} class="narrow">
				<input type="hidden" name="studio" value={visit.studio.id} />
				{!counted && <FaultSummary of={of} />}
				<Input
					of={of}
					name="since"
					label="Since"
					type="datetime-local"
					required
					hint={`In your studio's time (${visit.studio.timezone.replaceAll("_", " ")}). Deliveries are kept for 30 days.`}
				/>
				<Checkbox
					of={of}
					name="include_missed"
					label="Also events without a delivery"
					hint="For example, events from while the endpoint was disabled. The current settings of the endpoint decide."
				/>
				<div class="actions">
					<button class={counted ? "" : "primary"} type="submit">
						Count
					</button>
					<a class="button" href={visit.to(pathOf(endpoint))}>
						Back
					</a>
				</div>
			</form>
		</Panel>
		{counted && (
			<Panel title={counted.count === 0 ? "Nothing to recover" : `${counted.count} to send`}>
				{counted.count === 0 ? (
					<p>
						No delivery since <LocalTime at={counted.since} zone={visit.studio.timezone} /> is dead or waits for an
						attempt
						{counted.includeMissed ? ", and no event was missed" : ""}.
					</p>
				) : (
					<form method="post" action={visit.to(`${pathOf(endpoint)}/recover`)}>
						<FaultSummary of={of} />
						<input type="hidden" name="since" value={of.values.since?.[0] ?? ""} />
						{counted.includeMissed && <input type="hidden" name="include_missed" value="true" />}
						<p>
							A dead delivery gets one more attempt. If that fails, the delivery stays dead. One that waits gets its
							next attempt now.
							{counted.includeMissed && " A missed event is delivered like a new one, with all retries."}
							{endpoint.status === "DISABLED" && " All of them wait until the endpoint is active."}
						</p>
						<Submit>Recover {counted.count}</Submit>
					</form>
				)}
			</Panel>
		)}
	</>
);

export const Recovered = ({ visit, endpoint, count }: Omit<Props, "of"> & { count: number }) => (
	<>
		<Title text="The recovery has started" back={backTo(visit, endpoint)} />
		<Panel>
			<p>
				{count === 1 ? "One delivery is" : `${count} deliveries are`} being sent again. If there are many, the last of
				them follow within minutes.
			</p>
			<a class="button" href={visit.to(pathOf(endpoint))}>
				Show the endpoint's deliveries
			</a>
		</Panel>
	</>
);
