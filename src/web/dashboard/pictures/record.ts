import type { Owner } from "../../../domain/pictures/owners.ts";
import type { Picture } from "../../../domain/pictures/schema.ts";
import type { Visit } from "../frame/visit.ts";
import type { ShownPicture } from "./grid.tsx";
import { picturePath } from "./paths.ts";

export interface PictureRecord {
	owner: Owner;
	name: string;
	path: string;
	/** Of an artist: the picture that stands for the artist. */
	avatarId?: string | null;
}

export const shownPicture = (visit: Visit, path: string, picture: Picture): ShownPicture => ({
	...picture,
	href: visit.to(picturePath(path, picture.id)),
});
