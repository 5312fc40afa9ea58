import { mostSentMails, type SentMail } from "../../domain/mail/outbox/sent-mails.ts";
import type { MailAddress } from "../../platform/lib/text/email.ts";
import { timestamp } from "../../platform/lib/time.ts";
import { Empty, Facts, Title } from "../ui/components/elements.tsx";
import { Table } from "../ui/components/table.tsx";
import { Page } from "../ui/layout.tsx";

export const root = "/dev/mails";
const pathOf = ({ number }: SentMail): string => `${root}/${number}`;

const addressOf = (address: string | MailAddress): string =>
	typeof address === "string" ? address : [address.name, `<${address.email}>`].filter(Boolean).join(" ");

const Sent = ({ at }: { at: number }) => (
	<time datetime={timestamp(at)}>{timestamp(at).slice(0, 19).replace("T", " ")} UTC</time>
);

export const ListPage = ({ mails }: { mails: readonly SentMail[] }) => (
	<Page title="Sent mails" wide marked>
		<Title
			text="Sent mails"
			lead={`The last ${mostSentMails} mails that the service has sent since it was started, or since its code changed. Production has no such page.`}
		/>
		{mails.length === 0 ? (
			<Empty title="No mails yet">
				Book a time at a booking page, move an appointment or ask for a new password. Then load this page again.
			</Empty>
		) : (
			<Table
				label="Sent mails"
				rows={mails}
				columns={[
					{ head: "Subject", kind: "lead", cell: (mail) => <a href={pathOf(mail)}>{mail.subject}</a> },
					{ head: "To", cell: ({ to }) => addressOf(to) },
					{ head: "Sent", kind: "short", cell: ({ sentAt }) => <Sent at={sentAt} /> },
				]}
			/>
		)}
	</Page>
);

export const MailPage = ({ mail }: { mail: SentMail }) => {
	const { attachments = [] } = mail;
	return (
		<Page title={mail.subject} wide marked>
			<Title text={mail.subject} back={{ href: root, text: "Sent mails" }} />
			<Facts
				of={[
					["From", mail.from],
					["To", addressOf(mail.to)],
					mail.replyTo ? ["Reply to", addressOf(mail.replyTo)] : null,
					["Sent", <Sent at={mail.sentAt} />],
					["HTML", <a href={`${pathOf(mail)}/html`}>Open the mail as HTML</a>],
					...attachments.map(
						({ filename, type }, n) =>
							["File", <a href={`${pathOf(mail)}/files/${n}`}>{`${filename} (${type})`}</a>] as const,
					),
				]}
			/>
			<MailPart title="Text" text={mail.text} />
			{attachments.map(({ filename, content }) => (
				<MailPart title={filename} text={content} />
			))}
		</Page>
	);
};

const MailPart = ({ title, text }: { title: string; text: string }) => (
	<figure class="code">
		<figcaption>{title}</figcaption>
		<pre tabindex={0}>{text}</pre>
	</figure>
);
