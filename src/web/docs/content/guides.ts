import agents from "../../../../docs/guides/agents.md";
import authentication from "../../../../docs/guides/authentication.md";
import automation from "../../../../docs/guides/automation.md";
import booking from "../../../../docs/guides/booking.md";
import bookingSite from "../../../../docs/guides/build-a-booking-site.md";
import calendarBot from "../../../../docs/guides/calendar-bot.md";
import commandLine from "../../../../docs/guides/command-line.md";
import dataProtection from "../../../../docs/guides/data-protection.md";
import designs from "../../../../docs/guides/designs.md";
import feed from "../../../../docs/guides/feed.md";
import goingLive from "../../../../docs/guides/going-live.md";
import handlingErrors from "../../../../docs/guides/handling-errors.md";
import idempotency from "../../../../docs/guides/idempotency-and-retries.md";
import crm from "../../../../docs/guides/keep-a-crm-in-sync.md";
import movingIn from "../../../../docs/guides/moving-in.md";
import movingOut from "../../../../docs/guides/moving-out.md";
import oauth from "../../../../docs/guides/oauth.md";
import operator from "../../../../docs/guides/operator.md";
import overview from "../../../../docs/guides/overview.md";
import pagination from "../../../../docs/guides/pagination-and-sync.md";
import pictures from "../../../../docs/guides/pictures.md";
import quickStart from "../../../../docs/guides/quick-start.md";
import rateLimits from "../../../../docs/guides/rate-limits.md";
import scopes from "../../../../docs/guides/scopes-and-plans.md";
import testing from "../../../../docs/guides/testing.md";
import webhookKeys from "../../../../docs/guides/webhook-keys.md";
import webhooks from "../../../../docs/guides/webhooks.md";
import { withEffects } from "../guide/effects-of-event-types.ts";
import { withGuides } from "../guide/list-of-guides.ts";
import { withTransitions } from "../guide/transitions-of-deposits.ts";
import { withOrigin } from "../guide/with-origin.ts";
import type { DocPage, Guide } from "./doc-page.ts";

/** The files that guides show (```` ```js file=receiver.mjs ````), by their names. */
export const guideFiles = (): ReadonlyMap<string, string> =>
	new Map(guides.flatMap(({ markdown }) => filesIn(markdown)));

/** Each second part between fences is in a fence. */
const filesIn = (markdown: string): [name: string, text: string][] =>
	markdown.split(/^```/m).flatMap((part, n): [string, string][] => {
		const [head, name] = /^\w+ file=(\S+)\n/.exec(part) ?? [];
		return n % 2 === 0 || head === undefined || name === undefined ? [] : [[name, part.slice(head.length)]];
	});

/** The lengths that guides name, in minutes. */
const lengths: Record<string, number> = {
	"five minutes": 5,
	"ten minutes": 10,
	"fifteen minutes": 15,
	"twenty minutes": 20,
	"half an hour": 30,
};
const inTheEnd = "> **In the end** ";

/** The sentence about where a guide leads to, and how many minutes it takes. */
function endOf(markdown: string): { outcome: string; minutes: number | undefined } {
	const line = markdown.split("\n").find((line) => line.startsWith(inTheEnd)) ?? "";
	const [outcome = "", time = ""] = line.slice(inTheEnd.length).split(/ (?:This|Reading) takes (?:about )?/);
	const [, minutes] = Object.entries(lengths).find(([words]) => time.startsWith(words)) ?? [];
	return { outcome: outcome.charAt(0).toUpperCase() + outcome.slice(1), minutes };
}

/** The title is the first heading, and the first paragraph says what the guide is about. */
function page(name: string, markdown: string, part?: string): DocPage {
	const [, title = name, description = ""] = /^# (.+)\n\n([^\n]+)/.exec(markdown) ?? [];
	return {
		path: name === "" ? "/docs" : `/docs/${name}`,
		title,
		description: description.replaceAll("`", ""),
		section: "Guides",
		part,
		markdown: withOrigin(markdown),
	};
}

const guidesOf = (part: string, texts: Record<string, string>): Guide[] =>
	Object.entries(texts).map(([name, markdown]) => {
		const { outcome, minutes } = endOf(markdown);
		if (!outcome || !minutes)
			throw new Error(`The guide ${name} does not say where it leads to and how long it takes.`);
		return { ...page(name, markdown, part), outcome, minutes };
	});

/** The guides besides the first page, in their order. */
const furtherGuides: readonly Guide[] = [
	...guidesOf("Get started", {
		"quick-start": quickStart,
		authentication,
		"scopes-and-plans": scopes,
		"command-line": commandLine,
	}),
	...guidesOf("Reads and changes", {
		"pagination-and-sync": pagination,
		"idempotency-and-retries": idempotency,
		"handling-errors": handlingErrors,
		"rate-limits": rateLimits,
		pictures,
	}),
	...guidesOf("Events", { webhooks, "webhook-keys": webhookKeys, feed }),
	...guidesOf("Apps and agents", { oauth, automation, agents }),
	...guidesOf("Build something", {
		booking: withTransitions(withEffects(booking)),
		"build-a-booking-site": bookingSite,
		"calendar-bot": calendarBot,
		"keep-a-crm-in-sync": crm,
		"moving-in": movingIn,
		"moving-out": movingOut,
		"data-protection": dataProtection,
	}),
	...guidesOf("Go live", { testing, "going-live": goingLive, designs, operator }),
];

export const guides: readonly DocPage[] = [page("", withGuides(overview, furtherGuides)), ...furtherGuides];
