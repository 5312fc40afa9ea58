import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { note } from "../../platform/http/request/app-env.ts";
import { toProblem } from "../../platform/http/request/respond.ts";
import { randomBase62 } from "../../platform/lib/secrets/crypto.ts";
import type { Problem } from "../../platform/problems/problem.ts";
import { Panel } from "../ui/components/elements.tsx";
import { showErrorPage } from "../ui/form.tsx";
import { Alarm, type PageMetadata } from "../ui/layout.tsx";
import { page } from "../ui/respond.tsx";
import { brandOf, Logo } from "./components/brand.tsx";
import { BookingFrame } from "./components/frame.tsx";

interface PageOptions {
	title: string;
	status?: number;
	metadata?: PageMetadata;
	usesTurnstile?: boolean;
	takesPictures?: boolean;
}

export function respond(
	c: AppContext,
	{ title, status = 200, metadata, usesTurnstile = false, takesPictures = false }: PageOptions,
	content: Child,
) {
	const nonce = randomBase62(22);
	const brand = brandOf(c);
	const logo = brand && <Logo c={c} brand={brand} />;
	return page(
		c,
		<BookingFrame
			title={title}
			nonce={nonce}
			metadata={metadata}
			usesTurnstile={usesTurnstile}
			takesPictures={takesPictures}
			logo={logo}
			accentColor={brand?.accentColor}
		>
			{content}
		</BookingFrame>,
		{ status: status as ContentfulStatusCode, nonce, usesTurnstile, images: takesPictures ? ["blob:"] : [] },
	);
}

export const notFoundPage = (c: AppContext) => {
	note(c, { code: "resource_not_found" });
	return respond(
		c,
		{ title: "Nothing to book here", status: 404 },
		<Panel>
			<h1>Nothing to book here</h1>
			<p>This page does not exist, or it takes no more bookings. Ask the studio for the right address.</p>
		</Panel>,
	);
};

const tooManyRequestsPage = (c: AppContext, { message, headers }: Problem) => {
	note(c, { code: "rate_limit_exceeded" });
	for (const [name, value] of Object.entries(headers)) c.header(name, value);
	return respond(
		c,
		{ title: "Too many requests", status: 429 },
		<Panel>
			<h1>Too many requests</h1>
			<Alarm>{message}</Alarm>
		</Panel>,
	);
};

/** The studio has reached a limit of its plan. The visitor learns only that it takes no bookings now. */
const planLimitPage = (c: AppContext) => {
	note(c, { code: "plan_limit_reached" });
	return respond(
		c,
		{ title: "No bookings online now", status: 403 },
		<Panel>
			<h1>No bookings online now</h1>
			<Alarm>
				The studio takes no bookings online at the moment. Nothing is booked. Ask the studio for an appointment.
			</Alarm>
		</Panel>,
	);
};

export async function respondToError(error: Error, c: AppContext): Promise<Response> {
	const problem = toProblem(c, error);
	if (problem.code === "rate_limit_exceeded") return await tooManyRequestsPage(c, problem);
	if (problem.code === "plan_limit_reached") return await planLimitPage(c);
	return await showErrorPage(error, c);
}
