import { longestPassword } from "../../domain/access/people/account/new-password.ts";
import { Input } from "../ui/components/fields.tsx";

export const NewPasswordField = ({ name = "password", fault }: { name?: string; fault: string | undefined }) => (
	<Input
		of={{ values: {}, faults: fault === undefined ? undefined : { summary: "", fields: { [name]: fault } } }}
		name={name}
		label="New password"
		hint="At least 10 characters, and not a common one."
		type="password"
		autocomplete="new-password"
		maxlength={longestPassword}
		required
	/>
);
