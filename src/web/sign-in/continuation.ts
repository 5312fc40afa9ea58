const authorization = "/oauth/authorize";
const invitationPath = /^\/invitations\/[0-9A-Za-z]+$/;
const home = "/dashboard";
/** No authorization request is longer than this. */
const maxLength = 12_000;
const elsewhere = "https://elsewhere.invalid";

/** The address that a sign-in leads to. It is always on this site (contract: Sign-in 9). */
export function continuation(asked: string | undefined): string {
	if (!asked || asked.length > maxLength || !URL.canParse(asked, elsewhere)) return home;
	const { origin, pathname, search } = new URL(asked, elsewhere);
	const known =
		pathname === authorization ||
		pathname === "/dashboard" ||
		pathname.startsWith("/dashboard/") ||
		invitationPath.test(pathname);
	return origin === elsewhere && known ? pathname + search : home;
}

/** Whether the person signs in to connect an app. */
export const asksToConnect = (then: string): boolean => then.startsWith(authorization);

export const signInPath = (then: string): string => `/sign_in?continue=${encodeURIComponent(then)}`;
