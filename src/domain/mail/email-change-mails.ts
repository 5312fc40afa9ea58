import { type LinkMailData, mail } from "./access-mails.ts";

type LinkMail = Omit<LinkMailData, "tenantName">;

/** To the new address. */
export const emailChange = ({ to, link }: LinkMail) =>
	mail(
		to,
		"Confirm your new email",
		`Hello,

Someone wants to sign in with this address from now on. If it was you, open this page and confirm:

${link}

The link works for one hour, and once. If it was not you, ignore this mail: nothing happens.`,
		link,
	);

/** To the new address, if another account has it. */
export const emailChangeTaken = ({ to, link }: LinkMail) =>
	mail(
		to,
		"You have an account already",
		`Hello,

Someone wants to use this address for another account. Nothing has changed, because an account with this address exists already. If it was you and you have forgotten its password, open this page:

${link}

If it was not you, ignore this mail.`,
		link,
	);

interface NoticeData {
	to: string;
	email: string;
}

/** To the present address. */
export const emailChangeRequested = ({ to, email }: NoticeData) =>
	mail(
		to,
		"Your email is about to change",
		`Hello,

Someone who knows your password asked that you sign in with ${email} from now on. This happens once the new address is confirmed.

If it was not you, change your password now: then the new address cannot be confirmed any more.`,
	);

/** To the address that the account had before. */
export const emailChanged = ({ to, email }: NoticeData) =>
	mail(
		to,
		"Your email has changed",
		`Hello,

You sign in with ${email} from now on, and no longer with this address.

If it was not you, tell an owner of your studio at once.`,
	);
