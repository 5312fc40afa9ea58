import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { builtFile } from "../sending/send.ts";
import type { SearchEntry } from "./search-index.ts";

export const searchIndexPath = "/docs/search.json";

/** The search index: an entry for each page of the documentation. */
export const readSearchIndex = async (c: AppContext): Promise<SearchEntry[]> =>
	JSON.parse((await builtFile(c, searchIndexPath)) ?? "[]");
