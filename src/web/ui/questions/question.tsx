import type { Words } from "../../../domain/languages/words.ts";
import type { FormField } from "../../../domain/studio/forms/schema.ts";
import { Checkbox, type FormState, Input, OptionGroup, Select, TextArea } from "../components/fields.tsx";
import type { OwnText } from "../own-text.ts";
import { type ChosenPicture, PictureQuestion } from "./picture-question.tsx";

interface Props {
	field: FormField;
	name: string;
	of: FormState;
	words: Words;
	/** The attributes of the studio's own texts. */
	own?: OwnText;
	pictures?: readonly ChosenPicture[] | undefined;
}

export const Question = ({ field, name, of, words, own = {}, pictures }: Props) => {
	const { type, required } = field;
	const { form } = words;
	const options = field.options.map((value) => ({ value, text: value }));
	const common = { of, name, label: field.label, own, required, mark: required ? undefined : form.optional };
	if (type === "textarea") return <TextArea {...common} />;
	if (type === "select") return <Select {...common} options={[{ value: "", text: form.choose }, ...options]} />;
	if (type === "multi_select") return <OptionGroup {...common} legend={field.label} options={options} />;
	if (type === "checkbox") return <Checkbox {...common} />;
	if (type === "file_url") return <Input {...common} type="url" hint={form.fileLinkHint} />;
	if (type === "picture") return <PictureQuestion {...common} words={words} chosen={pictures} />;
	if (type === "signature") return <Input {...common} hint={form.signatureHint} />;
	const types = { text: "text", number: "number", email: "email", phone: "tel", date: "date" } as const;
	return <Input {...common} type={types[type]} {...(type === "number" ? { step: "any" } : {})} />;
};
