import { longestPassword } from "../people/new-password.ts";

/** The field in which someone chooses a password; a fault is told above it. */
export const NewPassword = ({ fault }: { fault: string | undefined }) => (
	<>
		<label for="password">New password</label>
		<p class="dim" id="rules">
			At least 10 characters, and not a common one.
		</p>
		<input
			id="password"
			type="password"
			name="password"
			autocomplete="new-password"
			maxlength={longestPassword}
			required
			aria-describedby={fault ? "fault rules" : "rules"}
		/>
	</>
);
