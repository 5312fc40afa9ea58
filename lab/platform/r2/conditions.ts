export interface Conditions {
	etagMatches?: string;
	etagDoesNotMatch?: string;
	uploadedBefore?: Date;
	uploadedAfter?: Date;
	secondsGranularity?: boolean;
}

interface Tag {
	value: string;
	isWeak: boolean;
}

interface Parsed {
	matches: Tag[] | undefined;
	doesNotMatch: Tag[] | undefined;
	before: number | undefined;
	after: number | undefined;
	bySeconds: boolean;
}

const any: Tag = { value: "*", isWeak: false };

export const parsed = (given: Conditions | Headers): Parsed =>
	given instanceof Headers
		? {
				matches: tagsOf(given, "if-match"),
				doesNotMatch: tagsOf(given, "if-none-match"),
				before: dateOf(given, "if-unmodified-since"),
				after: dateOf(given, "if-modified-since"),
				bySeconds: true,
			}
		: {
				matches: onlyTag(given.etagMatches),
				doesNotMatch: onlyTag(given.etagDoesNotMatch),
				before: given.uploadedBefore?.getTime(),
				after: given.uploadedAfter?.getTime(),
				bySeconds: given.secondsGranularity === true,
			};

function onlyTag(etag: string | undefined): Tag[] | undefined {
	if (etag === undefined) return undefined;
	if (/^".*"$/s.test(etag)) throw new TypeError(`Conditional ETag should not be wrapped in quotes (${etag}).`);
	return [etag === "*" ? any : { value: etag, isWeak: false }];
}

function tagsOf(headers: Headers, name: string): Tag[] | undefined {
	const header = headers.get(name)?.trim();
	if (header === undefined) return undefined;
	if (header === "*") return [any];
	return header.split(",").map((part) => {
		const [, weak, value] = /^\s*(W\/)?"([^"]*)"\s*$/.exec(part) ?? [];
		if (value === undefined) throw new Error(`Invalid ETag in ${name} header`);
		return { value, isWeak: weak !== undefined };
	});
}

function dateOf(headers: Headers, name: string): number | undefined {
	const header = headers.get(name);
	return header === null ? undefined : Date.parse(header) || 0;
}

/** Whether the conditions hold for an object, or for none. */
export function hold(conditions: Parsed, found: { etag: string; uploadedAt: number } | undefined): boolean {
	const { matches, doesNotMatch, before, after, bySeconds } = conditions;
	if (!found) return matches === undefined && after === undefined;
	const time = (at: number) => (bySeconds ? Math.floor(at / 1000) : at);
	const isMatch = matches?.some((tag) => tag === any || (tag.value === found.etag && !tag.isWeak));
	const isNoMatch = doesNotMatch && !doesNotMatch.some((tag) => tag === any || tag.value === found.etag);
	const isLater = after === undefined || time(after) < time(found.uploadedAt) || isNoMatch === true;
	const isEarlier = before === undefined || time(found.uploadedAt) < time(before) || isMatch === true;
	return isMatch !== false && isNoMatch !== false && isLater && isEarlier;
}
