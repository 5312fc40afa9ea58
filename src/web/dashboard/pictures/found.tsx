import type { FoundPicture } from "../../../domain/clients/leads/found-pictures.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { submissionPath } from "../client-forms/paths.ts";
import { ideaPath } from "../clients/paths.ts";
import type { Visit } from "../frame/visit.ts";
import { pathOf as leadPath } from "../leads/paths.ts";
import { PictureGrid } from "./grid.tsx";
import { shownPicture } from "./record.ts";

interface Props {
	visit: Visit;
	found: readonly FoundPicture[];
}

const shownAll = (visit: Visit, found: readonly FoundPicture[]) =>
	found.map(({ picture, owner }) => shownPicture(visit, pathOf(owner), picture));

function pathOf({ type, id, of }: FoundPicture["owner"]): string {
	if (type === "lead") return leadPath(id);
	return type === "idea" ? ideaPath(of, id) : submissionPath({ id, form_id: of });
}

/** Each picture links to its record. A page without any says nothing about them. */
export const FoundPictures = ({ visit, found, title = "Pictures", lead }: Props & { title?: string; lead: string }) =>
	found.length === 0 ? null : (
		<Panel title={title} lead={lead}>
			<PictureGrid label={title} pictures={shownAll(visit, found)} />
		</Panel>
	);

export const PictureStrip = ({ visit, found, label }: Props & { label: string }) =>
	found.length === 0 ? null : <PictureGrid label={label} pictures={shownAll(visit, found.slice(0, 6))} strip />;
