import { Hono } from "hono";
import { newPassword } from "../../domain/access/people/account/new-password.ts";
import { acceptInvitation, findInvitation, type Invitation } from "../../domain/access/people/team/accept.ts";
import { execute } from "../../platform/commit/execute.ts";
import { hashPassword } from "../../platform/gate/password-hashes.ts";
import { type AppContext, type AppEnv, callerOf } from "../../platform/http/request/app-env.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { errorPage, page } from "../ui/respond.tsx";
import { InvitationPage } from "./invitation-page.tsx";
import { beginSession, signedInUser } from "./sessions.ts";

export const invitationPages = new Hono<AppEnv>();

for (const path of ["/invitations/*"]) invitationPages.use(path, limitPageRequests);

const path = "/invitations/:token";

invitationPages.get(path, async (c) => {
	const invitation = await invitationOf(c);
	return invitation ? await showInvitation(c, invitation) : await invalidInvitation(c);
});

invitationPages.post(path, async (c) => {
	const form = await readPageForm(c);
	const invitation = await invitationOf(c);
	if (!invitation) return await invalidInvitation(c);
	if (invitation.isNewAccount) return await joinWithNewAccount(c, invitation, form.password ?? "");
	const user = await signedInUser(c);
	if (user?.id !== invitation.user.id)
		return await showInvitation(c, invitation, "Sign in as the invited account first.", 403);
	await accept(c, invitation, undefined);
	return c.redirect("/dashboard", 303);
});

invitationPages.onError((error, c: AppContext) => showErrorPage(error, c));

async function joinWithNewAccount(c: AppContext, invitation: Invitation, password: string): Promise<Response> {
	const chosen = newPassword.safeParse(password);
	if (!chosen.success)
		return await showInvitation(c, invitation, `The password ${chosen.error.issues[0]?.message}.`, 422);
	await accept(c, invitation, await hashPassword(c.get("address"), chosen.data));
	await beginSession(c, invitation.user);
	return c.redirect("/dashboard", 303);
}

const accept = (c: AppContext, { user }: Invitation, passwordHash: string | undefined) =>
	execute(c.get("writer"), callerOf(c, { type: "user", id: user.id }), (caller) =>
		acceptInvitation(caller, tokenOf(c), passwordHash),
	);

const tokenOf = (c: AppContext): string => c.req.param("token") ?? "";

const invitationOf = (c: AppContext) => findInvitation(callerOf(c, { type: "system", id: null }), tokenOf(c));

const showInvitation = async (c: AppContext, invitation: Invitation, fault?: string, status: 200 | 403 | 422 = 200) =>
	await page(
		c,
		<InvitationPage invitation={invitation} path={c.req.path} signedInAs={await signedInUser(c)} fault={fault} />,
		{
			status,
		},
	);

const invalidInvitation = (c: AppContext) =>
	errorPage(
		c,
		410,
		"This invitation does not work",
		"It was already accepted, it was withdrawn, or it is older than 7 days. Ask the studio for a new one.",
	);
