import { Hono } from "hono";
import { changePassword } from "../../../domain/access/people/change-password.ts";
import { isPossible, newPassword } from "../../../domain/access/people/new-password.ts";
import { endOtherSessions, endSessionOf, listSessions } from "../../../domain/access/people/sessions.ts";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Caller } from "../../../platform/context.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import { type AppContext, type AppEnv, callerOf } from "../../../platform/http/request/app-env.ts";
import type { Parameters } from "../../../platform/http/request/form.ts";
import { hashPassword } from "../../../platform/lib/crypto.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { signInPath } from "../../sign-in/continuation.ts";
import { cookieHash, newSessionOf, setSessionCookie, signedInUser, type User } from "../../sign-in/sessions.ts";
import { beginSignInAttempt, refusalOf } from "../../sign-in/sign-in-attempts.ts";
import type { Faults } from "../../ui/components/faults.ts";
import { readPageForm } from "../../ui/form.tsx";
import { page } from "../../ui/respond.tsx";
import { DashboardFrame } from "../frame/frame.tsx";
import { studiosOfSession } from "../frame/studios.ts";
import { defaultStudio, newNonce } from "../frame/visit.ts";
import { Account } from "./page.tsx";

/** The signed-in person's own account: their password and their sessions (contract: Sign-in 15, Sign-in 16). */
export const account = new Hono<AppEnv>();

const path = "/dashboard/account";

const done = new Map([
	["password", "The password has been changed. Every other browser has been signed out."],
	["session", "The session has ended."],
	["sessions", "All other sessions have ended."],
]);

account.get(path, async (c) => {
	const user = await signedInUser(c);
	return user ? await respond(c, user) : c.redirect(signInPath(addressOf(path, c.req.query("studio"))), 303);
});

account.post(`${path}/password`, (c) => handleForm(c, "password", setPassword));

account.post(`${path}/sessions/end`, (c) =>
	handleForm(c, "session", (user, { session_id = "" }) =>
		commit(c, user, (caller) => endSessionOf(caller, user.id, session_id)),
	),
);

account.post(`${path}/sessions/end_others`, (c) =>
	handleForm(c, "sessions", (user) => commit(c, user, (own) => endOtherSessions(own, user.id, cookieHash(c) ?? ""))),
);

/** Executes a form, then redirects to the page, which says that it is done. */
async function handleForm(
	c: AppContext,
	doneKey: string,
	act: (user: User, form: Parameters, c: AppContext) => Promise<Response | undefined>,
): Promise<Response> {
	const form = await readPageForm(c);
	const user = await signedInUser(c);
	if (!user) return c.redirect(signInPath(path), 303);
	return (await act(user, form, c)) ?? c.redirect(addressOf(path, c.req.query("studio"), { done: doneKey }), 303);
}

/** The page belongs to no studio. Its address keeps the studio that the person came from. */
function addressOf(path: string, studioId: string | undefined, query: Record<string, string> = {}): string {
	const search = new URLSearchParams({ ...(studioId === undefined ? {} : { studio: studioId }), ...query }).toString();
	return search === "" ? path : `${path}?${search}`;
}

async function setPassword(user: User, form: Parameters, c: AppContext): Promise<Response | undefined> {
	const { password: present = "", new_password = "" } = form;
	const respondAgain = (field: "password" | "new_password", text: string, status: 422 | 429 = 422) =>
		respond(c, user, { faults: { summary: "The password has not been changed.", fields: { [field]: text } }, status });
	if (present === "") return await respondAgain("password", "Enter your current password.");
	const chosen = newPassword.safeParse(new_password);
	if (!chosen.success)
		return await respondAgain("new_password", `The new password ${chosen.error.issues[0]?.message}.`);
	if (!isPossible(present)) return await respondAgain("password", wrongPassword);
	const attempt = await beginSignInAttempt(c, emailKey(user.email));
	const wait = refusalOf(c, attempt);
	if (wait) return await respondAgain("password", wait, 429);
	// A failure of the service does not count as a wrong password.
	let failed = false;
	try {
		const chosenHash = await hashPassword(chosen.data);
		const { token, session } = newSessionOf(c, user.id);
		await commit(c, user, (own) => changePassword(own, { present, chosenHash, session }));
		setSessionCookie(c, token);
		return undefined;
	} catch (error) {
		failed = error instanceof Problem && error.code === "validation_error";
		if (!failed) throw error;
		return await respondAgain("password", wrongPassword);
	} finally {
		await attempt.end({ failed });
	}
}

const wrongPassword = "The current password is wrong.";

async function commit(
	c: AppContext,
	user: User,
	decide: (own: Caller) => Promise<AnyChange<null>>,
): Promise<undefined> {
	await execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), decide);
}

interface Shown {
	faults?: Faults;
	status?: 422 | 429;
}

async function respond(c: AppContext, user: User, { faults, status }: Shown = {}) {
	const caller = callerOf(c, { type: "user", id: user.id });
	const hash = cookieHash(c) ?? "";
	const [sessions, studios] = await Promise.all([
		listSessions(caller, user.id, hash),
		studiosOfSession(caller.control, hash, caller.now),
	]);
	const doneText = faults ? undefined : done.get(c.req.query("done") ?? "");
	const studio = studios.find(({ id }) => id === c.req.query("studio")) ?? defaultStudio(c, studios);
	const to = (path: string, studioId = studio?.id) => addressOf(path, studioId);
	const zone = studio?.timezone ?? "UTC";
	const nonce = newNonce();
	return await page(
		c,
		<DashboardFrame title="Account" path={path} user={user} studios={studios} studio={studio} nonce={nonce}>
			<Account {...{ user, studios, sessions, zone, to, done: doneText, of: { values: {}, faults } }} />
		</DashboardFrame>,
		{ nonce, ...(status ? { status } : {}) },
	);
}
