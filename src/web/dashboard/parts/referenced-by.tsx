import type { Child } from "hono/jsx";
import type { FormState } from "../../ui/components/fields.tsx";
import type { Visit } from "../frame/visit.ts";
import { RecordLink, recordsOf } from "./records.tsx";
import { inWords } from "./words.ts";

/** After a refused deletion: links to the records that still name the one to delete. */
export async function referencedBy(visit: Visit, again: FormState | undefined): Promise<Child> {
	const referrers = (again?.extra?.referenced_by ?? []) as { object: string; id: string }[];
	if (referrers.length === 0) return null;
	const ids = referrers.map(({ id }) => id);
	const records = await recordsOf(visit, ids);
	return (
		<ul>
			{referrers.map(({ object, id }) => (
				<li>
					{inWords(object)}: <RecordLink visit={visit} id={id} records={records} />
				</li>
			))}
		</ul>
	);
}
