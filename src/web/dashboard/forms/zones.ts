import type { Option } from "../../ui/components/fields.tsx";

const zones = Intl.supportedValuesOf("timeZone");

/** All time zones to choose from, with the present one even where it has another name. */
export const zoneOptions = (present: string | undefined, none?: string): Option[] => [
	...(none === undefined ? [] : [{ value: "", text: none }]),
	...(present && !zones.includes(present) ? [...zones, present].sort() : zones).map((zone) => ({
		value: zone,
		text: zone.replaceAll("_", " "),
	})),
];
