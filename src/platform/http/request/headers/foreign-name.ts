import { isLoopback } from "../../../lib/url/loopback.ts";
import type { AppContext } from "../app-env.ts";

/**
 * Whether the caller of a service on this machine reaches it under another name than the machine's own. A page of the web
 * can give its own name the address of this machine, and then reads what it answers.
 */
export function hasForeignName(c: AppContext): boolean {
	const host = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.hostname;
	return host !== undefined && host !== "" && !isLoopback(host);
}

export const foreignNameWords = "A page of another name may not use the service of this machine.";
