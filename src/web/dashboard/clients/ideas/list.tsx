import type { Client } from "../../../../domain/clients/clients/schema.ts";
import type { Idea } from "../../../../domain/clients/ideas/schema.ts";
import type { NamedArtist } from "../../../../domain/studio/names.ts";
import { Badge, Empty, Panel, type Tone } from "../../../ui/components/elements.tsx";
import { Table } from "../../../ui/components/table.tsx";
import { LocalTime } from "../../components/local-time.tsx";
import { inWords } from "../../components/words.ts";
import type { Visit } from "../../frame/visit.ts";
import { ideaPath } from "../paths.ts";

const tones: Partial<Record<Idea["stage"], Tone>> = {
	NEW: "info",
	APPROVED: "good",
	SCHEDULED: "good",
	DONE: "good",
	DECLINED: "warn",
};

export const Stage = ({ idea: { stage, archived } }: { idea: Idea }) => (
	<>
		<Badge tone={tones[stage] ?? "plain"}>{inWords(stage)}</Badge> {archived && <Badge>Archived</Badge>}
	</>
);

interface Props {
	visit: Visit;
	client: Client;
	ideas: readonly Idea[];
	artists: readonly NamedArtist[];
}

export const Ideas = ({ visit, client, ideas, artists }: Props) => {
	const add = (
		<a class="button" href={visit.to(ideaPath(client.id, "new"))}>
			New idea
		</a>
	);
	return (
		<Panel title="Ideas" actions={ideas.length > 0 && add}>
			{ideas.length === 0 ? (
				<Empty title="No ideas yet" actions={add}>
					An idea is a tattoo that the client would like, with its subject, placement, size and budget.
				</Empty>
			) : (
				<Table
					label="Ideas of the client"
					rows={ideas}
					columns={[
						{
							head: "Subject",
							kind: "lead",
							cell: ({ id, subject }) => <a href={visit.to(ideaPath(client.id, id))}>{subject}</a>,
						},
						{ head: "Stage", cell: (idea) => <Stage idea={idea} /> },
						{ head: "Artist", cell: ({ artist_id }) => artists.find(({ id }) => id === artist_id)?.name ?? "–" },
						{ head: "Placement", cell: ({ body_part, placement }) => body_part ?? placement ?? "–" },
						{
							head: "Created",
							cell: ({ created_at }) => <LocalTime at={created_at} zone={visit.studio.timezone} precision="day" />,
						},
					]}
				/>
			)}
		</Panel>
	);
};
