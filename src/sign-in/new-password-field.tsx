import { longestPassword } from "../people/new-password.ts";

/** The field in which someone chooses a password; a fault is told above it. */
export const NewPassword = ({ name = "password", fault }: { name?: string; fault: string | undefined }) => (
	<>
		<label for={name}>New password</label>
		<p class="dim" id="rules">
			At least 10 characters, and not a common one.
		</p>
		<input
			id={name}
			type="password"
			name={name}
			autocomplete="new-password"
			maxlength={longestPassword}
			required
			aria-describedby={fault ? "fault rules" : "rules"}
		/>
	</>
);
