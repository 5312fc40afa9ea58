import { wordsIn } from "../../../domain/languages/words.ts";
import type { Form } from "../../../domain/studio/forms/schema.ts";
import { Note, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input } from "../../ui/components/fields.tsx";
import { Question } from "../../ui/questions/question.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf } from "./paths.ts";

const words = wordsIn("en");

/** The name of the field of a question. */
export const answerField = (key: string): string => `answer.${key}`;

interface Props {
	visit: Visit;
	form: Form;
	of: FormState;
	/** The answers were checked, and nothing is wrong with them. */
	isAccepted?: boolean;
}

export const Preview = ({ visit, form, of, isAccepted }: Props) => (
	<>
		<Title
			text={`Preview of ${form.name}`}
			back={{ href: visit.to(pathOf(form)), text: form.name }}
			lead="Clients see the questions like this. You can try the form: nothing of it is stored."
		/>
		{isAccepted && <Note tone="good">The form takes these answers. Nothing has been stored.</Note>}
		<Panel title={form.name}>
			<form method="post" action={visit.to(`${pathOf(form)}/preview`)} class="narrow">
				{form.description && <p class="dim pre">{form.description}</p>}
				<FaultSummary of={of} />
				{form.fields.map((field) => (
					<Question field={field} name={answerField(field.key)} of={of} words={words} />
				))}
				{form.kind === "CONSENT" && (
					<Input
						of={of}
						name="signature"
						label={words.form.signature}
						hint={words.form.signatureHint}
						required
						maxlength={200}
					/>
				)}
				<div class="actions">
					<button class="primary" type="submit">
						Try
					</button>
				</div>
			</form>
		</Panel>
		{form.links_client && (
			<p class="dim">A booking page asks for name, email and phone number once, and does not repeat these questions.</p>
		)}
	</>
);
