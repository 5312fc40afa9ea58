import { type EndpointOfEvent, whyNot } from "../../../domain/events/deliveries/deliveries-of-event.ts";

interface Reason {
	text: string;
	/** The event can still be sent to the endpoint. */
	recoverable?: true;
}

/** Null if the endpoint has a delivery of the event. */
export function reasonOf(endpoint: EndpointOfEvent, type: string): Reason | null {
	const why = whyNot(endpoint);
	if (why === null) return null;
	const isChanged = endpoint.updatedAt > endpoint.eventCreatedAt;
	if (why.isGuess) return { text: unknownReason(isChanged), recoverable: true };
	const since = isChanged ? changedSince : "";
	switch (why.reason) {
		case "created_later":
			return { text: "The endpoint was created after the event.", ...recoverableIfMatching(endpoint) };
		case "not_subscribed":
			return { text: `The endpoint does not listen to ${type}.${since}` };
		case "own":
			return {
				text: `The endpoint leaves out events that its own program caused, and its program caused this event.${since}`,
			};
		case "filtered":
			return { text: `The endpoint's filter does not match the artist, shop or client of this event.${since}` };
		case "light":
			return {
				text: "The studio's plan, Light, has no deliveries. The plan may have been another one at the time of the event.",
			};
		case "disabled":
		case "plan_limit":
			return {
				text: `The endpoint was disabled at that time${disabledWords(endpoint)}. It is still disabled.`,
				recoverable: true,
			};
	}
}

const recoverableIfMatching = (endpoint: EndpointOfEvent): { recoverable?: true } =>
	endpoint.listens && !endpoint.isOwn && endpoint.passesFilter ? { recoverable: true } : {};

const changedSince = " Its settings have changed since then; this is about the current settings.";

const disabledWords = ({ disabledReason }: EndpointOfEvent): string =>
	({ failures: ", after 50 failures in a row", manual: " by somebody", plan_limit: ", because of the plan's limit" })[
		disabledReason ?? "manual"
	];

/** Today's settings would send the event. Earlier settings are not stored, so this lists the possible reasons. */
const unknownReason = (isChanged: boolean): string =>
	`With its present settings the endpoint would receive this event. ${
		isChanged
			? "The endpoint has changed since the event: it was disabled, or its settings were different."
			: "The studio was on the plan Light then, or the delivery was deleted after 30 days."
	}`;
