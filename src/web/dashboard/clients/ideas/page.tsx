import type { Child } from "hono/jsx";
import type { Client } from "../../../../domain/clients/clients/schema.ts";
import { ideaFields } from "../../../../domain/clients/ideas/fields.ts";
import type { Idea } from "../../../../domain/clients/ideas/schema.ts";
import type { NamedArtist } from "../../../../domain/studio/names.ts";
import type { Field } from "../../../../platform/http/fields/field-table.ts";
import { Facts, Panel, PostButton, Title } from "../../../ui/components/elements.tsx";
import { LocalTime } from "../../components/local-time.tsx";
import { nameOf } from "../../components/words.ts";
import { factsOf } from "../../fields/facts.tsx";
import { moneyText } from "../../forms/money.ts";
import { DoneNote } from "../../frame/done-note.tsx";
import type { Visit } from "../../frame/visit.ts";
import { ideaPath, pathOf } from "../paths.ts";
import { Stage } from "./list.tsx";

const done = {
	created: "The idea has been created.",
	changed: "The idea has been changed.",
	archived: "The idea has been archived.",
	unarchived: "The idea is no longer archived.",
};

interface Props {
	visit: Visit;
	client: Client;
	idea: Idea;
	artists: readonly NamedArtist[];
	children?: Child;
}

export const IdeaPage = ({ visit, client, idea, artists, children }: Props) => {
	const at = (step: string) => visit.to(`${ideaPath(client.id, idea.id)}/${step}`);
	return (
		<>
			<Title
				text={idea.subject}
				back={{ href: visit.to(pathOf(client.id)), text: nameOf(client) }}
				beside={<Stage idea={idea} />}
			>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				{idea.archived ? (
					<PostButton action={at("unarchive")}>Unarchive</PostButton>
				) : (
					<PostButton action={at("archive")}>Archive</PostButton>
				)}
				<a class="button danger" href={at("delete")}>
					Delete
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<Facts of={factsOfIdea(visit, idea, artists)} />
			</Panel>
			{children}
		</>
	);
};

/** The title has the subject and the stage. The others have facts of their own. */
const shownApart: ReadonlySet<string> = new Set([
	"subject",
	"stage",
	"client_id",
	"artist_id",
	"archived",
	"archived_at",
	"form_submission_id",
	"picture_count",
	"currency",
	"quote_amount",
	"quote_currency",
	"quoted_at",
	"deposit_amount",
]);

function factsOfIdea({ studio: { timezone: zone } }: Visit, idea: Idea, artists: readonly NamedArtist[]) {
	const { currency, quote_amount, deposit_amount } = idea;
	const isSaid = (name: string) => !["NONE", false].includes(idea[name as keyof Idea] as string | boolean);
	const money = (field: Field, amount: number | null, of: string | null) =>
		amount !== null && ([field.label, moneyText(amount, of)] as const);
	return [
		["Artist", artists.find(({ id }) => id === idea.artist_id)?.name ?? "Not decided"] as const,
		...factsOf(idea, {
			fields: ideaFields,
			names: Object.keys(ideaFields).filter((name) => !shownApart.has(name) && isSaid(name)),
		}),
		money(ideaFields.quote_amount, quote_amount, idea.quote_currency ?? currency),
		money(ideaFields.deposit_amount, deposit_amount, currency),
		...Object.entries(idea.metadata).map(([name, value]) => [name, <code>{value}</code>] as const),
		["Created", <LocalTime at={idea.created_at} zone={zone} />] as const,
		["Id", <code>{idea.id}</code>] as const,
	];
}
