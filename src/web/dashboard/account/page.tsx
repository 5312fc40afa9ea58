import { longestPassword } from "../../../domain/access/people/account/new-password.ts";
import type { ShownSession } from "../../../domain/access/people/sessions.ts";
import type { Studio } from "../../../domain/access/people/studios.ts";
import { NewPasswordField } from "../../sign-in/new-password-field.tsx";
import type { User } from "../../sign-in/sessions.ts";
import { Badge, Note, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input, Submit } from "../../ui/components/fields.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { path as exportPath } from "../export/paths.ts";

interface Props {
	user: User;
	studios: Studio[];
	sessions: ShownSession[];
	zone: string;
	/** Adds the studio to an address. */
	to: (path: string, studioId?: string) => string;
	done?: string | undefined;
	forms: AccountForms;
}

export interface AccountForms {
	name: FormState;
	email: FormState;
	password: FormState;
}

export const Account = ({ user, studios, sessions, zone, to, done, forms }: Props) => (
	<>
		<Title text="Account" lead={user.email} />
		{done && <Note tone="good">{done}</Note>}
		<Panel title="Your name" lead="Your team sees it in place of your email.">
			<form method="post" action={to("/dashboard/account/name")} class="narrow">
				<FaultSummary of={forms.name} />
				<Input of={forms.name} name="name" label="Name" autocomplete="name" maxlength={200} />
				<Submit>Save</Submit>
			</form>
		</Panel>
		<Panel
			title="Change email"
			lead="We send a link to the new address, and tell the present one. The email changes when you open the link and confirm."
		>
			<form method="post" action={to("/dashboard/account/email")} class="narrow">
				<FaultSummary of={forms.email} />
				<Input
					of={forms.email}
					name="email"
					label="New email"
					type="email"
					autocomplete="email"
					maxlength={254}
					required
				/>
				<Input
					of={forms.email}
					name="email_password"
					label="Current password"
					type="password"
					autocomplete="current-password"
					maxlength={longestPassword}
					required
				/>
				<Submit>Send link</Submit>
			</form>
		</Panel>
		<Panel title="Change password" lead="Every other browser that is signed in with this account is signed out.">
			<form method="post" action={to("/dashboard/account/password")} class="narrow">
				<FaultSummary of={forms.password} />
				<input type="hidden" name="username" value={user.email} autocomplete="username" />
				<Input
					of={forms.password}
					name="password"
					label="Current password"
					type="password"
					autocomplete="current-password"
					maxlength={longestPassword}
					required
				/>
				<NewPasswordField name="new_password" fault={forms.password.faults?.fields.new_password} />
				<Submit>Change password</Submit>
			</form>
		</Panel>
		<Panel
			title="Sessions"
			lead="Each browser that is signed in with this account. A session ends by itself after 24 hours."
		>
			<Table label="Sessions" rows={sessions} columns={sessionColumns(zone, to("/dashboard/account/sessions/end"))} />
			{sessions.some(({ isPresent }) => !isPresent) && (
				<form method="post" action={to("/dashboard/account/sessions/end_others")} class="after">
					<button type="submit">End all other sessions</button>
				</form>
			)}
		</Panel>
		{studios.length > 0 && (
			<Panel title="Your studios">
				<Table label="Your studios" rows={studios} columns={studioColumns(to)} />
			</Panel>
		)}
	</>
);

const browserOf = ({ browser }: ShownSession): string => browser ?? "Unknown browser";

const sessionColumns = (zone: string, end: string): Column<ShownSession>[] => [
	{
		head: "Browser",
		kind: "lead",
		cell: (session) => (
			<>
				{browserOf(session)} {session.isPresent && <Badge tone="info">This browser</Badge>}
			</>
		),
	},
	{ head: "From", cell: ({ network }) => network ?? "–" },
	{ head: "Signed in", cell: ({ createdAt }) => <LocalTime at={createdAt} zone={zone} /> },
	{
		head: "Last used",
		cell: ({ lastUsedAt, isPresent }) => (isPresent ? "Now" : <LocalTime at={lastUsedAt} zone={zone} />),
	},
	{
		head: "Actions",
		kind: "end",
		cell: (session) =>
			session.id !== null &&
			!session.isPresent && (
				<PostButton action={end} fields={{ session_id: session.id }} label={`End the session of ${browserOf(session)}`}>
					End
				</PostButton>
			),
	},
];

const studioColumns = (to: Props["to"]): Column<Studio>[] => [
	{ head: "Name", kind: "lead", cell: ({ id, name }) => <a href={to("/dashboard", id)}>{name}</a> },
	{ head: "Your role", kind: "short", cell: ({ role }) => (role === "OWNER" ? "Owner" : "Staff") },
	{
		head: "Actions",
		kind: "end",
		cell: ({ id, name, role }) =>
			role === "OWNER" && (
				<a class="button" href={to(exportPath, id)} aria-label={`Export ${name}`}>
					Export
				</a>
			),
	},
];
