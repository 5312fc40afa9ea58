import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import type { RequestedAppointment } from "../../../domain/clients/leads/requested-appointments.ts";
import type { Lead } from "../../../domain/clients/leads/schema.ts";
import type { Picture } from "../../../domain/pictures/schema.ts";
import { Badge, Facts, Panel, Title } from "../../ui/components/elements.tsx";
import { inWords, nameOf } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FoundPictures } from "../pictures/found.tsx";
import { PicturesPanel } from "../pictures/panel.tsx";
import type { PictureRecord } from "../pictures/record.ts";
import { LeadCard, leadDone } from "./lead-card.tsx";
import { path, pathOf } from "./paths.ts";

interface Props {
	visit: Visit;
	lead: Lead;
	requested: RequestedAppointment | undefined;
	pictures: readonly Picture[];
	/** These, and those of the forms with which the person asked. */
	found: readonly FoundPicture[];
}

export const pictureRecordOf = (lead: Lead): PictureRecord => ({
	owner: { type: "lead", id: lead.id },
	name: nameOf(lead),
	path: pathOf(lead.id),
});

export const LeadPage = ({ visit, lead, requested, pictures, found }: Props) => (
	<>
		<Title
			text={nameOf(lead)}
			back={{ href: visit.to(path), text: "Leads" }}
			beside={
				<>
					<Badge tone="info">{inWords(lead.stage)}</Badge> {lead.archived && <Badge>Archived</Badge>}
				</>
			}
		/>
		<DoneNote visit={visit} words={leadDone} />
		<Panel>
			<LeadCard visit={visit} lead={lead} requested={requested} pictures={[]} alone />
		</Panel>
		<FoundPictures
			visit={visit}
			found={found.filter(({ picture }) => picture.owner.type !== "lead")}
			title="Sent with the request"
			lead="From the form that the person filled in."
		/>
		<PicturesPanel visit={visit} record={pictureRecordOf(lead)} pictures={pictures} />
		<Panel title="Record">
			<Facts
				of={[
					["Client", lead.client_id && <a href={visit.to(`/dashboard/clients/${lead.client_id}`)}>Open the client</a>],
					["Id", <code>{lead.id}</code>],
				]}
			/>
		</Panel>
	</>
);
