import { describe, expect, it } from "vitest";
import { requestedScopes } from "../../src/api/oauth/tokens/requested-scopes.ts";
import { redirectUriFault } from "../../src/domain/access/oauth-apps/redirect-uri.ts";
import { checkAnswers } from "../../src/domain/clients/form-submissions/answers.ts";
import { queryWords } from "../../src/domain/clients/search-words.ts";
import { retryAfterTime } from "../../src/domain/events/attempts/retry-schedule.ts";
import { readHeaders } from "../../src/domain/events/signature-check/pasted-headers.ts";
import { verify } from "../../src/domain/events/signature-check/verify.ts";
import { wordsIn } from "../../src/domain/languages/words.ts";
import type { BookingDetails } from "../../src/domain/mail/booking/booking-details.ts";
import { bookingMailText } from "../../src/domain/mail/booking/booking-text.ts";
import { organizerOf } from "../../src/domain/mail/calendar.ts";
import { busyTimes } from "../../src/domain/studio/calendars/ics/busy-times.ts";
import { parseAuthorization } from "../../src/platform/gate/credentials/authenticate.ts";
import { isAllowed, networkOf, parseRange } from "../../src/platform/gate/credentials/ip-allowlist.ts";
import { listQuery, pageRequestOf } from "../../src/platform/http/endpoint/page.ts";
import * as fields from "../../src/platform/http/fields/fields.ts";
import { metadata } from "../../src/platform/http/fields/metadata.ts";
import { targetUrl, webUrl } from "../../src/platform/http/fields/web-url.ts";
import { idempotencyKeyOf } from "../../src/platform/http/request/headers/idempotency-key.ts";
import { entityTagsIn } from "../../src/platform/http/versions/entity-tags.ts";
import { versionOfTag } from "../../src/platform/http/versions/version.ts";
import { withoutSecrets } from "../../src/platform/lib/secrets/secret-value.ts";
import { browserOf } from "../../src/platform/lib/text/browser.ts";
import { csvCell } from "../../src/platform/lib/text/csv.ts";
import { oneLine } from "../../src/platform/lib/text/email.ts";
import { slug, slugOf } from "../../src/platform/lib/text/slug.ts";
import { unsafeReason } from "../../src/platform/lib/url/safe-url.ts";
import { withoutTrailingSlashes } from "../../src/platform/lib/url/slashes.ts";
import { instantField, parseBooking } from "../../src/web/booking-page/details/parse-booking.ts";
import { workingHoursOf } from "../../src/web/dashboard/artists/hours.ts";
import { bodyIn } from "../../src/web/dashboard/event-types/values.ts";
import { faultSentence } from "../../src/web/dashboard/forms/fault-words.ts";
import { instantIn, linesOf, numberOrNull } from "../../src/web/dashboard/forms/form-values.ts";
import { moneyOf } from "../../src/web/dashboard/forms/money.ts";
import { settingsOf } from "../../src/web/dashboard/webhooks/settings.ts";
import { continuation } from "../../src/web/sign-in/continuation.ts";
import { everyPair } from "../support/pairs.ts";

const length = 64 * 1024;
const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** A comparison of each word with every other one needs many seconds for one of these. */
const differentWords = [" ", ",", "&", ";", "\n"].map((separator) =>
	Array.from({ length }, (_, n) => `${n.toString(36)}w`)
		.join(separator)
		.slice(0, length),
);

/** Texts that a quadratic expression would need many seconds for. */
const worst = [
	..."a .@:-1,;=/[]{}\"'\\%+?&#<(\n\t。é",
	...'a. a@ a: www a|b 1. |a a.B a- ab.c_d. a, a=b; "a", W/"a", a;q=0.1, /a [a] 1: 10-11, a|and| a: :: t=1, v1=a, v1,a|'
		.split(" ")
		.map((text) => text.replaceAll("|", " ")),
	"今日は晴れ。明日は雨。",
	`${"a".repeat(63)}.`,
].map(repeated);
worst.push(...differentWords);

/** Beginnings after which a parser goes on. */
const beginnings = {
	nothing: "",
	"a header": "a:b",
	"a quote": '"',
	"a scheme": "https://",
	"a time": "2026-01-01T00:00:00.",
};

function expectSoon(work: (text: string) => unknown, texts: readonly string[]): void {
	for (const text of texts) {
		const began = performance.now();
		try {
			work(text);
		} catch {
			// A refusal is an answer, too.
		}
		expect(performance.now() - began, text.slice(0, 16)).toBeLessThan(1500);
	}
}

