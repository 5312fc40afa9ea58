import { timestamp } from "../../lib/time.ts";
import { Alarm, Page } from "../../pages/layout.tsx";
import { longestPassword } from "../../people/new-password.ts";
import type { ShownSession } from "../../people/sessions.ts";
import { NewPassword } from "../../sign-in/new-password-field.tsx";
import type { User } from "../../sign-in/sessions.ts";
import { Bar } from "../bar.tsx";

/** What is wrong with the form for a new password, and with which field. */
export interface Fault {
	field: "password" | "new_password";
	text: string;
}

interface Props {
	user: User;
	sessions: ShownSession[];
	/** What the person has just done. */
	done?: string | undefined;
	fault?: Fault | undefined;
}

export const Account = ({ user, sessions, done, fault }: Props) => (
	<Page title="Account" wide>
		<Bar user={user} at="/dashboard/account" />
		<h1>Account</h1>
		{done && (
			<p class="note" role="status">
				{done}
			</p>
		)}
		<section>
			<h2>Change password</h2>
			<ChangePassword user={user} fault={fault} />
		</section>
		<section>
			<h2>Sessions</h2>
			<p class="dim">Each browser that is signed in with this account. A session ends by itself after 24 hours.</p>
			{sessions.map((session) => (
				<Session session={session} />
			))}
			{sessions.some(({ isPresent }) => !isPresent) && (
				<form method="post" action="/dashboard/account/sessions/end_others" class="after">
					<button type="submit">End all other sessions</button>
				</form>
			)}
		</section>
	</Page>
);

const ChangePassword = ({ user, fault }: Pick<Props, "user" | "fault">) => (
	<form method="post" action="/dashboard/account/password" class="narrow">
		<p class="dim">Every other browser that is signed in with this account is signed out.</p>
		{fault && <Alarm id="fault">{fault.text}</Alarm>}
		<input type="hidden" name="username" value={user.email} autocomplete="username" />
		<label for="password">Present password</label>
		<input
			id="password"
			type="password"
			name="password"
			autocomplete="current-password"
			maxlength={longestPassword}
			required
			aria-describedby={fault?.field === "password" ? "fault" : undefined}
		/>
		<NewPassword name="new_password" fault={fault?.field === "new_password" ? fault.text : undefined} />
		<div class="actions">
			<button class="primary" type="submit">
				Change password
			</button>
		</div>
	</form>
);

const Session = ({
	session: { id, browser, network, createdAt, lastUsedAt, isPresent },
}: {
	session: ShownSession;
}) => (
	<article class="entry">
		<h3>{browser ?? "Unknown browser"}</h3>
		<p class="dim">
			{isPresent && (
				<>
					<strong>This browser</strong>
					<br />
				</>
			)}
			{network && (
				<>
					From {network}
					<br />
				</>
			)}
			Signed in <Time ms={createdAt} />
			{lastUsedAt !== null && !isPresent && (
				<>
					, last used <Time ms={lastUsedAt} />
				</>
			)}
		</p>
		{id !== null && !isPresent && (
			<form method="post" action="/dashboard/account/sessions/end">
				<input type="hidden" name="session_id" value={id} />
				<button type="submit" aria-label={`End the session of ${browser ?? "an unknown browser"}`}>
					End
				</button>
			</form>
		)}
	</article>
);

const Time = ({ ms }: { ms: number }) => {
	const at = timestamp(ms);
	return <time datetime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>;
};
