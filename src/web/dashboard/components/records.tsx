import { type NamedRecord, namedRecords } from "../../../domain/studio/named-records.ts";
import { path as artistPath } from "../artists/paths.ts";
import { path as calendarPath } from "../calendar/paths.ts";
import { pathOf as formPath, submissionPath } from "../client-forms/paths.ts";
import { pathOf as clientPath, ideaPath } from "../clients/paths.ts";
import { path as eventTypePath } from "../event-types/paths.ts";
import type { Visit } from "../frame/visit.ts";
import { pathOf as leadPath } from "../leads/paths.ts";
import { nameOf as nameOfEndpoint } from "../webhooks/components.tsx";
import { IdLink } from "./links.tsx";

interface ShownRecord {
	name: string;
	/** The path of its page, if it has one. */
	path?: string;
}

export type Records = ReadonlyMap<string, ShownRecord>;

export async function recordsOf({ ctx }: Visit, ids: readonly string[]): Promise<Records> {
	const found = await namedRecords(ctx, ids);
	return new Map([...found].map(([id, record]) => [id, shown(id, record)]));
}

function shown(id: string, record: NamedRecord): ShownRecord {
	switch (record.kind) {
		case "client":
			return { name: record.name, path: clientPath(id) };
		case "lead":
			return { name: record.name, path: leadPath(id) };
		case "appointment":
			return { name: `Appointment of ${record.name || "a client"}`, path: `${calendarPath}/${id}` };
		case "idea":
			return { name: record.name, path: ideaPath(record.clientId, id) };
		case "artist":
			return { name: record.name, path: `${artistPath}/${id}` };
		case "shop":
			return { name: record.name, path: `/dashboard/shops/${id}` };
		case "event_type":
			return { name: record.name, path: `${eventTypePath}/${id}` };
		case "form":
			return { name: record.name, path: formPath({ id }) };
		case "form_submission":
			return { name: "Submission", path: submissionPath({ id, form_id: record.formId }) };
		case "webhook_endpoint":
			return {
				name: nameOfEndpoint(record),
				...(!record.isDeleted && id.startsWith("whe_") && { path: `/dashboard/webhooks/${id}` }),
			};
		case "api_key":
			return { name: record.name, path: `/dashboard/api_keys/${id}` };
		case "user":
			return { name: record.name };
	}
}

/** Kinds whose records are looked up. One that is not found has been deleted, so nothing leads to it. */
const lookedUp = /^(?:cli|apt|ide|led|art|shp|ety|frm|fsb|whe|key|usr)_/;

export const RecordLink = ({ visit, id, records }: { visit: Visit; id: string; records: Records }) => {
	const record = records.get(id);
	if (record === undefined) return <IdLink visit={visit} id={id} short linked={!lookedUp.test(id)} />;
	return record.path === undefined ? (
		<span title={id}>{record.name}</span>
	) : (
		<a href={visit.to(record.path)} title={id}>
			{record.name}
		</a>
	);
};
