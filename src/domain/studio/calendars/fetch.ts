import { secondMs } from "../../../platform/lib/time.ts";
import { isTimeout, textOf } from "../../../platform/lib/url/fetched-text.ts";
import { unsafeReason } from "../../../platform/lib/url/safe-url.ts";
import { maxBytes } from "./ics/ics-text.ts";

/** For the whole fetch, redirects included. */
const timeoutMs = 10 * secondMs;
const maxRedirects = 3;

export interface Validators {
	etag: string | null;
	lastModified: string | null;
}

export type Fetched = "unchanged" | ({ text: string } & Validators) | { error: string };

/** The rules for targets apply to every redirect as well (contract: Calendars 6, Targets 1). */
export async function fetchCalendar(url: string, known: Validators, rules: { development: boolean }): Promise<Fetched> {
	const signal = AbortSignal.timeout(timeoutMs);
	const headers = headersOf(known);
	try {
		let target = url;
		for (let redirects = 0; redirects <= maxRedirects; redirects++) {
			const reason = unsafeReason(target, rules);
			if (reason) return { error: `The address ${redirects > 0 ? "redirected to one that " : ""}${reason}.` };
			const response = await fetch(target, { headers, redirect: "manual", signal });
			const location = redirectOf(response);
			if (location === null) return await readResponse(response);
			await response.body?.cancel();
			if (!URL.canParse(location, target)) return { error: "The address redirected to an invalid URL." };
			target = new URL(location, target).href;
		}
		return { error: `The address redirected more than ${maxRedirects} times.` };
	} catch (error) {
		return { error: reasonOf(error) };
	}
}

function headersOf({ etag, lastModified }: Validators): Record<string, string> {
	return {
		Accept: "text/calendar, */*;q=0.1",
		"User-Agent": "Service-Calendar/1.0",
		...(etag === null ? {} : { "If-None-Match": etag }),
		...(lastModified === null ? {} : { "If-Modified-Since": lastModified }),
	};
}

const redirectOf = ({ status, headers }: Response): string | null =>
	[301, 302, 303, 307, 308].includes(status) ? headers.get("Location") : null;

async function readResponse(response: Response): Promise<Fetched> {
	if (response.status !== 200) {
		await response.body?.cancel();
		return response.status === 304 ? "unchanged" : { error: `The address answered with status ${response.status}.` };
	}
	const text = await textOf(response, maxBytes);
	if (text === null) return { error: "The calendar is larger than 1 MiB." };
	return { text, etag: response.headers.get("ETag"), lastModified: response.headers.get("Last-Modified") };
}

/** The texts are fixed, because the platform's own messages may contain addresses. */
const reasonOf = (error: unknown): string =>
	isTimeout(error) ? `No answer within ${timeoutMs / secondMs} seconds.` : "The address could not be reached.";
