import { describe, expect, test } from "vitest";
import { newSigningSecret } from "../../src/domain/events/attempts/request/secrets.ts";
import { signature, standardSignature } from "../../src/domain/events/attempts/request/sign.ts";
import { readHeaders } from "../../src/domain/events/signature-check/pasted-headers.ts";
import { type SecretCandidate, type Verdict, verify } from "../../src/domain/events/signature-check/verify.ts";

const now = 1_800_000_000_000;
const seconds = now / 1000;
const body = '{"id":"evt_1","data":{"b":"é","a":[1,2]}}';
const present = newSigningSecret();
const previous = newSigningSecret();
const other = newSigningSecret();
const gone = newSigningSecret();

const candidates: SecretCandidate[] = [
	{ secret: present, whose: "present" },
	{ secret: previous, whose: "previous", until: now + 1000 },
	{ secret: other, whose: "other", endpoint: { id: "whe_2", url: "https://other.example" } },
];

const check = (headers: string, given: { body?: string; sent?: string | null; candidates?: SecretCandidate[] } = {}) =>
	verify({ headers: readHeaders(headers), body, candidates, sent: null, now, ...given });

const service = (secret: string, t = seconds, of = body) => `Service-Signature: ${signature(of, [secret], t)}`;
const standard = (secret: string, t = seconds, of = body) =>
	`webhook-id: evt_1\nwebhook-timestamp: ${t}\nwebhook-signature: ${standardSignature("evt_1", of, [secret], t)}`;

const told = ({ verifies, title, text }: Verdict) => ({ verifies, words: `${title} ${text.join(" ")}` });

const byKey = `v1a,${"A".repeat(86)}==`;

describe.each([
	["Service-Signature", service],
	["the headers of Standard Webhooks", standard],
	[
		"the headers of an asymmetric endpoint",
		(...given: Parameters<typeof standard>) => `${standard(...given)} ${byKey}`,
	],
])("by %s", (_, signed) => {
	test("the present secret verifies", () => {
		expect(check(signed(present))).toMatchObject({ verifies: true, title: "It verifies" });
	});

	test("an old time is told, with how old it is, and so is one in the future", () => {
		expect(told(check(signed(present, seconds - 2 * 3600)))).toMatchObject({
			verifies: true,
			words: expect.stringContaining("signed 2 hours ago"),
		});
		expect(told(check(signed(present, seconds - 300))).words).not.toContain("ago");
		expect(told(check(signed(present, seconds - 301))).words).toContain("5 minutes ago");
		expect(told(check(signed(present, seconds + 90_000))).words).toContain("1 day in the future");
	});

	test("the secret before verifies while it signs, and not afterwards", () => {
		expect(check(signed(previous))).toMatchObject({ verifies: true, title: "Signed with the replaced secret" });
		const ended = candidates.map((one) => (one.whose === "previous" ? { ...one, until: now } : one));
		expect(check(signed(previous), { candidates: ended })).toMatchObject({
			verifies: false,
			title: "Signed with a secret that has ended",
		});
	});

	test("another endpoint's secret does not verify, and the endpoint is named", () => {
		expect(check(signed(other))).toMatchObject({ verifies: false, other: { id: "whe_2" } });
		expect(told(check(signed(other))).words).toContain("https://other.example");
	});

	test("one signature of several that fits is enough", () => {
		const both = signed(present).replace(/(v1[=,])(\S+)$/, (whole, name: string) =>
			name === "v1=" ? `v1=${"0".repeat(64)},${whole}` : `v1,${"A".repeat(43)}= ${whole}`,
		);
		expect(check(both).verifies).toBe(true);
	});

	test("a body that was parsed and written again is told from one that says something else", () => {
		const rewritten = JSON.stringify({ data: { a: [1, 2], b: "é" }, id: "evt_1" }, null, 2);
		expect(check(signed(present), { body: rewritten, sent: body })).toMatchObject({
			verifies: false,
			title: "The body was written anew",
		});
		expect(check(signed(present), { body: '{"id":"evt_1","data":{}}', sent: body }).title).toBe("The body was changed");
		expect(check(signed(present), { body: "no JSON", sent: body }).title).toBe("The body was changed");
	});

	test("a line break at the end of what was pasted is told, and does not count", () => {
		const verdict = check(signed(present), { body: `${body}\r\n` });
		expect(told(verdict)).toMatchObject({ verifies: true, words: expect.stringContaining("ends with a line break") });
	});

	test("no secret of the studio fits", () => {
		expect(check(signed(gone))).toMatchObject({ verifies: false, title: "No secret fits" });
		expect(told(check(signed(gone), { sent: body })).words).toContain("The service knows this delivery");
	});

	test("nothing that is said has a secret or a signature in it", () => {
		const verdicts = [present, previous, other, gone].flatMap((secret) => [
			check(signed(secret)),
			check(signed(secret), { body: "{}", sent: body }),
			check(signed(secret, seconds - 9999)),
		]);
		const said = JSON.stringify(verdicts);
		for (const secret of [present, previous, other, gone]) expect(said).not.toContain(secret.slice(6));
		expect(said).not.toMatch(/[0-9a-f]{32}|[A-Za-z0-9+/]{40}/);
	});
});

