import type { AppContext } from "../../platform/http/request/app-env.ts";
import type { SearchEntry } from "./search-index.ts";
import { builtFile } from "./send.ts";

export const indexPath = "/docs/search.json";

/** All pages of the documentation, as the search knows them. */
export const readIndex = async (c: AppContext): Promise<SearchEntry[]> =>
	JSON.parse((await builtFile(c, indexPath)) ?? "[]");
