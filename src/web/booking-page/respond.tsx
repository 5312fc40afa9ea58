import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Words } from "../../domain/languages/words.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { note } from "../../platform/http/request/app-env.ts";
import { MalformedBody } from "../../platform/http/request/body/urlencoded.ts";
import { toProblem } from "../../platform/http/request/respond.ts";
import { randomBase62 } from "../../platform/lib/secrets/crypto.ts";
import type { Problem } from "../../platform/problems/problem.ts";
import { Panel } from "../ui/components/elements.tsx";
import { CrossOriginForm } from "../ui/form.tsx";
import { Alarm, type PageMetadata } from "../ui/layout.tsx";
import { page } from "../ui/respond.tsx";
import { Logo } from "./components/brand.tsx";
import { BookingFrame } from "./components/frame.tsx";
import { LanguageSwitch, type SwitchLanguage } from "./components/language-switch.tsx";
import { studioOf } from "./components/studio.ts";
import { wordsFor } from "./language.ts";
import { ToldInWords } from "./told-in-words.ts";

interface PageOptions {
	title: string;
	status?: number;
	metadata?: PageMetadata;
	usesTurnstile?: boolean;
	takesPictures?: boolean;
	/** For a page that answers a form: where it is in other languages. Without it, such a page has no switch. */
	inOtherLanguages?: SwitchLanguage;
}

export function respond(
	c: AppContext,
	{ title, status = 200, metadata, usesTurnstile = false, takesPictures = false, inOtherLanguages }: PageOptions,
	content: Child,
) {
	const nonce = randomBase62(22);
	const words = wordsFor(c);
	const brand = studioOf(c)?.brand;
	const switchBy = inOtherLanguages ?? (c.req.method === "GET" ? { address: ownQuery(c) } : undefined);
	c.header("Content-Language", words.language);
	c.header("Vary", "Accept-Language, Cookie");
	return page(
		c,
		<BookingFrame
			title={title}
			words={words}
			nonce={nonce}
			metadata={metadata}
			usesTurnstile={usesTurnstile}
			takesPictures={takesPictures}
			logo={brand && <Logo c={c} brand={brand} />}
			accentColor={brand?.accentColor}
			footer={switchBy && <LanguageSwitch words={words} by={switchBy} />}
		>
			{content}
		</BookingFrame>,
		{ status: status as ContentfulStatusCode, nonce, usesTurnstile, images: takesPictures ? ["blob:"] : [] },
	);
}

/** Relative, so that the pages of unknown addresses are all alike. */
const ownQuery = (c: AppContext): string => new URL(c.req.url).search || "?";

interface Refusal {
	status: number;
	title: string;
	text: string;
}

const refusalPage = (c: AppContext, { status, title, text }: Refusal, rest?: Child) =>
	respond(
		c,
		{ title, status },
		<Panel>
			<h1>{title}</h1>
			<Alarm>{text}</Alarm>
			{rest}
		</Panel>,
	);

export const notFoundPage = (c: AppContext) => {
	const { refusals } = wordsFor(c);
	note(c, { code: "resource_not_found" });
	return respond(
		c,
		{ title: refusals.nothingHere, status: 404 },
		<Panel>
			<h1>{refusals.nothingHere}</h1>
			<p>{refusals.nothingHereText}</p>
		</Panel>,
	);
};

/** The refusals that a visitor meets on a page of their own. The visitor learns nothing about the studio's plan. */
function refusalOf({ code, status, extra }: Problem, { refusals, formats }: Words): Refusal {
	if (code === "rate_limit_exceeded") {
		const wait = formats.wait(Number(extra.retry_after_seconds ?? 1));
		return { status, title: refusals.tooManyRequests, text: refusals.tooManyRequestsText(wait) };
	}
	if (code === "plan_limit_reached") return { status: 403, title: refusals.noBookings, text: refusals.noBookingsText };
	return { status, title: refusals.failed, text: refusals.failedText };
}

export async function respondToError(error: Error, c: AppContext): Promise<Response> {
	const words = wordsFor(c);
	const { refusals } = words;
	if (error instanceof CrossOriginForm)
		return await refusalPage(c, { status: 403, title: refusals.otherSite, text: refusals.otherSiteText });
	if (error instanceof MalformedBody)
		return await refusalPage(c, { status: 400, title: refusals.unreadable, text: refusals.unreadableText });
	const problem = toProblem(c, error);
	note(c, { code: problem.code });
	for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
	const refusal = refusalOf(problem, words);
	return await refusalPage(
		c,
		error instanceof ToldInWords ? { ...refusal, text: error.text } : refusal,
		refusal.title === refusals.failed && (
			<p class="dim after">
				{refusals.askForHelp} <code>{c.get("requestId")}</code>
			</p>
		),
	);
}
