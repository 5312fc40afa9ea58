const authorization = "/oauth/authorize";
/** The pages of mailed links that need a signed-in person. */
const mailedPath = /^\/(?:invitations|confirm_email)\/[0-9A-Za-z]+$/;
const defaultPath = "/dashboard";
/** No authorization request is longer than this. */
const maxLength = 12_000;
const placeholderOrigin = "https://elsewhere.invalid";

/** The address is always on this site (contract: Sign-in 9). */
export function continuation(requested: string | undefined): string {
	if (!requested || requested.length > maxLength || !URL.canParse(requested, placeholderOrigin)) return defaultPath;
	const { origin, pathname, search } = new URL(requested, placeholderOrigin);
	const known =
		pathname === authorization ||
		pathname === "/dashboard" ||
		pathname.startsWith("/dashboard/") ||
		mailedPath.test(pathname);
	return origin === placeholderOrigin && known ? pathname + search : defaultPath;
}

/** True if the person signs in to connect an app. */
export const asksToConnect = (path: string): boolean => path.startsWith(authorization);

export const signInPath = (path: string): string => `/sign_in?continue=${encodeURIComponent(path)}`;
