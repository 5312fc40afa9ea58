import { Alarm, Page } from "../ui/layout.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

export const ForgotPassword = ({ fault }: { fault?: string }) => (
	<Page title="Forgot password" marked>
		<h1>Forgot password</h1>
		<p class="dim">We send you a mail with a link. The link lets you choose a new password.</p>
		{fault && <Alarm id="fault">{fault}</Alarm>}
		<form method="post" action="/forgot_password">
			<label for="email">Email</label>
			<input
				id="email"
				type="email"
				name="email"
				autocomplete="username"
				maxlength={254}
				required
				aria-describedby={fault ? "fault" : undefined}
			/>
			<div class="actions">
				<button class="primary" type="submit">
					Send link
				</button>
			</div>
		</form>
		<BackToSignIn />
	</Page>
);

const BackToSignIn = () => (
	<p class="after">
		<a href="/sign_in">Sign in</a>
	</p>
);

export const LinkSent = () => (
	<Page title="Check your mail" marked>
		<h1>Check your mail</h1>
		<p role="status">If there is an account with this address, we send a mail with a link to it.</p>
		<p class="dim">The link works for one hour.</p>
		<BackToSignIn />
	</Page>
);

export const ResetPassword = ({ email, path, fault }: { email: string; path: string; fault?: string | undefined }) => (
	<Page title="Choose a new password" marked>
		<h1>Choose a new password</h1>
		<p class="dim">For {email}. A new password signs out every browser that uses this account.</p>
		{fault && <Alarm>Choose another password.</Alarm>}
		<form method="post" action={path}>
			<input type="hidden" name="username" value={email} autocomplete="username" />
			<NewPasswordField fault={fault} />
			<div class="actions">
				<button class="primary" type="submit">
					Save password
				</button>
			</div>
		</form>
	</Page>
);