describe("a header that cannot be checked", () => {
	test.each([
		["", "No header can be read"],
		["just words", "No header can be read"],
		["Service-Signature: v1=abc", "has no t="],
		["Service-Signature: t=soon,v1=abc", "no number of seconds"],
		["Service-Signature: t=1", "has no v1="],
		["Service-Signature: t=1,v1=abc", "64 hexadecimal digits after v1=, and this one has 3"],
		["Stripe-Signature: t=1,v1=abc", "header stripe-signature, which this service does not send"],
		["X-Hub-Signature-256: sha256=abc", "header x-hub-signature-256, which this service does not send"],
		["Service-Event-Id: evt_1", "header service-event-id holds no signature"],
		["webhook-signature: v1,abc", "Paste webhook-id and webhook-timestamp, too"],
		["webhook-id: evt_1\nwebhook-signature: v1,abc", "Paste webhook-timestamp, too"],
		["webhook-id: evt_1\nwebhook-timestamp: 1\nwebhook-signature: v1,abc", "44 characters of base64"],
	])("%j is explained", (headers, words) => {
		const verdict = told(check(headers));
		expect(verdict.verifies).toBe(false);
		expect(verdict.words).toContain(words);
	});
});

describe("headers are read", () => {
	const value = signature(body, [present], seconds);
	test.each([
		["a value alone", value],
		["a line", `Service-Signature: ${value}`],
		["in small letters", `service-signature: ${value}`],
		["among others", `Host: a.example\r\nContent-Type: application/json\r\nService-Signature: ${value}\r\n`],
		["as options of curl", `-H 'Content-Type: application/json' \\\n  -H 'Service-Signature: ${value}' \\`],
		["as JSON", JSON.stringify({ host: "a.example", "Service-Signature": value })],
		["as JSON with lists", JSON.stringify({ "service-signature": [value] })],
		["as the log of a program", `'host' => 'a.example',\n'service-signature' => '${value}',`],
	])("%s", (_, pasted) => {
		expect(check(pasted).verifies).toBe(true);
	});
});

test("signatures by the service's key alone do not tell whose secret signed", () => {
	const alone = `webhook-id: evt_1\nwebhook-timestamp: ${seconds}\nwebhook-signature: ${byKey}`;
	expect(told(check(alone))).toMatchObject({
		verifies: false,
		words: expect.stringContaining("Paste the whole value"),
	});
	expect(told(check(`webhook-id: evt_1\nwebhook-timestamp: ${seconds}\nwebhook-signature: v1a,AAAA`)).words).toContain(
		"Part of the value is missing",
	);
});
