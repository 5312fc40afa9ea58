import type { Seat } from "../../../domain/access/people/schema.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Badge, Empty, Facts, Pager, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input, OptionGroup, Submit } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { FormId } from "../forms/form-id.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { nameOf } from "./people.ts";

export const path = "/dashboard/team";
export const pathOf = ({ user }: Seat): string => `${path}/${user.id}`;
export const back = (visit: Visit) => ({ href: visit.to(path), text: "Team" });

const roleWords = { OWNER: "Owner", STAFF: "Staff" } as const;

const done = {
	invited: "The invitation has been sent by mail.",
	resent: "The invitation has been sent again. The link in the earlier mail no longer works.",
	changed: "The role has been changed.",
	removed: "This person is no longer a member of the studio.",
	withdrawn: "The invitation has been withdrawn. Its link no longer works.",
};

interface TeamProps {
	visit: Visit;
	seats: Seat[];
	next: string | undefined;
}

export const Team = ({ visit, seats, next }: TeamProps) => {
	const members = seats.filter(({ status }) => status === "ACTIVE");
	const invited = seats.filter(({ status }) => status === "INVITED");
	return (
		<>
			<Title text="Team" lead="The people who can open these pages for your studio.">
				<a class="button primary" href={visit.to(`${path}/invite`)}>
					<Icon name="plus" />
					Invite
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel title="Members">
				<Table label="Members" rows={members} columns={memberColumns(visit)} />
			</Panel>
			<Panel title="Invitations">
				{invited.length === 0 ? (
					<Empty
						title="No open invitations"
						actions={
							<a class="button" href={visit.to(`${path}/invite`)}>
								Invite somebody
							</a>
						}
					>
						An invited person gets a mail and joins the team by accepting.
					</Empty>
				) : (
					<Table label="Invitations" rows={invited} columns={invitationColumns(visit)} />
				)}
			</Panel>
			<Pager next={next} />
		</>
	);
};

const role: Column<Seat> = { head: "Role", kind: "short", cell: ({ of }) => roleWords[of.role] };

const memberColumns = (visit: Visit): Column<Seat>[] => [
	{
		head: "Name",
		kind: "lead",
		cell: (seat) => (
			<>
				{nameOf(seat)} {seat.user.id === visit.user.id && <Badge tone="info">You</Badge>}
			</>
		),
	},
	{ head: "Email", cell: ({ user }) => <Breakable text={user.email} /> },
	role,
	{ head: "Since", cell: ({ of }) => <LocalTime at={of.createdAt} zone={visit.studio.timezone} precision="day" /> },
	{
		head: "Actions",
		kind: "end",
		cell: (seat) => (
			<>
				<ActionLink visit={visit} seat={seat} step="edit" verb="Edit" label={`Edit the role of ${nameOf(seat)}`} />
				<ActionLink visit={visit} seat={seat} step="remove" verb="Remove" label={`Remove ${nameOf(seat)}`} />
			</>
		),
	},
];

const invitationColumns = (visit: Visit): Column<Seat>[] => [
	{ head: "Email", kind: "lead", cell: ({ user }) => user.email },
	role,
	{ head: "Sent", cell: ({ of }) => <LocalTime at={of.createdAt} zone={visit.studio.timezone} /> },
	{
		head: "Valid until",
		cell: ({ expiresAt }) =>
			expiresAt !== null && expiresAt <= visit.ctx.now ? (
				<Badge tone="warn">Expired</Badge>
			) : (
				<LocalTime at={expiresAt} zone={visit.studio.timezone} />
			),
	},
	{
		head: "Actions",
		kind: "end",
		cell: (seat) => (
			<>
				<PostButton action={visit.to(`${pathOf(seat)}/resend`)} label={`Send the invitation of ${nameOf(seat)} again`}>
					Send again
				</PostButton>
				<ActionLink visit={visit} seat={seat} step="edit" verb="Edit" label={`Edit the role of ${nameOf(seat)}`} />
				<ActionLink
					visit={visit}
					seat={seat}
					step="remove"
					verb="Withdraw"
					label={`Withdraw ${nameOf(seat)}'s invitation`}
				/>
			</>
		),
	},
];

interface StepProps {
	visit: Visit;
	seat: Seat;
	step: string;
	verb: string;
	label: string;
}

const ActionLink = ({ visit, seat, step, verb, label }: StepProps) => (
	<a class="button" href={visit.to(`${pathOf(seat)}/${step}`)} aria-label={label}>
		{verb}
	</a>
);

const Role = ({ of }: { of: FormState }) => (
	<OptionGroup
		of={of}
		name="role"
		legend="Role"
		type="radio"
		options={[
			{
				value: "STAFF",
				text: "Staff",
				hint: "The daily work: calendar, clients, artists, shops and event types.",
			},
			{
				value: "OWNER",
				text: "Owner",
				hint: "Everything: also API keys, webhooks, apps, requests, the audit log and this team.",
			},
		]}
	/>
);

export const Invite = ({ visit, of }: { visit: Visit; of: FormState }) => (
	<>
		<Title
			text="Invite somebody"
			back={back(visit)}
			lead="The person gets a mail with a link that works for 7 days, and joins the team by accepting."
		/>
		<Panel>
			<form method="post" action={visit.to(`${path}/invite`)}>
				<FaultSummary of={of} />
				<FormId />
				<div class="narrow">
					<Input of={of} name="email" label="Email" type="email" required maxlength={254} />
					<Input
						of={of}
						name="name"
						label="Name"
						hint="Optional. An existing account keeps its name."
						maxlength={200}
					/>
				</div>
				<Role of={of} />
				<Submit back={visit.to(path)}>Invite</Submit>
			</form>
		</Panel>
	</>
);

export const EditRole = ({ visit, seat, of }: { visit: Visit; seat: Seat; of: FormState }) => (
	<>
		<Title text={`Edit ${nameOf(seat)}`} back={back(visit)} />
		<Panel>
			<Facts of={[["Email", seat.user.email]]} />
			<form method="post" action={visit.to(`${pathOf(seat)}/edit`)} class="after">
				<FaultSummary of={of} />
				<Role of={of} />
				<Submit back={visit.to(path)}>Save</Submit>
			</form>
		</Panel>
	</>
);
