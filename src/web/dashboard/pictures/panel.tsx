import type { Picture } from "../../../domain/pictures/schema.ts";
import { Badge, Panel } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";
import { AddPictures } from "./add-form.tsx";
import { PictureGrid } from "./grid.tsx";
import { picturesPath } from "./paths.ts";
import { type PictureRecord, shownPicture } from "./record.ts";

interface Props {
	visit: Visit;
	record: PictureRecord;
	pictures: readonly Picture[];
}

/** A page about more than pictures shows so many of them. */
const shown = 12;

export const PicturesPanel = ({ visit, record, pictures }: Props) => {
	const href = visit.to(picturesPath(record.path));
	return (
		<Panel
			title="Pictures"
			id="pictures-of-record"
			actions={
				pictures.length > 0 && (
					<a class="button" href={href}>
						{pictures.length > shown ? `All ${pictures.length} pictures` : "Arrange"}
					</a>
				)
			}
		>
			<div id="pictures-own" data-pictures>
				{pictures.length === 0 ? (
					<p class="dim">No pictures yet.</p>
				) : (
					<PictureGrid
						label="Pictures"
						pictures={pictures.slice(0, shown).map((one) => ofRecord(visit, record, one))}
					/>
				)}
			</div>
			<AddPictures action={href} />
		</Panel>
	);
};

const ofRecord = (visit: Visit, { path, avatarId }: PictureRecord, picture: Picture) => ({
	...shownPicture(visit, path, picture),
	below: picture.id === avatarId && <Badge tone="info">Avatar</Badge>,
});
