import type { Settings } from "../../../platform/context.ts";

/** The path of an image of this origin; undefined for one of elsewhere, which a page does not load. */
export function ownImage({ origin }: Settings, url: string | null | undefined): string | undefined {
	const pictures = `${origin ?? ""}/pictures/`;
	return origin && url?.startsWith(pictures) ? url.slice(origin.length) : undefined;
}
