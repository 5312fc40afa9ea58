import { usageFailure } from "../failure.ts";

/** `localhost:3000/webhooks`, `:3000/webhooks` and `3000/webhooks` are valid, too. */
export function targetUrl(typed: string): string {
	const withScheme = /^https?:\/\//i.test(typed)
		? typed
		: /^:?\d{1,5}(\/|$)/.test(typed)
			? `http://localhost:${typed.replace(/^:/, "")}`
			: `http://${typed}`;
	const isOtherScheme = /^[a-z][a-z\d+.-]*:\//i.test(typed) && withScheme !== typed;
	if (isOtherScheme || !URL.canParse(withScheme) || new URL(withScheme).username)
		throw usageFailure(
			`“${typed}” is not an address to forward to.`,
			"Type, for example: --forward-to localhost:3000/webhooks",
		);
	return new URL(withScheme).href;
}
