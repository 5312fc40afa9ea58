import packageFile from "../../../../package.json";
import type { DocPage } from "../content/doc-page.ts";
import dates from "./dates.json";
import { hashOf } from "./hash.ts";

/** The repository on the web, if `package.json` names one. */
const { repository } = packageFile as { repository?: { url: string } };

const nameOf = (path: string): string => path.replace(/^\/docs\/?/, "") || "overview";

/** `edit` is the address at which somebody can change the file. */
export function sourceOf(path: string): { file: string; edit?: string } {
	const file = `docs/guides/${nameOf(path)}.md`;
	return repository ? { file, edit: `${repository.url.replace(/\.git$/, "")}/edit/main/${file}` } : { file };
}

/** The dates of change, by the names of the guides. `scripts/date-guides.ts` notes them. */
const noted: Record<string, { date: string; hash: string } | undefined> = dates;

/**
 * The date of the last change. It is noted in a file and not read from git, because a clone without history and an
 * archive have no other. Undefined if the guide was changed since.
 */
export function dateOf({ path, markdown }: DocPage): string | undefined {
	const { date, hash } = noted[nameOf(path)] ?? {};
	return hash === hashOf(markdown) ? date : undefined;
}