const secrets = [{ secret: `whsec_${"a".repeat(44)}`, whose: "present" as const }];
const request = { body: "{}", candidates: secrets, sent: "[]", now: 0 };
const window = { start: 0, end: Date.UTC(2030) };
/** A calendar with one event, in whose lines the text stands. */
const calendar = (text: string, line: (value: string) => string) =>
	`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T000000Z\r\n${line(text.replaceAll("\n", ""))}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
const readCalendar = (text: string) => [...busyTimes(text, window, "Europe/Berlin")];
const options = Array.from({ length: 100 }, (_, n) => `Option ${n}`);
const choices = { key: "a", label: "A", type: "multi_select" as const, required: true, options };

const places: Record<string, (text: string) => unknown> = {
	"a pasted header": (text) => verify({ ...request, headers: readHeaders(text) }),
	"a pasted body": (body) => verify({ ...request, body, headers: readHeaders(`t=1,v1=${"a".repeat(64)}`) }),
	"an Idempotency-Key": idempotencyKeyOf,
	Authorization: parseAuthorization,
	"If-Match": (text) => entityTagsIn("If-Match", text),
	"an entity tag": versionOfTag,
	"Retry-After": (text) => retryAfterTime(text, 0),
	"a User-Agent": browserOf,
	"an address": networkOf,
	"an allowlist": (text) => [parseRange(text), isAllowed([text, "10.0.0.0/8"], text)],
	"a cursor": (cursor) => pageRequestOf({ limit: 1, cursor }, { operationId: "a", filters: {} } as never),
	"the parameters of a list": (text) => listQuery.safeParse({ limit: text, cursor: text }),
	"a search": queryWords,
	"a redirect URI": (text) => redirectUriFault(text, { development: true }),
	scopes: requestedScopes,
	"a URL": (text) => [webUrl.safeParse(text), targetUrl.safeParse(text), unsafeReason(text, { development: false })],
	"the address of the service": withoutTrailingSlashes,
	"a time zone": (text) => fields.timezone.safeParse(text),
	"an email": (text) => fields.email.safeParse(text),
	"an instant": (text) => [fields.instant.safeParse(text), fields.time.safeParse(text)],
	"an id": (text) => fields.id("client").safeParse(text),
	metadata: (text) => metadata.safeParse({ [text]: text }),
	"a slug": (text) => [slug.safeParse(text), slugOf(text, "x")],
	"a text in the log": withoutSecrets,
	"a cell of CSV": csvCell,
	"the name in a mail": (text) => [oneLine(text), organizerOf({ name: text }, text)],
	"the page after the sign-in": continuation,
	"a calendar": readCalendar,
	"a time zone of a calendar": (text) => readCalendar(calendar(text, (id) => `DTEND;TZID=/${id}:20260102T000000`)),
	"a rule of a calendar": (text) => readCalendar(calendar(text, (rule) => `RRULE:${rule}\r\nDURATION:${rule}`)),
	"working hours": (text) => workingHoursOf({ hours_1: [text] }),
	"the settings of an endpoint": (text) =>
		settingsOf({ metadata_name_0: [text], metadata_value_0: [text], client_id: [text] }),
	"an event type": (text) => bodyIn({ reminder_hours: [text], name: [text] }),
	"a fault": (text) => faultSentence("name", text),
	"a booking": (text) => {
		const details = { min_age: 18, allowed_placements: ["Arm"] };
		const chosen = { type: { row: { details }, details } as never, start: 0, timezone: "UTC" };
		const values = { name: [text], email: [text], start_at: [text], date_of_birth: [text], placement: [text] };
		return parseBooking(values, [], chosen, wordsIn("en"));
	},
	"a field of a form": (text) => {
		const values = { a: [text] };
		return [
			linesOf(values, "a"),
			numberOrNull(values, "a"),
			moneyOf(values, "a", "EUR"),
			instantIn(text, "Europe/Berlin"),
			instantField(values, "a"),
		];
	},
};

describe("64 KB of the worst take a time that grows with their length alone", () => {
	const pairs = everyPair(Object.entries(places), Object.entries(beginnings));
	it.each(pairs.map(([[place, work], [after, beginning]]) => [place, after, work, beginning] as const))(
		"as %s after %s",
		(_place, _after, work, beginning) =>
			expectSoon(
				work,
				worst.map((text) => `${beginning}${text}\u0000x`),
			),
	);

	it("as the answers to a field with a hundred options", () => {
		const answer = Array.from({ length: 60_000 }, () => options.at(-1));
		expectSoon(() => checkAnswers([choices], { a: answer }), [""]);
	});
});

it("a booking's mail with three texts of 10 000 letters takes milliseconds, whatever the letters are", () => {
	for (const text of worst.flatMap((text) => [text, `x${text}x`, `${text}!`]).map((text) => text.slice(0, 10_000))) {
		const found = {
			appointment: { startAt: 0, endAt: 1, timezone: "UTC", location: text, title: "" },
			client: { firstName: "Ana" },
			artist: { name: "Mia" },
			studio: { name: "Ink" },
			at: "Ink",
			title: "Sleeve",
			confirmation: text,
			instructions: text,
			policy: text,
			rules: [],
			payment: { instructions: text, url: "https://pay.example" },
			words: wordsIn("en"),
		} as unknown as BookingDetails;
		const isSoon = () => {
			const began = performance.now();
			bookingMailText("booking_confirmed", found, { link: undefined, now: 0 });
			return performance.now() - began < 100;
		};
		// Another process may take the processor in the middle of one.
		expect([1, 2, 3, 4, 5].some(isSoon), text.slice(0, 8)).toBe(true);
	}
});

describe("an Idempotency-Key", () => {
	it.each([
		["  abc  ", "abc"],
		['"abc"', "abc"],
		[' " abc " ', "abc"],
		["a b", "a b"],
		[`${" ".repeat(60_000)}abc${" ".repeat(60_000)}`, "abc"],
		["a".repeat(255), "a".repeat(255)],
		[`"${"a".repeat(255)}"`, "a".repeat(255)],
	])("is trimmed around and inside its quotes: %j", (header, key) => {
		expect(idempotencyKeyOf(header)).toEqual({ key });
	});

	it.each(["", " ", '""', "a".repeat(256), "ä", `"${"a".repeat(256)}"`])("is refused: %j", (header) => {
		expect(idempotencyKeyOf(header).fault).toBeDefined();
	});
});
