import { Panel } from "../../ui/components/parts.tsx";
import type { Visit } from "../frame/visit.ts";
import { PictureGrid } from "./grid.tsx";
import type { FoundPicture } from "./read-origins.ts";
import { shownPicture } from "./record.ts";

interface Props {
	visit: Visit;
	found: readonly FoundPicture[];
}

const shownAll = (visit: Visit, found: readonly FoundPicture[]) =>
	found.map(({ picture, path }) => shownPicture(visit, path, picture));

/** Pictures of other records, each with a link to its page. A page without any says nothing about them. */
export const FoundPictures = ({ visit, found, title = "Pictures", lead }: Props & { title?: string; lead: string }) =>
	found.length === 0 ? null : (
		<Panel title={title} lead={lead}>
			<PictureGrid label={title} pictures={shownAll(visit, found)} />
		</Panel>
	);

/** The first pictures in a row. */
export const PictureStrip = ({ visit, found, label }: Props & { label: string }) =>
	found.length === 0 ? null : <PictureGrid label={label} pictures={shownAll(visit, found.slice(0, 6))} strip />;
