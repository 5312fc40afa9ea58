import { Hono } from "hono";
import { newPassword } from "../../domain/access/people/account/new-password.ts";
import { accountOfReset, requestReset, resetPassword } from "../../domain/access/people/account/reset-password.ts";
import { execute } from "../../platform/commit/execute.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { longestWindowMs } from "../../platform/gate/counters/failures.ts";
import { subscriberOf } from "../../platform/gate/credentials/ip-allowlist.ts";
import { atGate } from "../../platform/gate/gate-client.ts";
import { sharedCounters } from "../../platform/gate/gates.ts";
import { hashPassword } from "../../platform/gate/password-hashes.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf } from "../../platform/http/request/app-env.ts";
import { log } from "../../platform/log.ts";
import { readPageForm, showErrorPage } from "../ui/form.tsx";
import { limitPageRequests } from "../ui/limit-page-requests.ts";
import { errorPage, page } from "../ui/respond.tsx";
import { ForgotPassword, LinkSent, ResetPassword } from "./reset-pages.tsx";

/** The pages for a forgotten password. Mail scanners open links, so a GET changes nothing. */
export const passwordReset = new Hono<AppEnv>();

for (const path of ["/forgot_password", "/reset_password/*"]) passwordReset.use(path, limitPageRequests);

passwordReset.get("/forgot_password", (c) => page(c, <ForgotPassword />));

passwordReset.post("/forgot_password", async (c) => {
	const email = (await readPageForm(c)).email?.trim();
	if (!email) return await page(c, <ForgotPassword fault="Enter your email." />, { status: 422 });
	const waitSeconds = await countRequest(c);
	if (waitSeconds > 0) {
		c.header("Retry-After", String(waitSeconds));
		return await page(c, <ForgotPassword fault="Too many requests for links. Try again later." />, { status: 429 });
	}
	// The work follows the answer, so neither the words nor the time of the answer show if the account exists.
	const caller = callerOf(c, nobody);
	const work = execute(c.get("writer"), caller, (caller) => requestReset(caller, email));
	const report = (error: unknown) => log.error("fault", { request_id: caller.requestId, message: safeMessage(error) });
	c.executionCtx.waitUntil(work.catch(report));
	return await page(c, <LinkSent />);
});

const link = "/reset_password/:token";

passwordReset.get(link, async (c) => {
	const account = await accountOfReset(callerOf(c, nobody), c.req.param("token"));
	return account ? await page(c, <ResetPassword email={account.email} path={c.req.path} />) : await invalidLink(c);
});

passwordReset.post(link, async (c) => {
	const { password = "" } = await readPageForm(c);
	const token = c.req.param("token");
	const account = await accountOfReset(callerOf(c, nobody), token);
	if (!account) return await invalidLink(c);
	const chosen = newPassword.safeParse(password);
	if (!chosen.success) {
		const fault = `The password ${chosen.error.issues[0]?.message}.`;
		return await page(c, <ResetPassword email={account.email} path={c.req.path} fault={fault} />, { status: 422 });
	}
	const hash = await hashPassword(c.get("address"), chosen.data);
	const caller = callerOf(c, { type: "user", id: account.id });
	await execute(c.get("writer"), caller, (caller) => resetPassword(caller, token, hash));
	return c.redirect("/sign_in", 303);
});

passwordReset.onError((error, c: AppContext) => showErrorPage(error, c));

const nobody = { type: "system", id: null } as const;

const addressLimit = { failures: 20, windowMs: longestWindowMs };

/** Returns the seconds to wait: 0, unless the network address has asked for too many links. */
async function countRequest(c: AppContext): Promise<number> {
	const address = subscriberOf(c.get("address"));
	const counters = sharedCounters(c.env, "addresses", address);
	const name = `forgot-password:${address}`;
	return await atGate(gateRequestOf(c), async () => {
		const { at, retryAfterSeconds } = await counters.beginAttempt(name, addressLimit);
		if (retryAfterSeconds === 0) await counters.endAttempt(name, at, true);
		return retryAfterSeconds;
	});
}

const invalidLink = (c: AppContext) =>
	errorPage(c, 410, "This link does not work", "It was already used, or it is older than one hour.", {
		href: "/forgot_password",
		text: "Ask for a new link",
	});
