import { Hono } from "hono";
import { requestEmailChange } from "../../../domain/access/people/account/change-email.ts";
import { changeName } from "../../../domain/access/people/account/change-name.ts";
import { changePassword } from "../../../domain/access/people/account/change-password.ts";
import { newPassword } from "../../../domain/access/people/account/new-password.ts";
import { endOtherSessions, endSessionOf, listSessions } from "../../../domain/access/people/sessions.ts";
import { openStudios, studiosOfSession } from "../../../domain/access/people/studios.ts";
import { mayBeSentTo } from "../../../domain/mail/outbox/cap.ts";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { Caller } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import { atGate } from "../../../platform/gate/gate-client.ts";
import { hashPassword } from "../../../platform/gate/password-hashes.ts";
import { email, name } from "../../../platform/http/fields/fields.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import type { Parameters } from "../../../platform/http/request/body/urlencoded.ts";
import { Problem, problem } from "../../../platform/problems/problem.ts";
import { signInPath } from "../../sign-in/continuation.ts";
import { cookieHash, newSessionOf, setSessionCookie, signedInUser, type User } from "../../sign-in/sessions.ts";
import type { Faults } from "../../ui/components/faults.ts";
import type { FormState } from "../../ui/components/fields.tsx";
import { readPageForm } from "../../ui/form.tsx";
import { page } from "../../ui/respond.tsx";
import { issueText } from "../forms/fault-words.ts";
import { DashboardFrame } from "../frame/frame.tsx";
import { defaultStudio, newNonce } from "../frame/visit.ts";
import { Account, type AccountForms } from "./page.tsx";
import { missingPassword, withPassword } from "./with-password.ts";

/** The signed-in person's own account: their name, email, password and sessions (contract: Sign-in 15, Sign-in 16, Sign-in 17, Sign-in 18). */
export const account = new Hono<AppEnv>();

const path = "/dashboard/account";

const done = new Map([
	["password", "The password has been changed. Every other browser has been signed out."],
	["session", "The session has ended."],
	["sessions", "All other sessions have ended."],
	["name", "The name has been changed."],
	[
		"email_sent",
		"We have sent a mail to the new address. Its link works for one hour. Until you confirm there, you sign in with the present address.",
	],
	["email", "The email has been changed. From now on you sign in with it."],
]);

account.get(path, async (c) => {
	const user = await signedInUser(c);
	return user ? await respond(c, user) : c.redirect(signInPath(addressOf(path, c.req.query("studio"))), 303);
});

account.post(`${path}/name`, (c) => handleForm(c, "name", setName));

account.post(`${path}/email`, (c) => handleForm(c, "email_sent", askForEmail));

account.post(`${path}/password`, (c) => handleForm(c, "password", setPassword));

account.post(`${path}/sessions/end`, (c) =>
	handleForm(c, "session", (user, { session_id = "" }) =>
		commit(c, user, (caller) => endSessionOf(caller, user.id, session_id)),
	),
);

account.post(`${path}/sessions/end_others`, (c) =>
	handleForm(c, "sessions", (user) => commit(c, user, (own) => endOtherSessions(own, user.id, cookieHash(c) ?? ""))),
);

/** The page says that the form is done. */
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

async function setName(user: User, form: Parameters, c: AppContext): Promise<Response | undefined> {
	const given = form.name?.trim() || null;
	const chosen = name().nullable().safeParse(given, { error: issueText });
	if (!chosen.success) {
		const fields = { name: `{name} ${chosen.error.issues[0]?.message}.` };
		const faults = { summary: "The name has not been changed.", fields };
		return await respond(c, user, { name: { values: { name: [given ?? ""] }, faults } }, 422);
	}
	await commit(c, user, (own) => changeName(own, user.id, chosen.data));
	return undefined;
}

async function askForEmail(user: User, form: Parameters, c: AppContext): Promise<Response | undefined> {
	const respondAgain = (
		fields: Faults["fields"],
		status: 422 | 429 = 422,
		summary = "The email has not been changed.",
	) => respond(c, user, { email: { values: { email: [form.email ?? ""] }, faults: { summary, fields } } }, status);
	const wanted = email.safeParse(form.email);
	if (!wanted.success) return await respondAgain({ email: "Enter an email address, such as ana@example.com." });
	if (wanted.data === user.email) return await respondAgain({ email: "This is the email of your account already." });
	const password = form.email_password ?? "";
	try {
		const refused = await withPassword(c, user, password, () =>
			commit(c, user, async (own) => {
				const change = await requestEmailChange(own, { userId: user.id, password, email: wanted.data });
				if (await atGate(gateRequestOf(c), () => mayBeSentTo(c.env, c.get("databases"), wanted.data))) return change;
				throw problem("conflict", "Too many mails were sent to this address within an hour. Try again later.");
			}),
		);
		return refused && (await respondAgain({ email_password: refused.text }, refused.status));
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== "conflict") throw error;
		return await respondAgain({}, 429, error.message);
	}
}

async function setPassword(user: User, form: Parameters, c: AppContext): Promise<Response | undefined> {
	const { password: present = "", new_password = "" } = form;
	const respondAgain = (field: "password" | "new_password", text: string, status: 422 | 429 = 422) => {
		const faults = { summary: "The password has not been changed.", fields: { [field]: text } };
		return respond(c, user, { password: { values: {}, faults } }, status);
	};
	if (present === "") return await respondAgain("password", missingPassword);
	const chosen = newPassword.safeParse(new_password);
	if (!chosen.success)
		return await respondAgain("new_password", `The new password ${chosen.error.issues[0]?.message}.`);
	const refused = await withPassword(c, user, present, async () => {
		const chosenHash = await hashPassword(c.get("address"), chosen.data);
		const { token, session } = newSessionOf(c, user.id);
		await commit(c, user, (own) => changePassword(own, { present, chosenHash, session }));
		setSessionCookie(c, token);
	});
	return refused && (await respondAgain("password", refused.text, refused.status));
}

async function commit(
	c: AppContext,
	user: User,
	decide: (own: Caller) => Promise<AnyChange<null>>,
): Promise<undefined> {
	await execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), decide);
}

/** Empty if no form was refused. */
type Refused = Partial<Record<keyof AccountForms, FormState>>;

async function respond(c: AppContext, user: User, refused: Refused = {}, status: 200 | 422 | 429 = 200) {
	const caller = callerOf(c, { type: "user", id: user.id });
	const hash = cookieHash(c) ?? "";
	const [sessions, all] = await together(
		caller,
		(caller) => listSessions(caller, user.id, hash),
		(caller) => studiosOfSession(caller.control, hash, caller.now),
	);
	const studios = openStudios(all);
	const doneText = status === 200 ? done.get(c.req.query("done") ?? "") : undefined;
	const studio = studios.find(({ id }) => id === c.req.query("studio")) ?? defaultStudio(c, studios);
	const to = (path: string, studioId = studio?.id) => addressOf(path, studioId);
	const zone = studio?.timezone ?? "UTC";
	const nonce = newNonce();
	const forms = { name: { values: { name: [user.name ?? ""] } }, email: { values: {} }, password: { values: {} } };
	return await page(
		c,
		<DashboardFrame title="Account" path={path} user={user} studios={studios} studio={studio} nonce={nonce}>
			<Account
				user={user}
				studios={studios}
				sessions={sessions}
				zone={zone}
				to={to}
				done={doneText}
				forms={{ ...forms, ...refused }}
			/>
		</DashboardFrame>,
		{ nonce, status },
	);
}
