import { hashOfToken, tenantOfToken } from "../../../domain/booking/bookings/manage-link.ts";
import {
	findManagedBooking,
	isLinkExpired,
	type ManagedBooking,
} from "../../../domain/booking/bookings/managed-booking.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { type Ctx, inTenant } from "../../../platform/context.ts";
import { type AppContext, callerOf, note } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { Panel } from "../../ui/components/elements.tsx";
import type { OwnText } from "../../ui/own-text.ts";
import { rememberStudio } from "../components/studio.ts";
import { ownText, wordsFor } from "../language.ts";
import { respond } from "../respond.tsx";
import { bookAgainLink } from "./book-again-link.tsx";
import { ManagedDeposit } from "./managed-deposit.tsx";

export interface OpenedBooking {
	ctx: Ctx;
	/** In the language of the visitor. */
	words: Words;
	own: OwnText;
	managed: ManagedBooking;
	hash: string;
	/** The address of the page. */
	path: string;
}

/** If the link is unknown or has ended, also while its form arrived, a page says so. */
export const withBooking =
	(handler: (c: AppContext, opened: OpenedBooking) => Promise<Response>) => async (c: AppContext) => {
		const found = await openBooking(c);
		if (!isAlive(found)) return await deadPage(c, found);
		try {
			return await handler(c, found);
		} catch (error) {
			if (!(error instanceof Problem) || error.status !== 404) throw error;
			const later = await openBooking(c);
			if (isAlive(later)) throw error;
			return await deadPage(c, later);
		}
	};

const isAlive = (found: OpenedBooking | undefined): found is OpenedBooking =>
	found !== undefined && !isLinkExpired(found.managed, found.ctx.now);

async function openBooking(c: AppContext): Promise<OpenedBooking | undefined> {
	const token = c.req.param("token") ?? "";
	const tenantId = tenantOfToken(token);
	const placement = tenantId === undefined ? undefined : await c.get("databases").placementOf(tenantId);
	if (tenantId === undefined || !placement || placement.beingDeleted) return undefined;
	const ctx = await inTenant(callerOf(c, { type: "booking_page", id: null }), tenantId);
	const hash = hashOfToken(token);
	const managed = await findManagedBooking(ctx, hash);
	if (!managed) return undefined;
	note(c, { tenantId });
	rememberStudio(c, managed);
	const words = wordsFor(c);
	return { ctx, words, own: ownText(c, words), managed, hash, path: `/manage/${token}` };
}

const deadPage = (c: AppContext, found: OpenedBooking | undefined) => (found ? endedPage(c, found) : unknownPage(c));

function unknownPage(c: AppContext) {
	const { manage } = wordsFor(c);
	return respond(
		c,
		{ title: manage.unknownLink, status: 410 },
		<Panel>
			<h1>{manage.unknownLink}</h1>
			<p>{manage.unknownLinkText}</p>
			<p class="after">{manage.answerForQuestions}</p>
		</Panel>,
	);
}

async function endedPage(c: AppContext, opened: OpenedBooking) {
	const { managed } = opened;
	const { manage } = opened.words;
	const isCancelled = managed.appointment.status === "CANCELLED";
	return await respond(
		c,
		{ title: manage.endedLink, status: 410 },
		<Panel>
			<h1>{manage.endedLink}</h1>
			<p>
				{isCancelled ? manage.wasCancelled : manage.hasPassed} {manage.answerForQuestions}
			</p>
			<ManagedDeposit {...opened} />
			{await bookAgainLink(c, managed)}
		</Panel>,
	);
}
