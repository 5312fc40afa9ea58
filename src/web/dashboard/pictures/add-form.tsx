import type { FormState } from "../../ui/components/fields.tsx";
import { FormId } from "../forms/form-id.tsx";

interface Props {
	/** The address of the page with the pictures of the record. */
	action: string;
	again?: FormState | undefined;
}

export const filesField = "pictures";

/** The types that the service takes (contract: Pictures 2), and the endings for which some systems have no type. */
const accepted = "image/jpeg,image/png,image/webp,image/avif,image/heic,.heic,.heif,.avif";

/** Takes pictures by choosing, and with script by dropping and pasting, too. */
export const AddPictures = ({ action, again }: Props) => {
	const refused = refusedFilesIn(again);
	return (
		<picture-form>
			<form method="post" action={action} enctype="multipart/form-data" class="add-pictures">
				{again?.faults && (
					<div class="alarm" role="alert">
						<p>{again.faults.summary}</p>
						{refused.length > 0 && (
							<ul>
								{refused.map((words) => (
									<li data-refused>{words}</li>
								))}
							</ul>
						)}
					</div>
				)}
				<FormId />
				<div class="field">
					<label for={filesField}>Add pictures</label>
					<span class="hint" id={`${filesField}-hint`}>
						JPEG, PNG, WebP, AVIF or HEIC, each of 15 MB at most.{" "}
						<span class="with-script">You can also drop them here, or paste one.</span>
					</span>
					<div class="with-button">
						<input
							id={filesField}
							name={filesField}
							type="file"
							multiple
							required
							accept={accepted}
							aria-describedby={`${filesField}-hint`}
						/>
						<button type="submit">Add</button>
					</div>
				</div>
			</form>
			<ul class="uploads" data-uploads hidden aria-label="Pictures on their way" />
		</picture-form>
	);
};

export const refusedFiles = (sentences: readonly string[]): Readonly<Record<string, unknown>> => ({
	refusedFiles: sentences,
});

const refusedFilesIn = (again: FormState | undefined): readonly string[] =>
	(again?.extra?.refusedFiles as readonly string[] | undefined) ?? [];
