import { idPattern } from "../../../lib/ids.ts";
import type { Meter } from "../../../lib/meter.ts";

const reusable = idPattern("request");

/** The id that the caller chose, if the service accepts it (contract: Wire 21). */
export const chosenId = (sent: string | null | undefined): string | undefined =>
	sent && reusable.test(sent) ? sent : undefined;

/** For a year a browser uses only https for this host and its subdomains. */
const transportSecurity = "max-age=31536000; includeSubDomains";

/** Sets the headers of every answer (contract: Wire 21, Wire 31, Wire 35). */
export function setCommonHeaders(headers: Headers, requestId: string, url: string): void {
	headers.set("X-Request-ID", requestId);
	headers.set("X-Content-Type-Options", "nosniff");
	// Browsers ignore it over http, because anybody between could have added it.
	if (url.startsWith("https:")) headers.set("Strict-Transport-Security", transportSecurity);
}

export const serverTiming = (gate: Meter, db: Meter): string =>
	`${gate.serverTimingEntry("gate")}, ${db.serverTimingEntry("db")}`;
