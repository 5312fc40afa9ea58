import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { isPossible } from "../../domain/access/people/new-password.ts";
import type { Database } from "../../platform/db/database.ts";
import { noPassword, users } from "../../platform/db/tables/control/people.ts";
import { emailKey } from "../../platform/http/fields/fields.ts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { hashPassword, isPassword } from "../../platform/lib/crypto.ts";
import { counted } from "../ui/count.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { page } from "../ui/respond.tsx";
import { beginAttempt, waitOf } from "./attempts.ts";
import { asksToConnect, continuation, signInPath } from "./continuation.ts";
import { SignIn, type SignInProps } from "./page.tsx";
import { beginSession, endSession, signedIn, type User } from "./sessions.ts";

export const signIn = new Hono<AppEnv>();

for (const path of ["/sign_in", "/sign_out"]) signIn.use(path, counted);

/** The operator interface takes emails up to this length. */
const longestEmail = 254;

signIn.get("/sign_in", async (c) => {
	const then = continuation(c.req.query("continue"));
	return (await signedIn(c)) ? c.redirect(then, 303) : await show(c, { then });
});

signIn.post("/sign_in", async (c) => {
	const form = await readPageForm(c);
	const then = continuation(form.continue);
	const { email: given = "", password = "" } = form;
	const email = given.trim();
	const again = (status: 422 | 429, fault: string) => show(c, { then, email, fault }, status);
	if (email === "" || password === "") return await again(422, "Enter your email and your password.");
	if (email.length > longestEmail || !isPossible(password)) return await again(422, wrong);
	const attempt = await beginAttempt(c, emailKey(email));
	const wait = waitOf(c, attempt);
	if (wait) return await again(429, wait);
	// A failure of the service does not count as a wrong password.
	let failed = false;
	try {
		const user = await userWith(c.get("databases").control.db, email, password);
		failed = user === null;
		if (!user) return await again(422, wrong);
		await beginSession(c, user);
	} finally {
		await attempt.end({ failed });
	}
	return c.redirect(then, 303);
});

signIn.post("/sign_out", async (c) => {
	const { continue: then } = await readPageForm(c);
	await endSession(c);
	return c.redirect(signInPath(continuation(then)), 303);
});

signIn.onError((error, c: AppContext) => showErrorPage(error, c));

/** After a sign-in for an app, the next page redirects to the app when the request of the app is refused by then. */
const show = (c: AppContext, given: SignInProps, status: 200 | 422 | 429 = 200) =>
	page(c, <SignIn {...given} />, { status, formsLeaveSite: asksToConnect(given.then) });

/** The page says the same whether the account exists or not (contract: Sign-in 1). */
const wrong = "The email or the password is wrong.";

async function userWith(control: Database, email: string, password: string): Promise<User | null> {
	const [user] = await control
		.select()
		.from(users)
		.where(eq(users.emailKey, emailKey(email)));
	if (user && user.passwordHash !== noPassword) return (await isPassword(password, user.passwordHash)) ? user : null;
	// An account that has no password, or does not exist, costs the same work, so that the time tells nothing (contract: Sign-in 1).
	await hashPassword(password);
	return null;
}
