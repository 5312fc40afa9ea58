import { maxListed, type Named } from "../../../domain/studio/names.ts";
import type { Option } from "../../ui/components/fields.tsx";

/** The last option says if records are missing. */
export const selectOptions = (records: readonly (Named & { status?: string })[]): Option[] => [
	...records.map(({ id, name, status }) => ({
		value: id,
		text: status === "DEACTIVATED" ? `${name} (deactivated)` : name,
	})),
	...(records.length < maxListed
		? []
		: [{ value: "more", text: `Only the newest ${maxListed} are listed`, disabled: true }]),
];
