import { Hono } from "hono";
import { html, raw } from "hono/html";
import { type SentMail, sentMails } from "../../domain/mail/outbox/sent-mails.ts";
import { isDevelopment } from "../../platform/env.ts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { foreignNameWords, hasForeignName } from "../../platform/http/request/headers/foreign-name.ts";
import { page } from "../ui/respond.tsx";
import { ListPage, MailPage, root } from "./pages.tsx";

/** For whoever develops with the service. In production these addresses do not exist. */
export const sentMailPages = new Hono<AppEnv>();

const onlyInDevelopment = (path: string, answer: (c: AppContext) => Response | Promise<Response> | undefined) =>
	sentMailPages.get(path, async (c, next) => {
		if (!isDevelopment(c.env)) return await next();
		if (hasForeignName(c)) return c.text(foreignNameWords, 403);
		return (await answer(c)) ?? (await next());
	});

const mailOf = (c: AppContext): SentMail | undefined =>
	sentMails().find(({ number }) => String(number) === c.req.param("number"));

onlyInDevelopment(root, (c) => page(c, <ListPage mails={sentMails()} />));

onlyInDevelopment(`${root}/:number`, (c) => {
	const mail = mailOf(c);
	return mail && page(c, <MailPage mail={mail} />);
});

/** The HTML of a mail runs nothing and has no origin. Its links open. */
const mailPolicy = [
	"sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	"img-src 'self' http: https: data:",
	"frame-ancestors 'none'",
].join("; ");

onlyInDevelopment(`${root}/:number/html`, (c) => {
	const mail = mailOf(c);
	if (!mail) return undefined;
	c.header("Content-Security-Policy", mailPolicy);
	return c.html(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${mail.subject}</title>
${raw(mail.html)}
</html>`);
});

onlyInDevelopment(`${root}/:number/files/:file`, (c) => {
	const file = mailOf(c)?.attachments?.[Number(c.req.param("file"))];
	if (!file) return undefined;
	c.header("Content-Type", file.type);
	c.header("Content-Disposition", `attachment; filename="${file.filename}"`);
	return c.body(file.content);
});
