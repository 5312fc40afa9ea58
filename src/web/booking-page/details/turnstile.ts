import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { type FormValues, firstValue } from "../../ui/components/fields.tsx";
import { keyOfForm } from "../../ui/execute-once.ts";

const address = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const timeoutMs = 5000;
/** Turnstile makes no longer ones. */
const maxTokenChars = 2048;

/** Without keys in the environment the check passes. */
export async function passesTurnstile(c: AppContext, values: FormValues): Promise<boolean> {
	const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = c.env;
	if (!TURNSTILE_SITE_KEY || !TURNSTILE_SECRET) return true;
	const token = firstValue({ values }, "cf-turnstile-response");
	if (token === "" || token.length > maxTokenChars) return false;
	return await isPerson(checkOf(c, values, { token, secret: TURNSTILE_SECRET }));
}

/**
 * Turnstile accepts a token once, and again only under the same idempotency key. The key is that of the form with all its
 * values, so the same form can be sent twice, and no other booking can use its token. A form without an id has no key,
 * because each sending of it is a booking of its own.
 */
function checkOf(c: AppContext, values: FormValues, { token, secret }: { token: string; secret: string }) {
	const check = new URLSearchParams({ secret, response: token });
	const key = keyOfForm(c, values);
	if (key !== undefined) check.set("idempotency_key", uuidOf(key));
	const visitor = c.get("address");
	if (visitor) check.set("remoteip", visitor);
	return check;
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

/** While Turnstile is down people can book, and the limits still hold. An answer that is no success is a refusal. */
async function isPerson(check: URLSearchParams): Promise<boolean> {
	try {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await fetch(address, { method: "POST", body: check, signal });
		const text = await response.text();
		return response.status >= 500 || (response.ok && isSuccess(text));
	} catch {
		// There is no connection, or no answer in time.
		return true;
	}
}

function isSuccess(text: string): boolean {
	try {
		return (JSON.parse(text) as { success?: unknown } | null)?.success === true;
	} catch {
		return false;
	}
}
