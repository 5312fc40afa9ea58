import type { Child } from "hono/jsx";
import type { Client } from "../../../../domain/clients/clients/schema.ts";
import type { Idea } from "../../../../domain/clients/ideas/schema.ts";
import { Facts, Panel, PostButton, Title } from "../../../ui/components/parts.tsx";
import { moneyText } from "../../forms/money.ts";
import type { NamedArtist } from "../../forms/select-options.ts";
import { DoneNote } from "../../frame/done-note.tsx";
import type { Visit } from "../../frame/visit.ts";
import { LocalTime } from "../../parts/local-time.tsx";
import { inWords, nameOf } from "../../parts/words.ts";
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
	/** The pictures. */
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
				<Facts of={factsOf(visit, idea, artists)} />
			</Panel>
			{children}
		</>
	);
};

/** Fields that the list of facts leaves out or words differently. */
const special = new Set([
	"object",
	"id",
	"client_id",
	"artist_id",
	"subject",
	"stage",
	"archived",
	"archived_at",
	"metadata",
	"budget_min",
	"budget_max",
	"quote_amount",
	"quote_currency",
	"quoted_at",
	"deposit_amount",
	"currency",
	"created_at",
	"updated_at",
	"form_submission_id",
	"picture_count",
]);

/** The labels of fields whose names are no words for people. */
const labels: Record<string, string> = {
	btt_status: "Status",
	color_preference: "Color",
	reference_urls: "Links to references",
	size_cm: "Size in cm",
	source_type: "Came from",
};

type Fact = readonly [string, ReturnType<typeof LocalTime> | string];

function factsOf({ studio: { timezone: zone } }: Visit, idea: Idea, artists: readonly NamedArtist[]): Fact[] {
	const { budget_min, budget_max, currency, quote_amount, deposit_amount } = idea;
	const money = (name: string, amount: number | null, of = currency): Fact[] =>
		amount === null ? [] : [[name, moneyText(amount, of) ?? ""]];
	return [
		["Artist", artists.find(({ id }) => id === idea.artist_id)?.name ?? "Not decided"],
		...Object.entries(idea).flatMap(([name, value]): Fact[] => {
			const text = special.has(name) ? undefined : textOf(value);
			return text === undefined
				? []
				: [[labels[name] ?? inWords(name.replace(/^is_/, "")), <div class="pre">{text}</div>]];
		}),
		...money("Budget from", budget_min),
		...money("Budget to", budget_max),
		...money("Quote", quote_amount, idea.quote_currency ?? currency),
		...money("Deposit", deposit_amount),
		...Object.entries(idea.metadata).map(([name, value]): Fact => [name, <code>{value}</code>]),
		["Created", <LocalTime at={idea.created_at} zone={zone} />],
		["Id", <code>{idea.id}</code>],
	];
}

/** The text of a value; undefined for an empty one. */
function textOf(value: unknown): string | undefined {
	if (value === null || value === false || value === "" || value === "NONE") return undefined;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value.join("\n");
	if (value === true) return "Yes";
	return /^[A-Z]+(_[A-Z]+)*$/.test(String(value)) ? inWords(String(value)) : String(value);
}
