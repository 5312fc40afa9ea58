import type { Client } from "../../../../domain/clients/clients/schema.ts";
import { Panel } from "../../../ui/components/elements.tsx";
import type { Visit } from "../../frame/visit.ts";
import { erasePath, exportPath } from "../paths.ts";

/** Only owners see it. */
export const PersonalData = ({ visit, client: { id } }: { visit: Visit; client: Client }) => (
	<Panel title="Personal data">
		<p>A person may ask for everything that you hold about them.</p>
		<p>
			<a class="button" href={visit.to(exportPath(id))}>
				Download everything
			</a>
		</p>
		<p class="after">A person may ask to be forgotten. An erasure cannot be undone.</p>
		<p>
			<a class="button danger" href={visit.to(erasePath(id))}>
				Erase
			</a>
		</p>
	</Panel>
);
