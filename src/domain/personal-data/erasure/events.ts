import { sql } from "drizzle-orm";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { deliveriesOfEvents } from "../../../platform/db/delivery-ids.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { events } from "../../../platform/db/tables/data/events.ts";
import { deliveries } from "../../../platform/db/tables/data/webhooks.ts";
import { erasedDataOf } from "../../events/catalogue/erased.ts";
import { mentions } from "../mentions.ts";
import { type Key, type ScannedTable, scanChunk } from "../scan.ts";
import { type EraseSome, isNew } from "./person.ts";

const idKeys = ["appointmentId", "leadId", "ideaId", "formSubmissionId"];

const scanned: ScannedTable = {
	table: sql`${events}`,
	key: ["id"],
	texts: ["data"],
	also: ["request_id", "created_at"],
	condition: (ids) =>
		sql.join(
			idKeys.map((key) => sql`${sql.raw(`data ->> '$.${key}'`)} IN ${ids}`),
			sql` OR `,
		),
};

/** An event keeps its number, its type, its time and the ids in its data. Its deliveries lose what receivers answered. */
export const eraseEvents: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scanned, after as Key | null);
	const found = rows.flatMap(({ key: [id], texts: [text], also: [requestId, createdAt], meetsCondition }) => {
		const isOwn = requestId === ctx.requestId && Number(createdAt) >= person.erasedAt;
		if (isOwn || isNew(person, createdAt) || !text || !(meetsCondition || mentions(person, text))) return [];
		const data = JSON.parse(text) as Record<string, unknown>;
		return data.erased === true ? [] : [{ id: String(id), data: erasedDataOf(data) }];
	});
	return {
		writes:
			found.length === 0
				? []
				: [
						update(ctx, found),
						dropAnswers(
							ctx,
							found.map(({ id }) => id),
						),
					],
		next,
	};
};

const update = ({ tenantId }: Ctx, found: { id: string; data: object }[]): Write =>
	sql`UPDATE ${events} SET data = j.found ->> 'data'
		FROM (SELECT value AS found FROM json_each(${JSON.stringify(found)})) j WHERE tenant_id = ${tenantId} AND id = j.found ->> 'id'`;

const dropAnswers = ({ tenantId }: Ctx, eventIds: string[]): Write =>
	sql`UPDATE ${deliveries} SET attempts = (
			SELECT json_group_array(json_set(json_remove(value, '$.response_gzip'), '$.response_body', NULL)) FROM json_each(attempts)
		)
		WHERE tenant_id = ${tenantId} AND attempts <> '[]' AND (endpoint_id, id) IN (
			${deliveriesOfEvents(tenantId, sql`(SELECT value AS id FROM ${eachOf(eventIds)})`)}
		)`;

/** An attempt that was under way at the erasure has ended by now, and its receiver may have answered with the data. */
export const eraseLateAnswers: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scanned, after as Key | null);
	const ids = rows
		.filter(({ texts: [text] }) => text && JSON.parse(text).erased === true)
		.map(({ key: [id] }) => String(id));
	return { writes: ids.length === 0 ? [] : [dropAnswers(ctx, ids)], next };
};
