import type { Picture } from "../../../domain/pictures/schema.ts";
import { Badge, Facts, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { sizeInWords } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { AddPictures } from "./add-form.tsx";
import { PictureGrid } from "./grid.tsx";
import { alternativeOf, localAddress, Thumbnail } from "./image.tsx";
import { picturePath, picturesPath } from "./paths.ts";
import { type PictureRecord, shownPicture } from "./record.ts";

const done = {
	added: "The pictures have been added.",
	moved: "The picture has its new place.",
	removed: "The picture has been removed.",
	caption: "The caption has been saved.",
	avatar: "The picture now stands for the artist.",
	no_avatar: "The picture no longer stands for the artist.",
};

interface PicturesProps {
	visit: Visit;
	record: PictureRecord;
	pictures: readonly Picture[];
	again?: FormState | undefined;
}

export const PicturesPage = ({ visit, record, pictures, again }: PicturesProps) => (
	<>
		<Title
			text={`Pictures of ${record.name}`}
			back={{ href: visit.to(record.path), text: record.name }}
			lead={pictures.length > 1 ? "The first one comes first wherever they are shown." : undefined}
		/>
		<DoneNote visit={visit} words={done} />
		<Panel>
			<div id="pictures-own" data-pictures>
				{pictures.length === 0 ? (
					<p class="dim">No pictures yet.</p>
				) : (
					<PictureGrid
						label="Pictures"
						sortable
						pictures={pictures.map((picture) => ({
							...shownPicture(visit, record.path, picture),
							below: <Arrange visit={visit} record={record} picture={picture} count={pictures.length} />,
						}))}
					/>
				)}
			</div>
			<AddPictures action={visit.to(picturesPath(record.path))} again={again} />
		</Panel>
	</>
);

interface OfPicture {
	visit: Visit;
	record: PictureRecord;
	picture: Picture;
	count: number;
}

const Arrange = ({ visit, record, picture, count }: OfPicture) => {
	const { id, position } = picture;
	const name = alternativeOf(picture);
	const place = visit.to(`${picturePath(record.path, id)}/place`);
	return (
		<>
			{id === record.avatarId && <Badge tone="info">Avatar</Badge>}
			<div class="actions arrange" data-place={place}>
				{position > 1 && (
					<PostButton
						action={place}
						fields={{ position: String(position - 1) }}
						label={`Move ${name} one place earlier`}
					>
						Earlier
					</PostButton>
				)}
				{position < count && (
					<PostButton action={place} fields={{ position: String(position + 1) }} label={`Move ${name} one place later`}>
						Later
					</PostButton>
				)}
			</div>
		</>
	);
};

interface PictureProps {
	visit: Visit;
	record: PictureRecord;
	pictures: readonly Picture[];
	picture: Picture;
	again?: FormState | undefined;
}

/** One picture as large as the page allows, with its caption and the ways to its neighbours. */
export const PicturePage = ({ visit, record, pictures, picture, again }: PictureProps) => {
	const at = (step: string) => visit.to(`${picturePath(record.path, picture.id)}${step}`);
	const of = again ?? { values: { caption: [picture.caption ?? ""] } };
	return (
		<>
			<Title
				text={`Picture ${picture.position} of ${pictures.length}`}
				back={{ href: visit.to(picturesPath(record.path)), text: `Pictures of ${record.name}` }}
				beside={picture.id === record.avatarId && <Badge tone="info">Avatar</Badge>}
			>
				{record.owner.type === "artist" && <AvatarButton record={record} picture={picture} action={at("/avatar")} />}
				<a class="button danger" href={at("/remove")}>
					Remove
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<div class="full-picture">
					<Thumbnail of={picture} sizes="(min-width: 64rem) 70vw, 95vw" />
				</div>
				<Neighbours visit={visit} record={record} pictures={pictures} picture={picture} />
				<form method="post" action={at("")}>
					<FaultSummary of={of} />
					<div class="with-button">
						<Input
							of={of}
							name="caption"
							label="Caption"
							hint="People who cannot see the picture hear or read it, too."
							maxlength={500}
						/>
						<button type="submit">Save</button>
					</div>
				</form>
			</Panel>
			<Panel title="Details">
				<Facts of={factsOf(visit, picture)} />
			</Panel>
		</>
	);
};

const Neighbours = ({ visit, record, pictures, picture }: Omit<PictureProps, "again">) => {
	const n = pictures.findIndex(({ id }) => id === picture.id);
	const link = (to: Picture | undefined, rel: "prev" | "next", words: string) =>
		to && (
			<a class="button" rel={rel} href={visit.to(picturePath(record.path, to.id))}>
				{words}
			</a>
		);
	if (pictures.length < 2) return null;
	return (
		<nav class="neighbours" aria-label="Other pictures">
			<span>{link(pictures[n - 1], "prev", "Previous")}</span>
			<span>{link(pictures[n + 1], "next", "Next")}</span>
		</nav>
	);
};

const AvatarButton = ({ record, picture, action }: { record: PictureRecord; picture: Picture; action: string }) =>
	picture.id === record.avatarId ? (
		<PostButton action={action} fields={{ avatar: "" }}>
			No longer the avatar
		</PostButton>
	) : (
		<PostButton action={action} fields={{ avatar: "true" }}>
			Use as avatar
		</PostButton>
	);

const formats: Record<Picture["content_type"], string> = {
	"image/jpeg": "JPEG",
	"image/png": "PNG",
	"image/webp": "WebP",
	"image/avif": "AVIF",
	"image/heic": "HEIC",
};

const factsOf = ({ studio }: Visit, picture: Picture) =>
	[
		[
			"File",
			<a href={localAddress(picture.url)}>
				Open the whole picture ({formats[picture.content_type]}, {sizeInWords(picture.size_bytes)})
			</a>,
		],
		["Pixels", `${picture.width} × ${picture.height}`],
		["Added", <LocalTime at={picture.created_at} zone={studio.timezone} />],
		["Id", <code>{picture.id}</code>],
	] as const;
