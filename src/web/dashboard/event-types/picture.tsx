import type { Picture } from "../../../domain/pictures/schema.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import { Panel } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";
import { localAddress, Thumbnail } from "../pictures/image.tsx";
import { picturesPath } from "../pictures/paths.ts";
import { pathOf } from "./paths.ts";

interface Props {
	visit: Visit;
	type: EventType;
	pictures: readonly Picture[];
}

export const TypePicture = ({ visit, type, pictures }: Props) => {
	const ofArtist = visit.to(picturesPath(`/dashboard/artists/${type.artist_id}`));
	const shown = pictures.find((one) => isShown(type, one));
	const isElsewhere = type.image_url !== null && !shown;
	return (
		<Panel
			title="Picture"
			id="picture"
			actions={
				<a class="button" href={ofArtist}>
					Pictures of the artist
				</a>
			}
		>
			{isElsewhere && (
				<p class="dim">
					Previews of links show <code>{type.image_url}</code>.
				</p>
			)}
			{pictures.length === 0 ? (
				<p class="dim">Its artist has no pictures yet.</p>
			) : (
				<form method="post" action={visit.to(`${pathOf(type)}/picture`)}>
					<fieldset class="picture-choices">
						<legend class="dim">The artist's page shows it beside the name.</legend>
						<label class="none">
							<input type="radio" name="picture" value="" checked={type.image_url === null} />
							<span>None</span>
						</label>
						{pictures.map((picture) => (
							<label>
								<input type="radio" name="picture" value={picture.id} checked={picture === shown} />
								<Thumbnail of={picture} sizes="6rem" lazy />
							</label>
						))}
					</fieldset>
					<button type="submit">Save</button>
				</form>
			)}
		</Panel>
	);
};

const isShown = ({ image_url }: EventType, { url }: Picture): boolean =>
	image_url !== null && `${localAddress(image_url)}/`.startsWith(`${localAddress(url)}/`);
