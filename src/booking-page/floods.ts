import { gateOf, sharedGate } from "../gate/gates.ts";
import type { AppContext } from "../http/app-env.ts";
import { sha256 } from "../lib/crypto.ts";
import { within } from "../lib/within.ts";
import type { BookingPlace } from "./place.ts";
import { networkOf } from "./visitor.ts";

/** Bookings within an hour from one address, and of one artist. */
const perAddress = 20;
const perArtist = 200;

/** Whether one more booking may be tried. It counts then. */
export async function mayBook(c: AppContext, { ctx, artist }: BookingPlace): Promise<boolean> {
	const network = networkOf(c);
	const placement = await c.get("databases").placementOf(ctx.tenantId);
	return (
		placement !== undefined &&
		(await sharedGate(c.env, "addresses", network).takeHourly(`bookings:${network}`, perAddress)) &&
		(await gateOf(c.env, placement).takeHourly(`bookings:${artist.id}`, perArtist))
	);
}

const longestCheckMs = 5000;

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

/**
 * Whether Turnstile says that a person sent the form. Without its keys nobody is asked. A token counts once, so both of
 * two sendings of one form name the same check.
 */
export async function isPerson(c: AppContext, token: string | undefined): Promise<boolean> {
	const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = c.env;
	if (!TURNSTILE_SITE_KEY || !TURNSTILE_SECRET) return true;
	if (!token) return false;
	const body = new URLSearchParams({
		secret: TURNSTILE_SECRET,
		response: token,
		idempotency_key: uuidOf(sha256(token)),
	});
	const address = c.get("address");
	if (address) body.set("remoteip", address);
	try {
		const answer = await within(
			longestCheckMs,
			fetch("https://challenges.cloudflare.com/turnstile/v0/siteverify", { method: "POST", body }).then(
				(response) => response.json() as Promise<{ success?: boolean }>,
			),
		);
		return answer.success === true;
	} catch {
		// Who books must not be kept out because the check is down. The limits still hold.
		return true;
	}
}
