import type { Form } from "../../../domain/studio/forms/schema.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	firstValue,
	Input,
	OptionGroup,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { DefaultButton } from "../forms/default-button.tsx";
import { FormId } from "../forms/form-id.tsx";
import { MetadataFields } from "../forms/metadata.tsx";
import type { Visit } from "../frame/visit.ts";
import { path, pathOf } from "./paths.ts";
import { Questions } from "./questions.tsx";
import { createsOptions, kindOptions } from "./words.ts";

interface Props {
	visit: Visit;
	of: FormState;
	form?: Form;
}

export const EditForm = ({ visit, of, form }: Props) => {
	const back = form ? { href: visit.to(pathOf(form)), text: form.name } : { href: visit.to(path), text: "Forms" };
	const action = visit.to(form ? `${pathOf(form)}/edit` : `${path}/new`);
	const verb = form ? "Save" : "Create";
	return (
		<>
			<Title text={form ? `Edit ${form.name}` : "New form"} back={back} />
			<form method="post" action={action}>
				<DefaultButton verb={verb} />
				<FaultSummary of={of} />
				{form ? <input type="hidden" name="updated_at" value={firstValue(of, "updated_at")} /> : <FormId />}
				<Panel>
					<div class="narrow">
						<Input
							of={of}
							name="name"
							label="Name"
							hint="Clients see it above the questions."
							maxlength={200}
							required
						/>
						<TextArea of={of} name="description" label="Introduction" rows={3} />
						<Checkbox of={of} name="is_active" label="Active" hint="Only an active form takes submissions." />
					</div>
				</Panel>
				<Questions of={of} action={action} />
				<Panel title="Handling of submissions">
					<OptionGroup of={of} name="kind" legend="Kind" type="radio" options={kindOptions} />
					<div class="narrow">
						<Select
							of={of}
							name="creates"
							label="A submission makes"
							hint="An idea belongs to a client, so the submission must name one."
							options={createsOptions}
						/>
						<Checkbox
							of={of}
							name="links_client"
							label="The first email names the client"
							hint="A new email makes a new client. The form needs a question whose answer is an email."
						/>
					</div>
					<MetadataFields of={of} />
				</Panel>
				<Submit back={back.href}>{verb}</Submit>
			</form>
		</>
	);
};
