const authorization = "/oauth/authorize";
const invitationPath = /^\/invitations\/[0-9A-Za-z]+$/;
const home = "/dashboard/connected_apps";
/** Longer than any authorization request that is taken. */
const maxLength = 12_000;
const elsewhere = "https://elsewhere.invalid";

/** Where a sign-in may lead: on to what it was asked for, and nowhere off this site. */
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

/** Whether someone signs in, where it leads there, to connect an app. */
export const asksToConnect = (then: string): boolean => then.startsWith(authorization);

export const signInPath = (then: string): string => `/sign_in?continue=${encodeURIComponent(then)}`;
