import { Alarm, Page } from "../ui/layout.tsx";
import { asksToConnect } from "./continuation.ts";

export interface SignInProps {
	/** The address to which the person goes after signing in. */
	continueTo: string;
	email?: string;
	fault?: string;
}

export const SignInPage = ({ continueTo, email, fault }: SignInProps) => (
	<Page title="Sign in" marked>
		<h1>Sign in</h1>
		<p class="dim">
			{asksToConnect(continueTo)
				? "Sign in to connect an app to your studio."
				: "Your studio's calendar, clients, keys and webhooks."}
		</p>
		{fault && <Alarm id="fault">{fault}</Alarm>}
		<form method="post" action="/sign_in">
			<input type="hidden" name="continue" value={continueTo} />
			<label for="email">Email</label>
			<input
				id="email"
				type="email"
				name="email"
				value={email}
				autocomplete="username"
				maxlength={254}
				required
				autofocus={!email}
				aria-describedby={fault && !email ? "fault" : undefined}
			/>
			<label for="password">Password</label>
			<input
				id="password"
				type="password"
				name="password"
				autocomplete="current-password"
				maxlength={256}
				required
				autofocus={Boolean(email)}
				aria-describedby={fault && email ? "fault" : undefined}
			/>
			<div class="actions">
				<button class="primary" type="submit">
					Sign in
				</button>
			</div>
		</form>
		<p class="after aside">
			<a href="/forgot_password">Forgot password</a>
			<a href="/docs">Documentation</a>
		</p>
	</Page>
);
