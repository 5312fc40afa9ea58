import type { ByteReader } from "../byte-reader.ts";
import { damaged, unsupported } from "../picture-fault.ts";
import type { ItemInfo } from "./item-infos.ts";
import { type Properties, propertyOf } from "./item-properties.ts";
import type { References } from "./item-references.ts";

/** `grid`, `iden` and `iovl` are made of other items. */
const derived = ["grid", "iden", "iovl"];

const alphaTypes = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0"];

/** The primary item, all that it is made of, and their alpha channels. No other item is needed to show the picture. */
export function keptItems(
	reader: ByteReader,
	coding: string,
	primary: number,
	infos: ReadonlyMap<number, ItemInfo>,
	references: References,
	properties: Properties,
): Set<number> {
	const isAlpha = (id: number): boolean => {
		const auxiliary = propertyOf(properties, id, "auxC");
		return auxiliary !== undefined && alphaTypes.some((text) => reader.says(text, auxiliary.data + 4));
	};
	const kept = new Set([primary]);
	// The loop also goes through the items that it adds.
	for (const id of kept) {
		const info = infos.get(id);
		if (!info) throw damaged("an item that it needs is missing");
		if (info.isProtected) throw unsupported("The picture is encrypted.");
		if (info.type !== coding && !derived.includes(info.type))
			throw unsupported("The picture is coded in a way that browsers do not show.");
		for (const input of references.inputsOf.get(id) ?? []) kept.add(input);
		for (const auxiliary of references.auxiliariesOf.get(id) ?? []) if (isAlpha(auxiliary)) kept.add(auxiliary);
	}
	return kept;
}
