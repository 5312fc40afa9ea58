import type { PublicEventType } from "../generated/events.ts";
import type { Given, Option } from "./command.ts";
import { usageFailure } from "./failure.ts";
import { nearest } from "./text/nearest.ts";
import { changesByEvent } from "./trigger/changes-by-event.ts";

export const eventTypes = Object.keys(changesByEvent) as PublicEventType[];

export const typesOption: Option = {
	value: "<types>",
	several: true,
	choices: eventTypes,
	about: "Only events of these types, separated by commas. Default: all types.",
};

export const typesGiven = ({ texts }: Given): PublicEventType[] | undefined => {
	const types = texts("type").flatMap((list) => list.split(",").map((type) => type.trim()));
	return types.length > 0 ? types.map(knownType) : undefined;
};

export function knownType(typed: string): PublicEventType {
	const type = eventTypes.find((known) => known === typed);
	if (type) return type;
	const meant = nearest(typed, eventTypes);
	throw usageFailure(
		`There is no event type ${typed}.${meant ? ` Do you mean ${meant}?` : ""}`,
		"tattoo-studio trigger --help lists them.",
	);
}
