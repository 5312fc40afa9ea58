import type { Invitation } from "../../domain/access/people/team/accept.ts";
import { Alarm, Page } from "../ui/layout.tsx";
import { signInPath } from "./continuation.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import type { User } from "./sessions.ts";

interface Props {
	invitation: Invitation;
	/** The address of this page. */
	path: string;
	signedInAs: User | undefined;
	fault?: string | undefined;
}

export const InvitationPage = ({ invitation, path, signedInAs, fault }: Props) => (
	<Page title={`Join ${invitation.studio}`}>
		<h1>Join {invitation.studio}</h1>
		<p class="dim">The invitation is for {invitation.user.email}.</p>
		{fault && <Alarm>{invitation.isNewAccount ? "Choose another password." : fault}</Alarm>}
		<AcceptForm invitation={invitation} path={path} signedInAs={signedInAs} fault={fault} />
	</Page>
);

const AcceptForm = ({ invitation: { user, isNewAccount }, path, signedInAs, fault }: Props) => {
	if (isNewAccount)
		return (
			<form method="post" action={path}>
				<input type="hidden" name="username" value={user.email} autocomplete="username" />
				<NewPasswordField fault={fault} />
				<Accept />
			</form>
		);
	if (signedInAs?.id === user.id)
		return (
			<form method="post" action={path}>
				<Accept />
			</form>
		);
	if (!signedInAs)
		return (
			<p>
				<a href={signInPath(path)}>Sign in to accept</a>
			</p>
		);
	return (
		<form method="post" action="/sign_out">
			<input type="hidden" name="continue" value={path} />
			<p>You are signed in as {signedInAs.email}.</p>
			<div class="actions">
				<button type="submit">Sign in as {user.email}</button>
			</div>
		</form>
	);
};

const Accept = () => (
	<div class="actions">
		<button class="primary" type="submit">
			Accept
		</button>
	</div>
);
