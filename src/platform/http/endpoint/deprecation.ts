type Day = `${number}-${number}-${number}`;

/** An endpoint that callers should leave. It works as before until its sunset. */
export interface Deprecation {
	since: Day;
	sunset?: Day;
	/** A sentence that names the replacement. */
	instead: string;
}

const startOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** The headers of every answer (RFC 9745, RFC 8594). `page` is the documentation of the endpoint. */
export const deprecationHeaders = ({ since, sunset }: Deprecation, page: string): Record<string, string> => ({
	Deprecation: `@${startOf(since).getTime() / 1000}`,
	...(sunset ? { Sunset: startOf(sunset).toUTCString() } : {}),
	Link: `<${page}>; rel="deprecation"; type="text/html"`,
});

export const deprecationNotice = ({ since, sunset, instead }: Deprecation): string =>
	`Deprecated since ${since}${sunset ? `, and may stop on ${sunset}` : ""}. ${instead}`;
