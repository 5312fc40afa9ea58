import { once } from "../../../platform/lib/once.ts";
import type { Option } from "../../ui/components/fields.tsx";

/** The runtime leaves UTC out of its list. */
const zones = once(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort());

/** The current zone is there even if the runtime lists it under another name. */
export const zoneOptions = (present: string | undefined, none?: string): Option[] => [
	...(none === undefined ? [] : [{ value: "", text: none }]),
	...(present && !zones().includes(present) ? [...zones(), present].sort() : zones()).map((zone) => ({
		value: zone,
		text: zone.replaceAll("_", " "),
	})),
];
