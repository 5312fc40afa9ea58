import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import { noticeGates } from "../../../platform/commit/after/tell-gates.ts";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { tenantBeingDeleted } from "../../../platform/commit/transaction/open-studio.ts";
import { type DatabaseRefusal, isTaken } from "../../../platform/commit/transaction/refusals.ts";
import { insert, remove, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { pageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { walkedList } from "../../../platform/db/lists/walked-list.ts";
import { firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { oauthApps, oauthClientSecrets } from "../../../platform/db/tables/control/oauth.ts";
import { tenants } from "../../../platform/db/tables/control/tenants.ts";
import { together } from "../../../platform/db/together.ts";
import { hasAppRegistration } from "../../../platform/gate/plans.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { changesBetween, patched } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hashOfSecret, hintOfSecret } from "../../../platform/lib/secrets/secret-value.ts";
import { type FieldError, fieldProblem, fieldProblems, notFound, problem } from "../../../platform/problems/problem.ts";
import { type App, mintClientId, mintClientSecret } from "./apps.ts";
import { redirectUriFault } from "./redirect-uri.ts";
import { type appPatch, type NewApp, type OAuthApp, type Secret, toApp } from "./schema.ts";

interface AppAndSecret {
	app: OAuthApp;
	client_secret: string | null;
}

export async function listApps(
	{ control }: Caller,
	filters: UpdatedFilters & { tenant_id?: string | undefined },
	page: PageRequest,
): Promise<PartialPage<OAuthApp>> {
	const found = await pageWithLargeColumns({ db: control }, oauthApps, {
		large: ["homepageUrl", "logoUrl", "redirectUris"],
		...walkedList(oauthApps, {}, page, {
			updated: updatedRange(filters),
			indexed: [[oauthApps.tenantId, filters.tenant_id]],
			of: isNull(oauthApps.deletedAt),
		}),
		take: page.take,
	});
	const { rows } = found;
	const ids = JSON.stringify(rows.map(({ id }) => id));
	const secrets = await control
		.select()
		.from(oauthClientSecrets)
		.where(inArray(oauthClientSecrets.appId, sql`(SELECT value FROM json_each(${ids}))`))
		.orderBy(...newestFirst);
	return {
		...found,
		rows: rows.map((row) =>
			toApp(
				row,
				secrets.filter(({ appId }) => appId === row.id),
			),
		),
	};
}

export async function getApp(caller: Caller, id: string): Promise<OAuthApp> {
	const { row, secrets } = await findAppById(caller, id);
	return toApp(row, secrets);
}

export async function createApp(caller: Caller, given: NewApp): Promise<Change<AppAndSecret>> {
	const { control, now } = caller;
	const [owner] = await control.select().from(tenants).where(eq(tenants.id, given.tenant_id));
	if (!owner) throw fieldProblem("tenant_id", "is not a tenant");
	if (owner.deleteAt !== null) throw tenantBeingDeleted();
	if (!hasAppRegistration(owner.plan))
		throw problem("feature_not_available", "Registering an app needs the Studio plan or higher.");
	checkRedirectUris(caller, given.redirect_uris, given.native);
	if (given.native && given.type !== "public") throw fieldProblem("native", "goes with the type public alone");
	if (given.command_line && !given.native) throw fieldProblem("command_line", onlyNative);
	const row: App = {
		id: newId("oauth_app", now),
		tenantId: owner.id,
		clientId: mintClientId(),
		name: given.name,
		description: given.description,
		homepageUrl: given.homepage_url,
		logoUrl: given.logo_url,
		redirectUris: given.redirect_uris,
		scopes: given.scopes,
		type: given.type,
		firstParty: given.first_party,
		native: given.native,
		commandLine: given.command_line,
		status: "ACTIVE",
		documentTriedAt: null,
		documentReadAt: null,
		documentFault: null,
		deletedAt: null,
		...firstRevision(now),
	};
	const secret = row.type === "confidential" ? newSecret(row, now) : null;
	return {
		result: { app: toApp(row, secret ? [secret.row] : []), client_secret: secret?.value ?? null },
		tenantId: owner.id,
		inControlDatabase: true,
		writes: [insert(oauthApps).values(row), ...(secret ? [insert(oauthClientSecrets).values(secret.row)] : [])],
		audit: { action: "oauth_app.created", resourceId: row.id },
		onRefused: refusedApp,
	};
}

export async function updateApp(
	caller: Caller,
	id: string,
	patch: z.output<typeof appPatch>,
): Promise<Change<OAuthApp>> {
	const { row, secrets } = await findAppById(caller, id);
	refuseFieldsOfDocument(row, patch);
	if (patch.redirect_uris) checkRedirectUris(caller, patch.redirect_uris, row.native);
	if (patch.command_line && !row.native) throw fieldProblem("command_line", onlyNative);
	const next: App = {
		...row,
		name: patched(patch.name, row.name),
		description: patched(patch.description, row.description),
		homepageUrl: patched(patch.homepage_url, row.homepageUrl),
		logoUrl: patched(patch.logo_url, row.logoUrl),
		redirectUris: patched(patch.redirect_uris, row.redirectUris),
		scopes: patched(patch.scopes, row.scopes),
		firstParty: patched(patch.first_party, row.firstParty),
		commandLine: patched(patch.command_line, row.commandLine),
		status: patched(patch.status, row.status),
		...nextRevision(row, caller.now),
	};
	const [before, result] = [toApp(row, secrets), toApp(next, secrets)];
	const changes = changesBetween(before, result);
	// An earlier request may have failed before all gates were told.
	if (!changes) return { ...noChange(before), afterCommit: () => onceTold(caller, before) };
	const hasTokensChanged = changesTokens(row, next);
	return {
		result,
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [updateIfUnchanged(oauthApps, row, next), ...(hasTokensChanged ? noticeGates(next, caller.now) : [])],
		audit: { action: statusAction(row, next) ?? "oauth_app.updated", resourceId: id, changes },
		...(hasTokensChanged ? { afterCommit: () => onceTold(caller, result) } : {}),
		onRefused: refusedApp,
	};
}

/** The document would undo a change of these fields when it is read again. */
function refuseFieldsOfDocument({ documentReadAt }: App, patch: z.output<typeof appPatch>): void {
	const set = (["name", "logo_url", "redirect_uris"] as const).filter((name) => patch[name] !== undefined);
	if (documentReadAt === null || set.length === 0) return;
	const message = "comes from the metadata document of the app";
	throw fieldProblems(set.map((path): FieldError => ({ location: "body", path, message })));
}

/** The answer, once the change holds at the next request of every tenant (contract: Credentials 15). */
async function onceTold({ tellGatesOf }: Caller, result: OAuthApp): Promise<OAuthApp> {
	const left = await tellGatesOf(result.id);
	if (left === 0) return result;
	const detail = `The app is changed. ${left} studios have not been told yet, and may be served as before for at most 30 seconds. Repeat the request to learn that all of them are.`;
	throw problem("service_unavailable", detail).with({ "Retry-After": "1" });
}

const onlyNative = "is for a native app alone";

const refusedApp = (refusal: DatabaseRefusal) =>
	isTaken(refusal, "oauth_apps.command_line")
		? problem("conflict", "Another app is the one of the command line. Take it from that app first.")
		: undefined;

/** The present secret works until the next rotation. Any older secret ends now. */
export async function rotateAppSecret(caller: Caller, id: string): Promise<Change<AppAndSecret>> {
	const { row, secrets } = await findAppById(caller, id);
	if (row.type === "public") throw problem("conflict", "A public app has no secret.");
	const next: App = { ...row, ...nextRevision(row, caller.now) };
	const secret = newSecret(row, caller.now);
	const [latest, ...older] = secrets;
	return {
		result: { app: toApp(next, latest ? [secret.row, latest] : [secret.row]), client_secret: secret.value },
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [
			updateIfUnchanged(oauthApps, row, nextRevision(row, caller.now)),
			...older.map(endSecret),
			insert(oauthClientSecrets).values(secret.row),
		],
		audit: { action: "oauth_app.secret_rotated", resourceId: id },
	};
}

/** If there is no replaced secret, nothing changes. */
export async function endReplacedSecret(caller: Caller, id: string): Promise<Change<OAuthApp>> {
	const { row, secrets } = await findAppById(caller, id);
	const [latest, ...older] = secrets;
	if (latest === undefined || older.length === 0) return noChange(toApp(row, secrets));
	const next = nextRevision(row, caller.now);
	return {
		result: toApp({ ...row, ...next }, [latest]),
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [updateIfUnchanged(oauthApps, row, next), ...older.map(endSecret)],
		audit: { action: "oauth_app.replaced_value_ended", resourceId: id },
	};
}

/**
 * Deletes a suspended app, whose tokens work nowhere. The schedule revokes its grants (api/oauth/retention.ts), so that
 * each connected studio finds an entry in its audit log.
 */
export async function deleteApp(
	caller: Caller,
	id: string,
): Promise<Change<{ object: "oauth_app"; id: string; deleted: true }>> {
	const { row, secrets } = await findAppById(caller, id);
	if (row.status !== "SUSPENDED")
		throw problem("conflict", "The app is active, and studios may use it. Suspend it first.");
	const nothing = { description: null, homepageUrl: null, logoUrl: null, redirectUris: [], commandLine: false };
	// The address of a document becomes free, so that the app can be admitted again.
	const clientId = row.documentReadAt === null ? row.clientId : row.id;
	return {
		result: { object: "oauth_app", id, deleted: true },
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [
			updateIfUnchanged(oauthApps, row, {
				...nothing,
				clientId,
				deletedAt: caller.now,
				...nextRevision(row, caller.now),
			}),
			...secrets.map(endSecret),
		],
		audit: { action: "oauth_app.deleted", resourceId: id },
	};
}

const endSecret = ({ hash }: Secret) => remove(oauthClientSecrets).where(eq(oauthClientSecrets.hash, hash));

const newestFirst = [desc(oauthClientSecrets.createdAt), desc(sql`${oauthClientSecrets}.rowid`)];

async function findAppById({ control }: Caller, id: string): Promise<{ row: App; secrets: Secret[] }> {
	const [[row], secrets] = await together(
		{ control },
		({ control }) =>
			control
				.select()
				.from(oauthApps)
				.where(and(eq(oauthApps.id, id), isNull(oauthApps.deletedAt))),
		({ control }) =>
			control
				.select()
				.from(oauthClientSecrets)
				.where(eq(oauthClientSecrets.appId, id))
				.orderBy(...newestFirst),
	);
	if (!row) throw notFound("OAuth app");
	return { row, secrets };
}

/** True if the change touches the fields of the app that isolates cache with each of its tokens. */
const changesTokens = (before: App, after: App): boolean =>
	before.name !== after.name || before.status !== after.status || before.scopes.join() !== after.scopes.join();

function newSecret({ id }: App, now: number): { value: string; row: Secret } {
	const value = mintClientSecret();
	return { value, row: { hash: hashOfSecret(value), appId: id, hint: hintOfSecret(value), createdAt: now } };
}

function checkRedirectUris({ settings }: Caller, uris: string[], native: boolean): void {
	const errors = uris.flatMap((uri, i): FieldError[] => {
		const message = redirectUriFault(uri, { ...settings, native });
		return message ? [{ location: "body", path: `redirect_uris.${i}`, message }] : [];
	});
	if (errors.length > 0) throw fieldProblems(errors);
}

function statusAction(before: App, after: App): string | undefined {
	if (before.status === after.status) return undefined;
	return after.status === "SUSPENDED" ? "oauth_app.suspended" : "oauth_app.resumed";
}
