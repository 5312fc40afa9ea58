import { type Mail, mailHtml, oneLine } from "../../platform/lib/text/email.ts";

export interface LinkMailData {
	to: string;
	tenantName: string;
	link: string;
}

export const mail = (to: string, subject: string, text: string, link?: string): Mail => ({
	to,
	subject,
	text,
	html: mailHtml(text, link),
});

export const invitation = ({ to, tenantName, link }: LinkMailData): Mail =>
	mail(
		to,
		`You are invited to ${oneLine(tenantName)}`,
		`Hello,

${oneLine(tenantName)} invites you to its team. Open this page to accept:

${link}

The link works for 7 days. If you do not know the studio, ignore this mail: nothing happens until you accept.`,
		link,
	);

export const passwordReset = ({ to, link }: Omit<LinkMailData, "tenantName">): Mail =>
	mail(
		to,
		"Choose a new password",
		`Hello,

Someone asked for a new password for this address. Open this page to choose one:

${link}

The link works for one hour, and once. If it was not you, ignore this mail: your password stays as it is.`,
		link,
	);
