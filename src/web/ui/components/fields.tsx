import type { Child } from "hono/jsx";
import type { OwnText } from "../own-text.ts";
import { type Faults, faultOf, faultsOfFields } from "./faults.ts";

export type FormValues = Readonly<Record<string, readonly string[]>>;

/** The values and the faults that a form shows. */
export interface FormState {
	values: FormValues;
	faults?: Faults | undefined;
	/** More data from the refusal, such as free times. */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

export const firstValue = ({ values }: FormState, name: string): string => values[name]?.[0] ?? "";

const describedBy = (name: string, hint: unknown, fault: unknown): string | undefined =>
	[hint ? `${name}-hint` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ") || undefined;

interface FieldProps {
	of: FormState;
	name: string;
	label: string;
	/** Follows the label, such as `(optional)`. */
	mark?: string | undefined;
	/** A studio wrote the label and the options. */
	own?: OwnText | undefined;
	hint?: Child;
	required?: boolean;
	class?: string;
}

/** The label may be in another language than its mark. */
export const LabelText = ({ label, mark, own }: Pick<FieldProps, "label" | "mark" | "own">) => (
	<>
		{own?.lang ? <span {...own}>{label}</span> : label}
		{mark && ` ${mark}`}
	</>
);

const LabelledField = ({
	name,
	label,
	mark,
	own,
	hint,
	of,
	class: given = "",
	children,
}: FieldProps & { children?: Child }) => {
	const fault = faultOf(of, name, label);
	return (
		<div class={`field ${given}`.trim()}>
			<label for={name}>
				<LabelText label={label} mark={mark} own={own} />
			</label>
			{hint && (
				<span class="hint" id={`${name}-hint`}>
					{hint}
				</span>
			)}
			{children}
			{fault && (
				<span class="fault" id={`${name}-fault`}>
					{fault}
				</span>
			)}
		</div>
	);
};

interface InputProps extends FieldProps {
	type?:
		| "text"
		| "email"
		| "tel"
		| "url"
		| "number"
		| "date"
		| "time"
		| "datetime-local"
		| "password"
		| "search"
		| "color";
	autocomplete?: string;
	placeholder?: string;
	min?: string | number;
	max?: string | number;
	step?: string | number;
	maxlength?: number;
	/** The id of a `datalist` with proposals. */
	list?: string;
	mono?: boolean;
}

export const Input = ({ mono, type = "text", autocomplete = "off", ...props }: InputProps) => {
	const { of, name, label: _, mark: __, own: ___, hint, class: ____, ...others } = props;
	const fault = of.faults?.fields[name];
	return (
		<LabelledField {...props}>
			<input
				{...others}
				id={name}
				name={name}
				type={type}
				class={mono ? "mono" : undefined}
				value={type === "password" ? undefined : firstValue(of, name)}
				autocomplete={autocomplete}
				aria-describedby={describedBy(name, hint, fault)}
				aria-invalid={fault ? "true" : undefined}
			/>
		</LabelledField>
	);
};

export const TextArea = ({ mono, rows, ...props }: FieldProps & { mono?: boolean; rows?: number }) => {
	const { of, name, hint, required } = props;
	const fault = of.faults?.fields[name];
	return (
		<LabelledField {...props}>
			<textarea
				id={name}
				name={name}
				rows={rows}
				required={required}
				class={mono ? "mono" : undefined}
				aria-describedby={describedBy(name, hint, fault)}
				aria-invalid={fault ? "true" : undefined}
			>
				{firstValue(of, name)}
			</textarea>
		</LabelledField>
	);
};

export interface Option {
	value: string;
	text: string;
	hint?: string;
	disabled?: boolean;
}

interface SelectProps extends FieldProps {
	options: readonly Option[];
	/** A studio wrote the options, and maybe not the label. */
	ownOptions?: OwnText | undefined;
}

export const Select = ({ options, ownOptions, ...props }: SelectProps) => {
	const { of, name, own = ownOptions, hint, required } = props;
	const fault = of.faults?.fields[name];
	const chosen = firstValue(of, name);
	// A value that the options do not list stays selected, so that saving the form does not change it.
	const isListed = chosen === "" || options.some(({ value }) => value === chosen);
	return (
		<LabelledField {...props}>
			<select
				id={name}
				name={name}
				required={required}
				aria-describedby={describedBy(name, hint, fault)}
				aria-invalid={fault ? "true" : undefined}
			>
				{options.map(({ value, text, disabled }) => (
					<option value={value} selected={value === chosen} disabled={disabled} {...(value === "" ? {} : own)}>
						{text}
					</option>
				))}
				{!isListed && (
					<option value={chosen} selected>
						{chosen}
					</option>
				)}
			</select>
		</LabelledField>
	);
};

interface OptionGroupProps {
	of: FormState;
	name: string;
	legend: string;
	mark?: string | undefined;
	own?: OwnText | undefined;
	hint?: Child;
	options: readonly Option[];
	/** A `radio` allows one choice. */
	type?: "checkbox" | "radio";
}

export const OptionGroup = ({ of, name, legend, mark, own, hint, options, type = "checkbox" }: OptionGroupProps) => {
	const fault = faultOf(of, name, legend);
	return (
		<fieldset id={name} tabindex={fault ? -1 : undefined} aria-describedby={describedBy(name, hint, fault)}>
			<legend>
				<LabelText label={legend} mark={mark} own={own} />
			</legend>
			{hint && (
				<span class="hint" id={`${name}-hint`}>
					{hint}
				</span>
			)}
			<div class="choices">
				{options.map(({ value, text, hint, disabled }) => (
					<label class="choice">
						<input
							type={type}
							name={name}
							value={value}
							checked={of.values[name]?.includes(value) ?? false}
							disabled={disabled}
						/>
						<span {...own}>
							{text}
							{hint && <span class="hint">{hint}</span>}
						</span>
					</label>
				))}
			</div>
			{fault && (
				<span class="fault" id={`${name}-fault`}>
					{fault}
				</span>
			)}
		</fieldset>
	);
};

export const Checkbox = ({ of, name, label, own, hint }: Omit<FieldProps, "mark" | "required" | "class">) => {
	const fault = faultOf(of, name, label);
	return (
		<div class="field">
			<label class="choice">
				<input
					id={name}
					type="checkbox"
					name={name}
					value="true"
					checked={firstValue(of, name) === "true"}
					aria-describedby={describedBy(name, hint, fault)}
					aria-invalid={fault ? "true" : undefined}
				/>
				<span {...own}>{label}</span>
			</label>
			{hint && (
				<span class="hint" id={`${name}-hint`}>
					{hint}
				</span>
			)}
			{fault && (
				<span class="fault" id={`${name}-fault`}>
					{fault}
				</span>
			)}
		</div>
	);
};

/** Each fault links to its field. */
export const FaultSummary = ({ of }: { of: FormState }) =>
	of.faults ? (
		<div class="alarm" role="alert">
			<p>{of.faults.summary}</p>
			{Object.keys(of.faults.fields).length > 0 && <FaultList of={of} />}
		</div>
	) : null;

const FaultList = async ({ of }: { of: FormState }) => (
	<ul>
		{(await faultsOfFields(of)).map(([name, sentence]) => (
			<li>
				<a href={`#${name}`}>{sentence}</a>
			</li>
		))}
	</ul>
);

export const Submit = ({ back, children }: { back?: string; children?: Child }) => (
	<div class="actions">
		<button class="primary" type="submit">
			{children}
		</button>
		{back && (
			<a class="button" href={back}>
				Back
			</a>
		)}
	</div>
);
