import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { escaped } from "../code/escaped.ts";
import { frameFile, gaps } from "./built-assets.ts";
import { builtFile } from "./send.ts";

interface FramedPage {
	title: string;
	description: string;
	query?: string;
	/** The content escapes what it shows. */
	content: { toString(): string };
}

/** The build has made the frame. Only a request can make the page. */
export async function framed(c: AppContext, { query = "", content, ...texts }: FramedPage): Promise<string> {
	const frame = (await builtFile(c, frameFile)) ?? gaps.content;
	const fill: Record<string, string> = { ...texts, query: escaped(query), content: content.toString() };
	return frame.replaceAll(/\[\[(\w+)\]\]/g, (gap, name: string) => fill[name] ?? gap);
}
