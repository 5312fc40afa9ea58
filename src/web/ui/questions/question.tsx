import type { FormField } from "../../../domain/studio/forms/schema.ts";
import { Checkbox, type FormState, Input, OptionGroup, Select, TextArea } from "../components/fields.tsx";
import { type ChosenPicture, PictureQuestion } from "./picture-question.tsx";

export const signatureHint = "Type your full name. It counts as your signature.";

interface Props {
	field: FormField;
	name: string;
	of: FormState;
	pictures?: readonly ChosenPicture[] | undefined;
}

export const Question = ({ field, name, of, pictures }: Props) => {
	const { type, required } = field;
	const label = required || type === "checkbox" ? field.label : `${field.label} (optional)`;
	const options = field.options.map((value) => ({ value, text: value }));
	const common = { of, name, label, required };
	if (type === "textarea") return <TextArea {...common} />;
	if (type === "select") return <Select {...common} options={[{ value: "", text: "Choose" }, ...options]} />;
	if (type === "multi_select") return <OptionGroup of={of} name={name} legend={label} options={options} />;
	if (type === "checkbox") return <Checkbox of={of} name={name} label={label} />;
	if (type === "file_url") return <Input {...common} type="url" hint="A link to the file, such as https://…" />;
	if (type === "picture") return <PictureQuestion {...common} chosen={pictures} />;
	if (type === "signature") return <Input {...common} hint={signatureHint} />;
	const types = { text: "text", number: "number", email: "email", phone: "tel", date: "date" } as const;
	return <Input {...common} type={types[type]} {...(type === "number" ? { step: "any" } : {})} />;
};
