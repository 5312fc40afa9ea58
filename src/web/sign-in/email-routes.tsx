import { Hono } from "hono";
import { confirmEmailChange, findEmailChange } from "../../domain/access/people/account/change-email.ts";
import { execute } from "../../platform/commit/execute.ts";
import { together } from "../../platform/db/together.ts";
import { type AppContext, type AppEnv, callerOf } from "../../platform/http/request/app-env.ts";
import { Problem } from "../../platform/problems/problem.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { errorPage, page } from "../ui/respond.tsx";
import { ConfirmEmail } from "./email-page.tsx";
import { signedInUser } from "./sessions.ts";

/** The page of the link that confirms a new email. Mail scanners open links, so a GET changes nothing. */
export const emailConfirmation = new Hono<AppEnv>();

emailConfirmation.use("/confirm_email/*", limitPageRequests);

const path = "/confirm_email/:token";

emailConfirmation.get(path, (c) => show(c, 200));

emailConfirmation.post(path, async (c) => {
	await readPageForm(c);
	const user = await signedInUser(c);
	if (!user) return await show(c, 403);
	try {
		await execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), (caller) =>
			confirmEmailChange(caller, user.id, c.req.param("token")),
		);
	} catch (error) {
		if (!(error instanceof Problem) || error.status !== 404) throw error;
		return await show(c, 403);
	}
	return c.redirect("/dashboard/account?done=email", 303);
});

emailConfirmation.onError((error, c: AppContext) => showErrorPage(error, c));

/** With 403 the confirmation was refused, so the link of a person's own account is dead. */
async function show(c: AppContext, status: 200 | 403): Promise<Response> {
	const caller = callerOf(c, { type: "system", id: null });
	const [change, user] = await together(
		caller,
		(caller) => findEmailChange(caller, c.req.param("token") ?? ""),
		({ control }) => signedInUser(c, control),
	);
	const isOwn = change?.account.id === user?.id;
	if (!change || (isOwn && status === 403)) return await invalidLink(c);
	const shown = { email: change.of.email, path: c.req.path, signedInAs: user, isOwn };
	return await page(c, <ConfirmEmail {...shown} />, { status: isOwn ? 200 : status });
}

const invalidLink = (c: AppContext) =>
	errorPage(
		c,
		410,
		"This link does not work",
		"It was already used, it is older than one hour, or the password was changed since. Ask for a new link at your account.",
		{ href: "/dashboard/account", text: "Account" },
	);
