import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { type Answer, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import {
	approve,
	type Connection,
	disconnect,
	exchange,
	me,
	newApp,
	newConnection,
	newTokens,
	patchApp,
	refresh,
	revoke,
	type Tokens,
} from "../support/oauth.ts";
import { takesEffectAtOnce } from "../support/takes-effect-at-once.ts";
import { changePlan, newKey, operate } from "../support/world.ts";

afterEach(() => vi.restoreAllMocks());

/** The returned function restores what this isolate remembers of the credential. */
function remember(value: string): () => void {
	const hash = hashOfSecret(value);
	const entry = credentialCache.get(hash);
	expect(entry?.record).toBeTruthy();
	return () => {
		if (entry) credentialCache.set(hash, entry);
	};
}

const withCode =
	(code: string) =>
	({ status, body }: Answer): boolean =>
		// Many requests may empty the bucket of the grant. A 429 is no admission either.
		body.code === code || status === 429;

describe("holds from the very next request on, also where the token is remembered and requests race it", () => {
	let own: Connection;
	let given: Tokens;
	const fresh = async () => {
		own = await newConnection({ plan: "empire" });
		given = await newTokens(own);
	};

	it("the revocation of a token", async () => {
		await fresh();
		await takesEffectAtOnce(given.access_token, withCode("revoked_access_token"), () =>
			revoke(own.app, given.access_token),
		);
	});

	it("the revocation of a grant by its app", async () => {
		await fresh();
		await takesEffectAtOnce(given.access_token, withCode("revoked_grant"), () => revoke(own.app, given.refresh_token));
	});

	it("the revocation of a grant by the studio", async () => {
		await fresh();
		const { grant_id } = (await me(200, given.access_token)).body.oauth;
		await takesEffectAtOnce(given.access_token, withCode("revoked_grant"), () => disconnect(own, grant_id));
	});

	it("the replay of a refresh token", async () => {
		await fresh();
		await refresh(own.app, given.refresh_token);
		await takesEffectAtOnce(given.access_token, withCode("revoked_grant"), () => refresh(own.app, given.refresh_token));
	});

	it("the suspension of an app, in every tenant that is connected to it, and its end", async () => {
		const app = await newApp();
		const connections = await Promise.all(
			Array.from({ length: 6 }, async () => {
				const connection = await newConnection({ plan: "empire", app });
				return (await newTokens(connection)).access_token;
			}),
		);
		for (const access_token of connections) await me(200, access_token);
		const hashes = connections.map(hashOfSecret);
		const remembered = hashes.map((hash) => credentialCache.get(hash));
		const [first = ""] = connections;
		await takesEffectAtOnce(first, withCode("app_suspended"), () => patchApp(app, { status: "SUSPENDED" }));
		remembered.forEach((entry, i) => {
			if (entry) credentialCache.set(hashes[i] ?? "", entry);
		});
		for (const access_token of connections) expect((await me(403, access_token)).body.code).toBe("app_suspended");
		await patchApp(app, { status: "ACTIVE" });
		await Promise.all(connections.map((access_token) => me(200, access_token)));
	});

	it("the narrowing of an app's scopes", async () => {
		await fresh();
		await takesEffectAtOnce(
			given.access_token,
			withCode("insufficient_scope"),
			() => patchApp(own.app, { scopes: ["read:appointments"] }),
			{ path: "/v1/clients" },
		);
	});

	it("the fall of a tenant to Light", async () => {
		await fresh();
		await takesEffectAtOnce(given.access_token, withCode("feature_not_available"), () =>
			changePlan(own.tenantId, "light"),
		);
	});

	it("a revocation whose request crashed after the commit, before the gate was told of its end", async () => {
		await fresh();
		await me(200, given.access_token);
		const remembered = credentialCache.get(hashOfSecret(given.access_token));
		const crash = vi.spyOn(Gate.prototype, "endChange").mockImplementationOnce(() => {
			throw new Error("crash");
		});
		try {
			await revoke(own.app, given.refresh_token);
			expect(crash).toHaveBeenCalledOnce();
		} finally {
			crash.mockRestore();
		}
		for (const seconds of [0, 10, 96]) {
			advance(seconds);
			if (remembered) credentialCache.set(hashOfSecret(given.access_token), remembered);
			expect((await me(401, given.access_token)).body.code).toBe("revoked_grant");
		}
	});
});

describe("an isolate that remembers a token", () => {
	let own: Connection;
	let given: Tokens;
	const fresh = async () => {
		own = await newConnection({ plan: "empire" });
		given = await newTokens(own);
	};
	const refusedAs =
		(code: string) =>
		({ status, body }: Answer): boolean =>
			body.code === code || status === 429;

	it("lets it through again from the next request after a suspension is lifted", async () => {
		await fresh();
		await patchApp(own.app, { status: "SUSPENDED" });
		await me(403, given.access_token);
		const asSuspended = remember(given.access_token);
		await patchApp(own.app, { status: "ACTIVE" });
		asSuspended();
		await me(200, given.access_token);
	});

	it("lets it through again from the next request after its studio returns from Light", async () => {
		await fresh();
		await changePlan(own.tenantId, "light");
		await me(403, given.access_token);
		const onLight = remember(given.access_token);
		await changePlan(own.tenantId, "solo");
		onLight();
		expect((await me(200, given.access_token)).body.plan_slug).toBe("solo");
	});

	it("lets it do more from the next request after its app may again", async () => {
		await fresh();
		await patchApp(own.app, { scopes: ["read:appointments"] });
		expect((await send("/v1/clients", { key: given.access_token })).status).toBe(403);
		const narrowed = remember(given.access_token);
		await patchApp(own.app, { scopes: ["read:clients"] });
		narrowed();
		await call(200, "/v1/clients", { key: given.access_token });
	});

	it("tells the app's new name from the next request", async () => {
		await fresh();
		await me(200, given.access_token);
		const asNamed = remember(given.access_token);
		await patchApp(own.app, { name: "Renamed" });
		asNamed();
		expect((await me(200, given.access_token)).body.oauth.app_name).toBe("Renamed");
	});

	it("refuses it after its code was redeemed again, while 50 requests race that", async () => {
		own = await newConnection({ plan: "empire" });
		const approval = await approve(own);
		const { access_token } = (await exchange(own.app, approval)).body;
		await takesEffectAtOnce(access_token, refusedAs("revoked_grant"), () => exchange(own.app, approval));
	});

	it("refuses every access token of a grant that ended, not the newest alone", async () => {
		await fresh();
		const second = (await refresh(own.app, given.refresh_token)).body as Tokens;
		for (const { access_token } of [given, second]) await me(200, access_token);
		const both = [remember(given.access_token), remember(second.access_token)];
		await revoke(own.app, second.refresh_token);
		for (const again of both) again();
		for (const { access_token } of [given, second])
			expect((await me(401, access_token)).body.code).toBe("revoked_grant");
	});

	it("lets it through where a change was announced that then crashed before its commit, at once and later", async () => {
		await fresh();
		await me(200, given.access_token);
		const again = remember(given.access_token);
		await env.GATE.getByName(own.tenantId).beginChange("crashed");
		for (const seconds of [0, 10, 96]) {
			advance(seconds);
			again();
			await me(200, given.access_token);
		}
	});
});

describe("a studio's own key", () => {
	it("goes on when the studio's connections end, and they go on when it is revoked", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const { id, key } = await newKey(own.tenantId);
		await operate(200, `/admin/api_keys/${id}`, { method: "PATCH", body: { status: "REVOKED" } });
		await me(200, given.access_token);
		const other = await newKey(own.tenantId);
		await revoke(own.app, given.refresh_token);
		await call(200, "/v1/me", { key: other.key });
		await call(401, "/v1/me", { key });
	});
});
