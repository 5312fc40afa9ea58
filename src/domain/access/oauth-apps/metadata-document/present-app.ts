import { and, eq, isNull, lte } from "drizzle-orm";
import { noticeGates } from "../../../../platform/commit/after/tell-gates.ts";
import { type Change, type ChangeDecidedByCommit, changedSome, noChange } from "../../../../platform/commit/change.ts";
import { execute } from "../../../../platform/commit/execute.ts";
import { update, updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Writer } from "../../../../platform/commit/writer.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { oauthApps } from "../../../../platform/db/tables/control/oauth.ts";
import { changesBetween } from "../../../../platform/lib/changes.ts";
import { dayMs, hourMs } from "../../../../platform/lib/time.ts";
import type { App } from "../apps.ts";
import { toApp } from "../schema.ts";
import { type ReadOutcome, readDocumentAt } from "./read.ts";

/** The service asks for a document at most once in this time (contract: OAuth 44). */
const shortestPauseMs = hourMs;
/** A document that could not be read again for this time describes nobody any more. */
const longestAgeMs = dayMs;

/** An app without a document is returned as it is. */
export async function presentApp(
	writer: Writer,
	caller: Caller,
	given: App,
): Promise<{ app: App } | { fault: string }> {
	const app = await readAgainAfter(shortestPauseMs, writer, caller, given);
	if (app.documentReadAt === null) return { app };
	if (app.documentFault !== null) return { fault: app.documentFault };
	return app.documentReadAt > caller.now - longestAgeMs ? { app } : { fault: "could not be read for more than a day" };
}

/** Reads the document of an app that is used without its consent page, at least once a day. */
export const readDaily = (writer: Writer, caller: Caller, app: App): Promise<App> =>
	readAgainAfter(dayMs, writer, caller, app);

async function readAgainAfter(pauseMs: number, writer: Writer, visitor: Caller, app: App): Promise<App> {
	const caller = asService(visitor);
	const { now, settings } = caller;
	if (app.documentTriedAt === null || app.documentTriedAt > now - pauseMs) return app;
	// Of many requests at the same time one asks for the document.
	const { result: isOurs } = await execute(writer, caller, () => claimTry(app, now - pauseMs, now));
	if (!isOurs) return app;
	const read = await readDocumentAt(app.clientId, settings);
	return (await execute(writer, caller, (caller) => record(caller, app, read))).result;
}

/** The studio that owns the app learns nothing of the person or app whose request it was. */
const asService = (caller: Caller): Caller => ({ ...caller, actor: { type: "system", id: null }, ipAddress: null });

const claimTry = ({ id }: App, before: number, now: number): ChangeDecidedByCommit<boolean> => ({
	resultFrom: changedSome,
	inControlDatabase: true,
	writes: [
		update(oauthApps)
			.set({ documentTriedAt: now })
			.where(and(eq(oauthApps.id, id), lte(oauthApps.documentTriedAt, before))),
	],
});

async function record(caller: Caller, app: App, read: ReadOutcome): Promise<Change<App>> {
	const { control, now } = caller;
	const [row] = await control
		.select()
		.from(oauthApps)
		.where(and(eq(oauthApps.id, app.id), isNull(oauthApps.deletedAt)));
	if (!row) return noChange(app);
	if ("fault" in read) return read.isOutage ? noChange(row) : noteReading(row, { documentFault: read.fault });
	const reading = { documentReadAt: now, documentFault: null };
	const next: App = { ...row, ...read, ...reading };
	const changes = changesBetween(toApp(row, []), toApp(next, []));
	if (!changes) return noteReading(row, reading);
	const revised = { ...next, ...nextRevision(row, now) };
	const hasNewName = row.name !== next.name;
	return {
		result: revised,
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [updateIfUnchanged(oauthApps, row, revised), ...(hasNewName ? noticeGates(revised, now) : [])],
		audit: { action: "oauth_app.updated", resourceId: row.id, changes },
		// Isolates remember the name of an app with its tokens. The schedule tells the gates that are left.
		...(hasNewName ? { afterCommit: () => caller.tellGatesOf(row.id).then(() => revised) } : {}),
	};
}

const noteReading = (row: App, reading: Partial<Pick<App, "documentReadAt" | "documentFault">>): Change<App> => ({
	result: { ...row, ...reading },
	inControlDatabase: true,
	writes: [update(oauthApps).set(reading).where(eq(oauthApps.id, row.id))],
});
