import type { Child } from "hono/jsx";
import type { Named } from "../../../domain/studio/names.ts";
import type { Field, FieldInput } from "../../../platform/http/fields/field-table.ts";
import { Checkbox, type FormState, firstValue, Input, Select, TextArea } from "../../ui/components/fields.tsx";
import { inWords } from "../components/words.ts";
import { selectOptions } from "../forms/select-options.ts";
import { zoneOptions } from "../forms/zones.ts";
import { type AddressLine, addressField, addressLines } from "./address.ts";

export type Fields = Readonly<Record<string, Field>>;

export type Choices = Partial<Record<"artist" | "shop" | "form", readonly (Named & { status?: string })[]>>;

interface Props {
	of: FormState;
	fields: Fields;
	/** The names of the fields in their order. All of the table without it. */
	names?: readonly string[];
	choices?: Choices;
	/** The text of an empty time zone. Without it a zone must be chosen. */
	noZone?: string | undefined;
	/** The hint at a slug. */
	slugHint?: string;
}

type Kind = FieldInput["as"];

const wide: ReadonlySet<Kind> = new Set<Kind>(["long", "lines"]);

/** Short fields stand side by side. An address, long texts and boxes to tick follow. */
export const FieldInputs = (props: Props) => {
	const { fields, names = Object.keys(fields) } = props;
	const given = names.flatMap((name) => {
		const field = fields[name];
		return field?.input ? [{ name, field, input: field.input }] : [];
	});
	const those = (wanted: (kind: Kind) => boolean) => given.filter(({ input }) => wanted(input.as));
	const addresses = those((kind) => kind === "address");
	const columns = (found: typeof given) =>
		found.length > 0 && (
			<div class="columns">
				{found.map((one) => (
					<FieldOf {...props} {...one} />
				))}
			</div>
		);
	return (
		<>
			{columns(those((kind) => !wide.has(kind) && kind !== "check" && kind !== "address" && kind !== "slug"))}
			{addresses.map(({ name, field }) => (
				<AddressInputs of={props.of} name={name} label={field.label} />
			))}
			{columns(those((kind) => wide.has(kind)))}
			{columns(those((kind) => kind === "check"))}
			{those((kind) => kind === "slug").map((one) => (
				<div class="narrow">
					<FieldOf {...props} {...one} />
				</div>
			))}
		</>
	);
};

const wordsOfLines: Record<AddressLine, [label: string, maxlength: number]> = {
	line1: ["Street and number", 200],
	line2: ["More of the address", 200],
	city: ["City", 100],
	state: ["State or region", 100],
	postal_code: ["Postal code", 20],
	country: ["Country", 100],
};

const AddressInputs = ({ of, name, label }: { of: FormState; name: string; label: string }) => (
	<fieldset class="after" id={name}>
		<legend>{label}</legend>
		<div class="columns">
			{addressLines.map((part) => (
				<Input
					of={of}
					name={addressField(name, part)}
					label={wordsOfLines[part][0]}
					maxlength={wordsOfLines[part][1]}
				/>
			))}
		</div>
	</fieldset>
);

const FieldOf = ({
	of,
	choices,
	noZone,
	slugHint,
	name,
	field,
	input,
}: Props & { name: string; field: Field; input: FieldInput }) => {
	const hint: Child | undefined = "hint" in input ? input.hint : undefined;
	const common = { of, name, label: field.label, ...(hint === undefined ? {} : { hint }) };
	const required = field.required ?? false;
	switch (input.as) {
		case "check":
			return <Checkbox {...common} />;
		case "long":
		case "lines":
			return <TextArea {...common} rows={input.rows ?? 3} />;
		case "choice":
			return (
				<Select
					{...common}
					options={[
						...(input.none === undefined ? [] : [{ value: "", text: input.none }]),
						...input.options.map((one) =>
							typeof one === "string" ? { value: one, text: inWords(one) } : { value: one[0], text: one[1] },
						),
					]}
				/>
			);
		case "artist":
		case "shop":
		case "form":
			return (
				<Select {...common} options={[{ value: "", text: input.none }, ...selectOptions(choices?.[input.as] ?? [])]} />
			);
		case "timezone":
			return <Select {...common} options={zoneOptions(firstValue(of, name), noZone)} />;
		case "slug":
			return <Input {...common} hint={slugHint} mono maxlength={100} />;
		case "number":
			return (
				<Input
					{...common}
					type="number"
					required={required}
					{...(input.min === undefined ? {} : { min: input.min })}
					{...(input.step === undefined ? {} : { step: input.step })}
					{...(input.placeholder === undefined ? {} : { placeholder: input.placeholder })}
				/>
			);
		case "text":
			return <Input {...common} type={input.type ?? "text"} required={required} maxlength={input.max} />;
		case "currency":
			return <Input {...common} maxlength={3} />;
		default:
			return <Input {...common} maxlength={1000} />;
	}
};
