import { maxPicturesOfAnswer } from "../../../domain/clients/form-submissions/answers.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { pictureTypes } from "../../../platform/pictures/picture-type.ts";
import { faultOf } from "../components/faults.ts";
import { type FormState, LabelText } from "../components/fields.tsx";
import type { OwnText } from "../own-text.ts";

export interface ChosenPicture {
	/** Names it in the form. */
	reference: string;
	thumbnail: string;
	width: number;
	height: number;
}

interface Props {
	of: FormState;
	words: Words;
	name: string;
	label: string;
	mark: string | undefined;
	own: OwnText;
	required: boolean;
	chosen?: readonly ChosenPicture[] | undefined;
}

/** With the last one, phones offer their camera. */
const accepted = [...pictureTypes, "image/*"].join(",");

/** The script sends each picture as soon as it is chosen; without it, the form has them. */
export const PictureQuestion = ({ of, words, name, label, mark, own, required, chosen = [] }: Props) => {
	const fault = faultOf(of, name, label);
	return (
		<div class="field picture-question" data-most={maxPicturesOfAnswer}>
			<label for={name}>
				<LabelText label={label} mark={mark} own={own} />
			</label>
			<span class="hint" id={`${name}-hint`}>
				{words.form.picturesHint(maxPicturesOfAnswer)}
			</span>
			<ul class="chosen-pictures" hidden={chosen.length === 0}>
				{chosen.map((picture, index) => (
					<Chosen
						name={name}
						picture={picture}
						words={words}
						alt={words.form.pictureNumber(label, index + 1, chosen.length)}
					/>
				))}
			</ul>
			<input
				id={name}
				name={name}
				type="file"
				accept={accepted}
				multiple
				required={required && chosen.length === 0}
				data-required={required ? "true" : undefined}
				aria-describedby={[`${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ")}
				aria-invalid={fault ? "true" : undefined}
			/>
			{fault && (
				<span class="fault" id={`${name}-fault`}>
					{fault}
				</span>
			)}
		</div>
	);
};

interface ChosenProps {
	name: string;
	picture: ChosenPicture;
	words: Words;
	alt: string;
}

const Chosen = ({ name, picture, words, alt }: ChosenProps) => {
	const { reference, thumbnail, width, height } = picture;
	return (
		<li>
			<img src={thumbnail} alt={alt} width={width} height={height} />
			<input type="hidden" name={name} value={reference} />
			<label class="choice">
				<input type="checkbox" name={`${name}.remove`} value={reference} />
				<span>{words.form.remove}</span>
			</label>
		</li>
	);
};
