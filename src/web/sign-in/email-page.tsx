import { Page } from "../ui/layout.tsx";
import { signInPath } from "./continuation.ts";
import type { User } from "./sessions.ts";

interface Props {
	/** The new address of the account. */
	email: string;
	/** The address of this page. */
	path: string;
	signedInAs: User | undefined;
	/** Whether the signed-in person has the account. */
	isOwn: boolean;
}

export const ConfirmEmail = ({ email, path, signedInAs, isOwn }: Props) => (
	<Page title="Confirm your email">
		<h1>Confirm your email</h1>
		<p class="dim">{email}</p>
		{isOwn ? <Confirm path={path} /> : <SignInFirst path={path} signedInAs={signedInAs} />}
	</Page>
);

const Confirm = ({ path }: { path: string }) => (
	<>
		<p>Once you confirm, you sign in with this address. We tell your present one that it has changed.</p>
		<form method="post" action={path}>
			<div class="actions">
				<button class="primary" type="submit">
					Confirm
				</button>
				<a class="button" href="/dashboard/account">
					Cancel
				</a>
			</div>
		</form>
	</>
);

const SignInFirst = ({ path, signedInAs }: Pick<Props, "path" | "signedInAs">) =>
	signedInAs ? (
		<form method="post" action="/sign_out">
			<input type="hidden" name="continue" value={path} />
			<p>You are signed in as {signedInAs.email}. Another account asked for this address.</p>
			<div class="actions">
				<button type="submit">Sign in with that account</button>
			</div>
		</form>
	) : (
		<>
			<p>Sign in with the account that gets this address, with the email that it has now.</p>
			<div class="actions">
				<a class="button primary" href={signInPath(path)}>
					Sign in to confirm
				</a>
			</div>
		</>
	);
