import type { Child } from "hono/jsx";
import type { FormState } from "../../ui/components/fields.tsx";
import type { Visit } from "../frame/visit.ts";
import { RecordLink, recordsOf } from "./records.tsx";
import { inWords } from "./words.ts";

/** After a refused deletion: that nothing was deleted, with links to the records that still name the one to delete. */
export async function referencedBy(visit: Visit, again: FormState | undefined): Promise<Child> {
	const referrers = (again?.extra?.referenced_by ?? []) as { object: string; id: string }[];
	if (referrers.length === 0) return null;
	const ids = referrers.map(({ id }) => id);
	const records = await recordsOf(visit, ids);
	return (
		<div class="alarm" role="alert">
			{/* The API's sentence goes on with the ids of these records. */}
			<p>{again?.faults?.summary.split(":")[0]}. Nothing has been deleted. At least these records name it:</p>
			<ul>
				{referrers.map(({ object, id }) => (
					<li>
						{records.get(id)?.name.startsWith(inWords(object)) ? "" : `${inWords(object)}: `}
						<RecordLink visit={visit} id={id} records={records} />
					</li>
				))}
			</ul>
		</div>
	);
}
