import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Change, decideAgain, noChange } from "../../../platform/commit/change.ts";
import { isStale } from "../../../platform/commit/transaction/refusals.ts";
import { removeIfUnchanged } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { auditEntries } from "../../../platform/db/tables/data/audit-log.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { formSubmissions } from "../../../platform/db/tables/data/forms.ts";
import { jobs } from "../../../platform/db/tables/data/jobs.ts";
import { insertJob, newJob } from "../../../platform/jobs/job.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { notFound, problem } from "../../../platform/problems/problem.ts";
import { undoneImport } from "../../imports/undo.ts";
import { eventsOfClients, mergedIds } from "../person.ts";
import { type ErasedPerson, type Part, withFound } from "./person.ts";
import { places } from "./places.ts";
import { type Erasure, type KeptCounts, keptOf } from "./schema.ts";
import { firstPosition } from "./step-erasure.ts";

type ClientRow = typeof clients.$inferSelect;

/**
 * The transaction takes what answers show: the records, and in a studio of usual size also all that names them. The
 * steps of a job look everywhere once more, and at the places that nobody reads.
 */
export async function eraseClient(ctx: Ctx, id: string): Promise<Change<Erasure>> {
	const earlier = await findErasure(ctx, id);
	if (earlier) return noChange(earlier);
	const row = await findClientOrTrace(ctx, id);
	const { person, parts } = await partsAtOnce(ctx, await findPerson(ctx, id, row));
	const kept = await countKept(ctx, person);
	return {
		result: { object: "erasure", client_id: id, erased_at: timestamp(ctx.now), kept: keptOf(kept) },
		writes: [
			...(row ? [removeIfUnchanged(clients, row)] : []),
			...parts.flatMap(({ writes }) => writes),
			insertJob(
				newJob(ctx, {
					id: newId("work", ctx.now),
					kind: "erasure",
					input: { clientId: id },
					position: firstPosition(person),
					result: {},
				}),
			),
		],
		events: [
			...parts.flatMap(({ events = [] }) => events),
			{ type: "client.deleted", data: { clientId: id, erased: true } },
		],
		audit: [
			...parts.flatMap(({ audit = [] }) => audit),
			...(row ? [{ action: "client.deleted", resourceId: id }] : []),
			{ action: erasedAction, resourceId: id, details: kept },
		],
		beginsJob: true,
		precondition: {
			conditions: [sql`NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${isOpenImport(ctx)})`],
			otherwise: importUnderWay,
		},
		// A record of the person changed meanwhile, or another request was faster.
		onRefused: (refusal) => (isStale(refusal) ? decideAgain : undefined),
	};
}

const erasedAction = "client.erased";

async function findErasure(ctx: Ctx, id: string): Promise<Erasure | undefined> {
	const [entry] = await entriesOf(ctx, id, [erasedAction]);
	return (
		entry && {
			object: "erasure",
			client_id: id,
			erased_at: timestamp(entry.createdAt),
			kept: keptOf((entry.details ?? {}) as Partial<KeptCounts>),
		}
	);
}

const entriesOf = ({ db, tenantId }: Ctx, id: string, actions: string[]) =>
	db
		.select({ createdAt: auditEntries.createdAt, details: auditEntries.details })
		.from(auditEntries)
		.where(
			and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.resourceId, id), inArray(auditEntries.action, actions)),
		)
		.orderBy(desc(auditEntries.id))
		.limit(1);

/** A client who was deleted before has left traces, too. */
async function findClientOrTrace(ctx: Ctx, id: string): Promise<ClientRow | undefined> {
	const [row] = await ctx.db
		.select()
		.from(clients)
		.where(and(eq(clients.tenantId, ctx.tenantId), eq(clients.id, id)));
	if (!row && (await entriesOf(ctx, id, ["client.deleted"])).length === 0) throw notFound("client");
	const [open] = await ctx.db.select({ undone: undoneImport }).from(jobs).where(isOpenImport(ctx)).limit(1);
	if (open?.undone) throw problem("conflict", `The import ${open.undone} is being undone. Wait for the end.`);
	if (open) throw importUnderWay;
	return row;
}

/** Its file may have the person, and would bring the person back. */
const isOpenImport = ({ tenantId }: Ctx) =>
	and(eq(jobs.tenantId, tenantId), inArray(jobs.kind, ["import", "import_undo"]), isNull(jobs.finishedAt));

const importUnderWay = problem("conflict", "An import is under way. Wait for its end, or cancel it.");

async function findPerson(ctx: Ctx, id: string, row: ClientRow | undefined): Promise<ErasedPerson> {
	const clientIds = await mergedIds(ctx, id);
	const emails = [...new Set([...(row ? [row.emailKey] : []), ...(await formerEmails(ctx, clientIds))])];
	return {
		clientIds,
		emails: await withoutThoseOfOthers(ctx, emails, clientIds),
		records: [],
		keys: [],
		erasedAt: ctx.now,
	};
}

/** As the events of the last 30 days tell them. */
async function formerEmails(ctx: Ctx, clientIds: string[]): Promise<string[]> {
	const ids = await eventsOfClients(ctx, { clientIds, emails: [] });
	const paths = ["$.email", "$.sourceClient.email", "$.changes.email.old"];
	const rows = await ctx.db
		.selectDistinct({
			emails: sql<string>`json_array(${sql.raw(paths.map((path) => `data ->> '${path}'`).join(", "))})`,
		})
		.from(events)
		.where(
			and(
				eq(events.tenantId, ctx.tenantId),
				inArray(events.id, eachOf(ids)),
				sql`${events.type} IN ('client.created', 'client.updated', 'client.merged', 'client.deleted')`,
			),
		);
	return rows.flatMap(({ emails }) =>
		(JSON.parse(emails) as unknown[]).flatMap((email) => (typeof email === "string" ? email.toLowerCase() : [])),
	);
}

/** Another client may have an email that the person had once. */
async function withoutThoseOfOthers(ctx: Ctx, emails: string[], clientIds: string[]): Promise<string[]> {
	const rows = await ctx.db
		.select({ email: clients.emailKey, id: clients.id })
		.from(clients)
		.where(and(eq(clients.tenantId, ctx.tenantId), inArray(clients.emailKey, eachOf(emails))));
	const ofOthers = new Set(rows.filter(({ id }) => !clientIds.includes(id)).map(({ email }) => email));
	return emails.filter((email) => !ofOthers.has(email));
}

async function partsAtOnce(ctx: Ctx, begun: ErasedPerson): Promise<{ person: ErasedPerson; parts: Part[] }> {
	const parts: Part[] = [];
	let person = begun;
	for (const { erase, atOnce } of places) {
		let after: unknown = null;
		for (let n = 0; n < atOnce; n++) {
			const part = await erase(ctx, person, after);
			parts.push(part);
			person = withFound(person, part);
			after = part.next;
			if (after === null) break;
		}
	}
	return { person, parts };
}

async function countKept({ db, tenantId }: Ctx, { clientIds, records }: ErasedPerson): Promise<KeptCounts> {
	const [counts] = await db
		.select({
			appointments: sql<number>`(SELECT count(*) FROM ${appointments} WHERE tenant_id = ${tenantId} AND client_id IN ${eachOf(clientIds)})`,
			consents: sql<number>`(SELECT count(*) FROM ${formSubmissions}
				WHERE tenant_id = ${tenantId} AND id IN ${eachOf(records)} AND signed_at IS NOT NULL)`,
		})
		.from(sql`(SELECT 1)`);
	return { appointments: String(counts?.appointments ?? 0), consents: String(counts?.consents ?? 0) };
}
