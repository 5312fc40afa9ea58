import { Hono } from "hono";
import { findAccount } from "../../domain/access/people/account/find-account.ts";
import { isPossible } from "../../domain/access/people/account/new-password.ts";
import { hashPassword, isBusy, isPassword } from "../../platform/gate/password-hashes.ts";
import { emailKey } from "../../platform/http/fields/fields.ts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { page } from "../ui/respond.tsx";
import { asksToConnect, continuation, signInPath } from "./continuation.ts";
import { beginSession, endSession, signedInUser, type User } from "./sessions.ts";
import { beginSignInAttempt, refusalOf } from "./sign-in-attempts.ts";
import { SignInPage, type SignInProps } from "./sign-in-page.tsx";

export const signIn = new Hono<AppEnv>();

for (const path of ["/sign_in", "/sign_out"]) signIn.use(path, limitPageRequests);

/** The operator interface takes emails up to this length. */
const longestEmail = 254;

signIn.get("/sign_in", async (c) => {
	const continueTo = continuation(c.req.query("continue"));
	return (await signedInUser(c)) ? c.redirect(continueTo, 303) : await showSignIn(c, { continueTo });
});

signIn.post("/sign_in", async (c) => {
	const form = await readPageForm(c);
	const continueTo = continuation(form.continue);
	const { email: given = "", password = "" } = form;
	const email = given.trim();
	const showAgain = (status: 422 | 429 | 503, fault: string) => showSignIn(c, { continueTo, email, fault }, status);
	if (email === "" || password === "") return await showAgain(422, "Enter your email and your password.");
	if (email.length > longestEmail || !isPossible(password)) return await showAgain(422, wrongCredentials);
	const attempt = await beginSignInAttempt(c, emailKey(email));
	const wait = refusalOf(c, attempt);
	if (wait) return await showAgain(429, wait);
	// A failure of the service does not count as a wrong password.
	let failed = false;
	try {
		const user = await userWithPassword(c, email, password);
		failed = user === null;
		if (!user) return await showAgain(422, wrongCredentials);
		await beginSession(c, user);
	} catch (error) {
		if (!isBusy(error)) throw error;
		for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
		return await showAgain(503, error.message);
	} finally {
		await attempt.end({ failed });
	}
	return c.redirect(continueTo, 303);
});

signIn.post("/sign_out", async (c) => {
	const { continue: continueTo } = await readPageForm(c);
	await endSession(c);
	return c.redirect(signInPath(continuation(continueTo)), 303);
});

signIn.onError((error, c: AppContext) => showErrorPage(error, c));

/**
 * After a sign-in for an app, the next page redirects to the app if the service refuses the request of the app by then.
 */
const showSignIn = (c: AppContext, given: SignInProps, status: 200 | 422 | 429 | 503 = 200) =>
	page(c, <SignInPage {...given} />, { status, formsLeaveSite: asksToConnect(given.continueTo) });

/** The page says the same whether the account exists or not (contract: Sign-in 1). */
const wrongCredentials = "The email or the password is wrong.";

async function userWithPassword(c: AppContext, email: string, password: string): Promise<User | null> {
	const address = c.get("address");
	const user = await findAccount(c.get("databases").control.db, email);
	if (user?.hasPassword) return (await isPassword(address, password, user.passwordHash)) ? user : null;
	// An account without a password, or no account at all, costs the same work, so that the time reveals nothing
	// (contract: Sign-in 1).
	await hashPassword(address, password);
	return null;
}
