import { secondMs } from "../../../../platform/lib/time.ts";
import { isTimeout, textOf } from "../../../../platform/lib/url/fetched-text.ts";
import { unsafeReason } from "../../../../platform/lib/url/safe-url.ts";

/** For the whole fetch. */
const timeoutMs = 10 * secondMs;
const maxBytes = 10 * 1024;

/** `isOutage`: the site did not answer or failed, which says nothing about the document. */
export type Fetched = { text: string } | { fault: string; isOutage: boolean };

const outage = (fault: string): Fetched => ({ fault, isOutage: true });
const refused = (fault: string): Fetched => ({ fault, isOutage: false });

/** The draft allows no redirects and no other status than 200 (section 5). */
export async function fetchDocument(address: string, rules: { development: boolean }): Promise<Fetched> {
	const reason = unsafeReason(address, rules);
	if (reason) return refused(`has an address that ${reason}`);
	const headers = { Accept: "application/json", "User-Agent": "Service-OAuth/1.0" };
	try {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await fetch(address, { headers, redirect: "manual", signal });
		if (response.status === 200) {
			const text = await textOf(response, maxBytes);
			return text === null ? refused("is larger than 10 KB") : { text };
		}
		await response.body?.cancel();
		return faultOf(response.status);
	} catch (error) {
		return outage(isTimeout(error) ? `did not come within ${timeoutMs / secondMs} seconds` : "could not be reached");
	}
}

function faultOf(status: number): Fetched {
	if (status >= 300 && status < 400) return refused("is not at its address: the site redirects");
	const answered = `was answered with status ${status}`;
	return status === 408 || status === 429 || status >= 500 ? outage(answered) : refused(answered);
}
