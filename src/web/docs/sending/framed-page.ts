import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { escaped } from "../code/escaped.ts";
import { frameFile, gaps } from "./built-assets.ts";
import { builtFile } from "./send.ts";

interface FramedPage {
	title: string;
	description: string;
	/** The words of the last search. */
	query?: string;
	/** It escapes what it shows. */
	content: { toString(): string };
}

/** A page that only a request can make, in the frame of all pages, which the build has made. */
export async function framed(c: AppContext, { query = "", content, ...texts }: FramedPage): Promise<string> {
	const frame = (await builtFile(c, frameFile)) ?? gaps.content;
	const fill: Record<string, string> = { ...texts, query: escaped(query), content: content.toString() };
	return frame.replaceAll(/\[\[(\w+)\]\]/g, (gap, name: string) => fill[name] ?? gap);
}
