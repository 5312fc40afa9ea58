import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { mintToken } from "../../src/platform/lib/secrets/secret-value.ts";
import { anyCharacter } from "../support/any-character.ts";
import { type Answer, send } from "../support/api.ts";
import {
	type App,
	approve,
	basic,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	redirectUri,
	refresh,
	type Tokens,
} from "../support/oauth.ts";

let app: App;
let inspector: App;
let bystander: { app: App; tokens: Tokens };
/** Values that a thief might have: good ones, used ones, revoked ones and those of another app. */
let held: string[];
beforeAll(async () => {
	const own = await newConnection();
	app = own.app;
	inspector = await newApp({ first_party: true });
	const other = await newConnection();
	bystander = { app: other.app, tokens: await newTokens(other) };
	const used = await approve(own);
	const { body } = await exchange(app, used);
	const { code } = await approve(own);
	held = [
		used.code,
		used.verifier,
		code,
		body.refresh_token,
		body.access_token,
		bystander.tokens.access_token,
		bystander.tokens.refresh_token,
		app.clientId,
		inspector.clientId,
		redirectUri,
		...["svcac_", "svcort_", "svcoat_", "svcoa_", "svcosk_"].map((prefix) => mintToken(prefix)),
	];
});

const expectForm = (answer: Answer, path: string): void => {
	const { status, body, headers, text } = answer;
	const told = `${path} ${status} ${text}`;
	expect([400, 401, 413], told).toContain(status);
	expect(headers.get("Content-Type"), told).toBe("application/json");
	expect(headers.get("Cache-Control"), told).toBe("no-store");
	expect(Object.keys(body).sort(), told).toEqual(["error", "error_description", "request_id"]);
	expect(codes, told).toContain(body.error);
	expect(body.error === "invalid_client", told).toBe(status === 401);
	expect(body.error_description, told).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
	expect(body.request_id, told).toBe(headers.get("X-Request-ID"));
	expect(headers.get("WWW-Authenticate") !== null, told).toBe(status === 401);
};
const codes = [
	"invalid_request",
	"invalid_client",
	"invalid_grant",
	"unauthorized_client",
	"unsupported_grant_type",
	"invalid_scope",
];

const names = fc.constantFrom(
	"grant_type",
	"code",
	"redirect_uri",
	"code_verifier",
	"refresh_token",
	"client_id",
	"client_secret",
	"scope",
	"token",
	"token_type_hint",
	"__proto__",
	"constructor",
	"",
);
const value = fc.oneof(
	{ weight: 3, arbitrary: fc.nat(14).map((n) => held[n] ?? "") },
	{ weight: 2, arbitrary: fc.constantFrom("authorization_code", "refresh_token", "read:clients", "") },
	fc.constantFrom("__proto__", "toString", "\0", "a".repeat(10_000), "read:clients  x", '"\\', "ä\u{1f600}", "\ud800"),
	fc.string({ unit: anyCharacter, maxLength: 40 }),
);
const anyForm = fc.array(fc.tuple(names, value), { maxLength: 8 });
/** A form with the right fields, some of which have wrong values. */
const almostRight = fc
	.tuple(
		fc.constantFrom(
			["grant_type", "code", "redirect_uri", "code_verifier"],
			["grant_type", "refresh_token", "scope"],
			["token", "token_type_hint"],
		),
		fc.constantFrom("authorization_code", "refresh_token"),
		fc.array(value, { minLength: 4, maxLength: 4 }),
		fc.array(fc.tuple(names, value), { maxLength: 1 }),
	)
	.map(([fields, grantType, values, more]): [string, string][] => [
		...fields.map((name, n): [string, string] => {
			const right: Record<string, string> = { grant_type: grantType, redirect_uri: redirectUri };
			return [name, right[name] ?? values[n] ?? ""];
		}),
		...more,
	]);
