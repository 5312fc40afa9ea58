import { maxPicturesOfAnswer } from "../../../domain/clients/form-submissions/answers.ts";
import { pictureTypes } from "../../../platform/pictures/picture-type.ts";
import { faultOf } from "../components/faults.ts";
import type { FormState } from "../components/fields.tsx";

export interface ChosenPicture {
	/** Names it in the form. */
	reference: string;
	thumbnail: string;
	width: number;
	height: number;
}

interface Props {
	of: FormState;
	name: string;
	label: string;
	required: boolean;
	chosen?: readonly ChosenPicture[] | undefined;
}

/** With the last one, phones offer their camera. */
const accepted = [...pictureTypes, "image/*"].join(",");

/** The script sends each picture as soon as it is chosen; without it, the form has them. */
export const PictureQuestion = ({ of, name, label, required, chosen = [] }: Props) => {
	const fault = faultOf(of, name, label);
	return (
		<div class="field picture-question" data-most={maxPicturesOfAnswer}>
			<label for={name}>{label}</label>
			<span class="hint" id={`${name}-hint`}>
				Up to {maxPicturesOfAnswer} pictures of at most 15 MB each: JPEG, PNG, WebP, AVIF or HEIC.
			</span>
			<ul class="chosen-pictures" hidden={chosen.length === 0}>
				{chosen.map((picture, index) => (
					<Chosen name={name} picture={picture} alt={`${label}: ${index + 1} of ${chosen.length}`} />
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

const Chosen = ({ name, picture, alt }: { name: string; picture: ChosenPicture; alt: string }) => {
	const { reference, thumbnail, width, height } = picture;
	return (
		<li>
			<img src={thumbnail} alt={alt} width={width} height={height} />
			<input type="hidden" name={name} value={reference} />
			<label class="choice">
				<input type="checkbox" name={`${name}.remove`} value={reference} />
				<span>Remove</span>
			</label>
		</li>
	);
};
