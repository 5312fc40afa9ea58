import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { builtFile } from "../sending/send.ts";
import type { SearchEntry } from "./search-index.ts";

/** An entry for each page of the documentation, for the search without script and for similar addresses. */
export const readSearchIndex = async (c: AppContext): Promise<SearchEntry[]> =>
	JSON.parse((await builtFile(c, "/docs/pages.json")) ?? "[]");