const encodedForm = fc.oneof(anyForm, almostRight).map((pairs) => new URLSearchParams(pairs).toString());
/** A form, pieces of a form, or any bytes. */
const body = fc.oneof(
	{ weight: 4, arbitrary: encodedForm.map((text): Uint8Array => new TextEncoder().encode(text)) },
	fc
		.tuple(encodedForm, fc.string({ maxLength: 10 }))
		.map(([text, noise]): Uint8Array => new TextEncoder().encode(`${text}&${noise}&%&=&%zz=%ff&token`)),
	fc.uint8Array({ maxLength: 200 }),
);
const type = fc.oneof(
	{ weight: 5, arbitrary: fc.constant("application/x-www-form-urlencoded") },
	fc.constantFrom(
		"APPLICATION/X-WWW-FORM-URLENCODED;charset=latin1",
		"application/x-www-form-urlencoded, application/json",
		"application/json",
		"multipart/form-data; boundary=x",
		"text/plain",
		";",
		"",
	),
);
const authorization = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom("app", "inspector") },
	{ weight: 2, arbitrary: fc.constant(undefined) },
	fc.constantFrom("Basic", "Basic =", "Basic Og==", "Basic %%%", "Bearer x", "Basic OjoK, Basic OjoK", "Digest x"),
	fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => `Basic ${Buffer.from(text).toString("base64")}`),
	fc.uint8Array({ maxLength: 30 }).map((bytes) => `basic ${Buffer.from(bytes).toString("base64")}`),
);

const request = fc.record({ body, type, authorization });
interface Sent {
	body: Uint8Array;
	type: string;
	authorization: string | undefined;
}
const sent = (path: string, { body, type, authorization }: Sent): Promise<Answer> => {
	const known = { app, inspector }[authorization ?? ""];
	const headers: Record<string, string> = known
		? basic(known)
		: authorization === undefined
			? {}
			: { Authorization: authorization };
	return send(path, {
		method: "POST",
		raw: body as never,
		headers: { ...(type ? { "Content-Type": type } : {}), ...headers },
	});
};

describe("no request, however malformed,", () => {
	it("to the token endpoint fails it, and every refusal has the form that RFC 6749 gives it", async () => {
		await fc.assert(
			fc.asyncProperty(request, async (given) => {
				const answer = await sent("/oauth/token", given);
				if (answer.status === 200) {
					// By chance the values were good.
					expect(answer.body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
					held.push(answer.body.refresh_token);
				} else expectForm(answer, "/oauth/token");
			}),
			{ numRuns: 500 },
		);
	});

	it("to revocation gets anything but an empty 200", async () => {
		await fc.assert(
			fc.asyncProperty(request, async (given) => {
				const { status, text, headers } = await sent("/oauth/revoke", given);
				expect([status, text, headers.get("Content-Type")]).toEqual([200, "", null]);
			}),
			{ numRuns: 300 },
		);
	});

	it("to introspection fails it; what is answered is a refusal in OAuth's form, or active or not", async () => {
		await fc.assert(
			fc.asyncProperty(request, async (given) => {
				const answer = await sent("/oauth/introspect", given);
				if (answer.status !== 200) {
					expectForm(answer, "/oauth/introspect");
					return;
				}
				expect(given.authorization).toBe("inspector");
				if (answer.body.active) expect(Object.keys(answer.body)).toHaveLength(7);
				else expect(answer.body).toEqual({ active: false });
			}),
			{ numRuns: 300 },
		);
	});

	it("has touched the tokens of an app that took no part in it", async () => {
		await me(200, bystander.tokens.access_token);
		expect((await refresh(bystander.app, bystander.tokens.refresh_token)).status).toBe(200);
	});
});

describe("a body that is too large", () => {
	it.each(["/oauth/token", "/oauth/introspect"])("is refused by %s in OAuth's form", async (path) => {
		const headers = { ...basic(inspector), "Content-Type": "application/x-www-form-urlencoded" };
		const raw = `token=${"x".repeat(1024 * 1024)}`;
		const answer = await send(path, { method: "POST", raw, headers });
		expect([answer.status, answer.body.error]).toEqual([413, "invalid_request"]);
		expectForm(answer, path);
	});
});

describe("another method", () => {
	it.each(["/oauth/token", "/oauth/revoke", "/oauth/introspect"])("of %s is not there", async (path) => {
		for (const method of ["GET", "PUT", "PATCH", "DELETE"])
			expect((await send(path, { method, headers: basic(app) })).status).toBe(404);
	});
});
