import agents from "../../../../docs/guides/agents.md";
import authentication from "../../../../docs/guides/authentication.md";
import automation from "../../../../docs/guides/automation.md";
import booking from "../../../../docs/guides/booking.md";
import bookingSite from "../../../../docs/guides/build-a-booking-site.md";
import calendarBot from "../../../../docs/guides/calendar-bot.md";
import commandLine from "../../../../docs/guides/command-line.md";
import designs from "../../../../docs/guides/designs.md";
import feed from "../../../../docs/guides/feed.md";
import goingLive from "../../../../docs/guides/going-live.md";
import handlingErrors from "../../../../docs/guides/handling-errors.md";
import idempotency from "../../../../docs/guides/idempotency-and-retries.md";
import crm from "../../../../docs/guides/keep-a-crm-in-sync.md";
import movingIn from "../../../../docs/guides/moving-in.md";
import oauth from "../../../../docs/guides/oauth.md";
import overview from "../../../../docs/guides/overview.md";
import pagination from "../../../../docs/guides/pagination-and-sync.md";
import pictures from "../../../../docs/guides/pictures.md";
import quickStart from "../../../../docs/guides/quick-start.md";
import rateLimits from "../../../../docs/guides/rate-limits.md";
import scopes from "../../../../docs/guides/scopes-and-plans.md";
import testing from "../../../../docs/guides/testing.md";
import webhookKeys from "../../../../docs/guides/webhook-keys.md";
import webhooks from "../../../../docs/guides/webhooks.md";
import { withOwnAddress } from "../guide/own-address.ts";
import type { DocPage } from "./doc-page.ts";

/** The files that guides show (```` ```js file=receiver.mjs ````), by their names. */
export const guideFiles = (): ReadonlyMap<string, string> =>
	new Map(guides.flatMap(({ markdown }) => filesIn(markdown)));

/** Each second part between fences is in a fence. */
const filesIn = (markdown: string): [name: string, text: string][] =>
	markdown.split(/^```/m).flatMap((part, n): [string, string][] => {
		const [head, name] = /^\w+ file=(\S+)\n/.exec(part) ?? [];
		return n % 2 === 0 || head === undefined || name === undefined ? [] : [[name, part.slice(head.length)]];
	});

/** The title is the first heading, and the first paragraph says what the guide is about. */
function guide(name: string, markdown: string): DocPage {
	const [, title = name, description = ""] = /^# (.+)\n\n([^\n]+)/.exec(markdown) ?? [];
	const path = name === "" ? "/docs" : `/docs/${name}`;
	return {
		path,
		title,
		description: description.replaceAll("`", ""),
		section: "Guides",
		markdown: withOwnAddress(markdown),
	};
}

export const guides: readonly DocPage[] = [
	guide("", overview),
	guide("quick-start", quickStart),
	guide("authentication", authentication),
	guide("scopes-and-plans", scopes),
	guide("pagination-and-sync", pagination),
	guide("idempotency-and-retries", idempotency),
	guide("handling-errors", handlingErrors),
	guide("rate-limits", rateLimits),
	guide("webhooks", webhooks),
	guide("webhook-keys", webhookKeys),
	guide("pictures", pictures),
	guide("feed", feed),
	guide("command-line", commandLine),
	guide("oauth", oauth),
	guide("booking", booking),
	guide("automation", automation),
	guide("agents", agents),
	guide("build-a-booking-site", bookingSite),
	guide("keep-a-crm-in-sync", crm),
	guide("calendar-bot", calendarBot),
	guide("moving-in", movingIn),
	guide("testing", testing),
	guide("going-live", goingLive),
	guide("designs", designs),
];
