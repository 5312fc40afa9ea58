type Day = `${number}-${number}-${number}`;

/** An endpoint that callers should leave. It works as before until its sunset. */
export interface Deprecation {
	/** The day since which it is so. */
	since: Day;
	/** The day on which it may stop. */
	sunset?: Day;
	/** What to use in its place, in words. */
	instead: string;
}

const startOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Every answer of such an endpoint tells it (RFC 9745, RFC 8594). The link leads to the page about the endpoint. */
export const deprecationHeaders = ({ since, sunset }: Deprecation, page: string): Record<string, string> => ({
	Deprecation: `@${startOf(since).getTime() / 1000}`,
	...(sunset ? { Sunset: startOf(sunset).toUTCString() } : {}),
	Link: `<${page}>; rel="deprecation"; type="text/html"`,
});

/** The same for readers. */
export const deprecationNotice = ({ since, sunset, instead }: Deprecation): string =>
	`Deprecated since ${since}${sunset ? `, and may stop on ${sunset}` : ""}. ${instead}`;
