import { refusal } from "./errors.ts";
import { HeadResult, type Stored } from "./objects.ts";

export interface ListOptions {
	limit?: number;
	prefix?: string;
	cursor?: string;
	delimiter?: string;
	startAfter?: string;
	include?: string[];
}

const mostKeys = 1000;
/** With metadata a page has fewer objects. */
const mostKeysWithMetadata = 100;

const compared = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** In the order of their keys. Keys with the same beginning up to a delimiter become one entry. */
export function listed(stored: Iterable<Stored>, { prefix = "", delimiter = "", ...options }: ListOptions) {
	const { include = [] } = options;
	const limit = limitOf(options.limit, include);
	const after = [options.startAfter ?? "", Buffer.from(options.cursor ?? "", "base64").toString()].sort(compared)[1];
	const entries: { prefix?: string; last: Stored }[] = [];
	const found = [...stored].filter(({ key }) => key.startsWith(prefix) && (!after || compared(key, after) > 0));
	for (const one of found.sort((a, b) => compared(a.key, b.key))) {
		const end = delimiter === "" ? -1 : one.key.indexOf(delimiter, prefix.length);
		const group = end < 0 ? undefined : one.key.slice(0, end + delimiter.length);
		const last = entries.at(-1);
		if (group !== undefined && last?.prefix === group) last.last = one;
		else entries.push(group === undefined ? { last: one } : { prefix: group, last: one });
	}
	const page = entries.slice(0, limit);
	const truncated = entries.length > limit;
	return {
		objects: page.flatMap((entry) => (entry.prefix === undefined ? [shown(entry.last, include)] : [])),
		truncated,
		cursor: truncated ? Buffer.from(page.at(-1)?.last.key ?? "").toString("base64") : undefined,
		delimitedPrefixes: page.flatMap((entry) => entry.prefix ?? []),
	};
}

function limitOf(given: number | undefined, include: string[]): number {
	for (const name of include)
		if (name !== "httpMetadata" && name !== "customMetadata") throw new RangeError(`Unsupported include value ${name}`);
	const limit = given === undefined || given < 0 ? mostKeys : Math.floor(given);
	if (limit < 1 || limit > mostKeys) throw refusal("list", "InvalidMaxKeys");
	return include.length > 0 ? Math.min(limit, mostKeysWithMetadata) : limit;
}

const shown = (stored: Stored, include: string[]): HeadResult =>
	new HeadResult({
		...stored,
		httpMetadata: include.includes("httpMetadata") ? stored.httpMetadata : {},
		customMetadata: include.includes("customMetadata") ? stored.customMetadata : {},
	});
