import type { Settings } from "../../../platform/context.ts";

export function localPicture({ origin }: Settings, url: string | null | undefined): string | undefined {
	const pictures = `${origin ?? ""}/pictures/`;
	return origin && url?.startsWith(pictures) ? url.slice(origin.length) : undefined;
}
