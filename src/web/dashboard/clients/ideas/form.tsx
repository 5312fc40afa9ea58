import type { Client } from "../../../../domain/clients/clients/schema.ts";
import type { Idea } from "../../../../domain/clients/ideas/schema.ts";
import { ideaStages } from "../../../../platform/db/tables/data/ideas.ts";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	type FormValues,
	Input,
	Select,
	Submit,
	TextArea,
} from "../../../ui/components/fields.tsx";
import { Panel, Title } from "../../../ui/components/parts.tsx";
import { FormId } from "../../forms/form-id.tsx";
import { isTicked, linesOf, numberOrNull, textOf, textOrNull } from "../../forms/form-values.ts";
import { moneyField, moneyOf } from "../../forms/money.ts";
import { type NamedArtist, selectOptions } from "../../forms/select-options.ts";
import type { Visit } from "../../frame/visit.ts";
import { nameOf, wordOptions } from "../../parts/words.ts";
import { ideaPath, pathOf } from "../paths.ts";

const texts = [
	"description",
	"body_part",
	"placement",
	"style",
	"color_preference",
	"artist_id",
	"currency",
	"deadline",
	"health_notes",
	"allergies",
	"internal_notes",
] as const;
const numbers = ["size_cm", "estimated_sessions"] as const;
const budgets = ["budget_min", "budget_max"] as const;
const lists = ["reference_urls", "tags"] as const;
const flags = ["is_cover_up", "is_touch_up", "is_first_tattoo"] as const;

const each = <N extends string, T>(names: readonly N[], value: (name: N) => T) =>
	Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, T>;

/** The values of the form, as the API takes them. */
export function ideaBody(values: FormValues) {
	const currency = textOrNull(values, "currency")?.toUpperCase() ?? null;
	return {
		subject: textOf(values, "subject"),
		stage: textOf(values, "stage"),
		...each(texts, (name) => textOrNull(values, name)),
		...each(numbers, (name) => numberOrNull(values, name)),
		...each(budgets, (name) => moneyOf(values, name, currency)),
		...each(lists, (name) => linesOf(values, name)),
		...each(flags, (name) => isTicked(values, name)),
		currency,
	};
}

export const newIdeaFormState: FormState = { values: { stage: ["NEW"] } };

export const ideaFormState = (idea: Idea): FormState => ({
	values: {
		subject: [idea.subject],
		stage: [idea.stage],
		...each(texts, (name) => [idea[name] ?? ""]),
		...each(numbers, (name) => [String(idea[name] ?? "")]),
		...each(budgets, (name) => [moneyField(idea[name], idea.currency)]),
		...each(lists, (name) => [idea[name].join("\n")]),
		...each(flags, (name) => [String(idea[name])]),
	},
});

interface Props {
	visit: Visit;
	client: Client;
	artists: readonly NamedArtist[];
	of: FormState;
	/** Absent for a new idea. */
	idea?: Idea;
}

export const IdeaForm = ({ visit, client, artists, of, idea }: Props) => {
	const back = idea
		? { href: visit.to(ideaPath(client.id, idea.id)), text: idea.subject }
		: { href: visit.to(pathOf(client.id)), text: nameOf(client) };
	return (
		<>
			<Title text={idea ? `Edit ${idea.subject}` : "New idea"} back={back} lead={`For ${nameOf(client)}.`} />
			<Panel>
				<form
					method="post"
					action={visit.to(idea ? `${ideaPath(client.id, idea.id)}/edit` : ideaPath(client.id, "new"))}
				>
					<FaultSummary of={of} />
					{!idea && <FormId />}
					<Fields artists={artists} of={of} />
					<Submit back={back.href}>{idea ? "Save" : "Create"}</Submit>
				</form>
			</Panel>
		</>
	);
};

const colors = ["COLOR", "BLACK_AND_GREY", "BLACKWORK", "UNDECIDED"];

const Fields = ({ artists, of }: Pick<Props, "artists" | "of">) => (
	<>
		<div class="narrow">
			<Input of={of} name="subject" label="Subject" hint="Such as “Fern on the forearm”." required maxlength={200} />
			<TextArea of={of} name="description" label="Description" rows={4} />
		</div>
		<div class="columns">
			<Select of={of} name="stage" label="Stage" options={wordOptions(ideaStages)} />
			<Select
				of={of}
				name="artist_id"
				label="Artist"
				options={[{ value: "", text: "Not decided" }, ...selectOptions(artists)]}
			/>
			<Input of={of} name="body_part" label="Body part" maxlength={200} />
			<Input of={of} name="placement" label="Placement, in the client's words" maxlength={200} />
			<Input of={of} name="size_cm" label="Size in cm, the longer side" type="number" min={0} step="any" />
			<Input of={of} name="style" label="Style" maxlength={200} />
			<Select
				of={of}
				name="color_preference"
				label="Color"
				options={[{ value: "", text: "Not known" }, ...wordOptions(colors)]}
			/>
			<Input of={of} name="estimated_sessions" label="Estimated sessions" type="number" min={0} step={1} />
			<Input of={of} name="budget_min" label="Budget from" type="number" min={0} step="any" />
			<Input of={of} name="budget_max" label="Budget to" type="number" min={0} step="any" />
			<Input of={of} name="currency" label="Currency, such as EUR" maxlength={3} />
			<Input of={of} name="deadline" label="Deadline" type="date" />
		</div>
		<div class="columns">
			<TextArea of={of} name="reference_urls" label="Links to references, one a line" rows={3} />
			<TextArea of={of} name="tags" label="Tags, one a line" rows={3} />
			<TextArea of={of} name="health_notes" label="Health notes" rows={3} />
			<TextArea of={of} name="allergies" label="Allergies" rows={3} />
			<TextArea of={of} name="internal_notes" label="Internal notes" rows={3} />
		</div>
		<div class="columns">
			<Checkbox of={of} name="is_cover_up" label="Cover-up" />
			<Checkbox of={of} name="is_touch_up" label="Touch-up" />
			<Checkbox of={of} name="is_first_tattoo" label="First tattoo" />
		</div>
	</>
);
