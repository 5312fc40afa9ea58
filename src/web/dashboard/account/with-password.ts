import { isPossible } from "../../../domain/access/people/account/new-password.ts";
import { emailKey } from "../../../platform/http/fields/fields.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { User } from "../../sign-in/sessions.ts";
import { beginSignInAttempt, refusalOf } from "../../sign-in/sign-in-attempts.ts";

export const missingPassword = "Enter your current password.";
const wrongPassword = "The current password is wrong.";

/** A wrong password counts as a failed sign-in, and the result says so. */
export async function withPassword(
	c: AppContext,
	user: User,
	present: string,
	work: () => Promise<void>,
): Promise<{ text: string; status: 422 | 429 } | undefined> {
	if (present === "") return { text: missingPassword, status: 422 };
	if (!isPossible(present)) return { text: wrongPassword, status: 422 };
	const attempt = await beginSignInAttempt(c, emailKey(user.email));
	const wait = refusalOf(c, attempt);
	if (wait) return { text: wait, status: 429 };
	// A failure of the service does not count as a wrong password.
	let failed = false;
	try {
		await work();
		return undefined;
	} catch (error) {
		failed = error instanceof Problem && error.code === "validation_error";
		if (!failed) throw error;
		return { text: wrongPassword, status: 422 };
	} finally {
		await attempt.end({ failed });
	}
}
