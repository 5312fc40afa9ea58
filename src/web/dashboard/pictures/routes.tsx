import { deletePicture, listPictures, updatePicture } from "../../../domain/pictures/operations.ts";
import type { Owner } from "../../../domain/pictures/owners.ts";
import { picturePatch } from "../../../domain/pictures/schema.ts";
import { updateArtist } from "../../../domain/studio/artists/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { isTicked, numberOrNull, textOrNull } from "../forms/form-values.ts";
import type { Area } from "../frame/area.ts";
import type { IdKinds, Ids } from "../frame/declarations.ts";
import type { Visit } from "../frame/visit.ts";
import { alternativeOf, Thumbnail } from "./image.tsx";
import { PicturePage, PicturesPage } from "./pages.tsx";
import { picturePath, picturesPath } from "./paths.ts";
import type { PictureRecord } from "./record.ts";
import { takePictures } from "./take-pictures.ts";

interface Options<Kinds extends IdKinds> {
	/** The declared path of the record's page. */
	path: string;
	kinds: Kinds;
	ownerIn(ids: Ids<Kinds>): Owner;
	find(ctx: Visit["ctx"], ids: Ids<Kinds>): Promise<PictureRecord>;
}

const idOf = ({ picture_id }: { readonly picture_id: string }): string => picture_id;

/** The pages are the same for each kind of record. */
export function addPicturePages<const Kinds extends IdKinds>(
	area: Area,
	{ path, kinds, ownerIn, find }: Options<Kinds>,
): void {
	const all = picturesPath(path);
	const one = `${all}/:picture_id`;
	const ofPicture = { ...kinds, picture_id: "picture" } as const;
	/** The address names the owner, so both are read at once. */
	const read = async ({ ctx }: Visit, ids: Ids<Kinds>) => {
		const [record, pictures] = await together(
			ctx,
			(ctx) => find(ctx, ids),
			(ctx) => listPictures(ctx, ownerIn(ids)),
		);
		return { record, pictures };
	};

	area.upload(all, kinds, {
		show: async (visit, ids, again) => {
			const found = await read(visit, ids);
			return {
				title: `Pictures of ${found.record.name}`,
				body: <PicturesPage visit={visit} {...found} again={again} />,
			};
		},
		take: async (visit, ids) => {
			const record = await find(visit.ctx, ids);
			await takePictures(visit, record);
			return visit.to(picturesPath(record.path), { done: "added" });
		},
	});

	const readOne = async (visit: Visit, ids: Ids<typeof ofPicture>) => {
		const { record, pictures } = await read(visit, ids);
		const picture = pictures.find(({ id }) => id === idOf(ids));
		if (!picture) throw notFound("picture");
		return { record, pictures, picture };
	};

	area.form(one, ofPicture, {
		kind: "change",
		show: async (visit, ids, again) => {
			const found = await readOne(visit, ids);
			return {
				title: `${alternativeOf(found.picture)} · ${found.record.name}`,
				body: <PicturePage visit={visit} {...found} again={again} />,
			};
		},
		operation: (_, values, ids) => {
			const body = parseBody(picturePatch, { caption: textOrNull(values, "caption") });
			return async (ctx) => updatePicture(ctx, (await find(ctx, ids)).owner, idOf(ids), body);
		},
		afterSubmit: (visit) => visit.to(visit.c.req.path, { done: "caption" }),
	});

	area.form(`${one}/place`, ofPicture, {
		kind: "change",
		operation: (_, values, ids) => {
			const body = parseBody(picturePatch, { position: numberOrNull(values, "position") });
			return async (ctx) => updatePicture(ctx, (await find(ctx, ids)).owner, idOf(ids), body);
		},
		afterSubmit: (visit, { id }) => `${visit.to(parentOf(visit, 2), { done: "moved" })}#${id}`,
	});

	area.form(`${one}/remove`, ofPicture, {
		kind: "delete",
		show: async (visit, ids, again) => {
			const { record, picture } = await readOne(visit, ids);
			const page = picturePath(record.path, picture.id);
			return confirmationPage({
				question: `Remove ${picture.caption === null ? "this picture" : `“${picture.caption}”`}?`,
				text: (
					<>
						<p>A removed picture cannot be restored.</p>
						<div class="full-picture low">
							<Thumbnail of={picture} sizes="20rem" />
						</div>
					</>
				),
				verb: "Remove",
				action: visit.to(`${page}/remove`),
				back: { href: visit.to(page), text: `Picture ${picture.position}` },
				again,
			});
		},
		operation: (_, __, ids) => async (ctx) => deletePicture(ctx, (await find(ctx, ids)).owner, idOf(ids)),
		afterSubmit: (visit) => visit.to(parentOf(visit, 2), { done: "removed" }),
	});
}

/** The path some steps above that of the request. */
const parentOf = ({ c }: Visit, steps: number): string => c.req.path.split("/").slice(0, -steps).join("/");

export function addAvatarForm(area: Area, { path, kinds }: { path: string; kinds: { readonly id: "artist" } }): void {
	area.form(
		`${picturesPath(path)}/:picture_id/avatar`,
		{ ...kinds, picture_id: "picture" },
		{
			kind: "change",
			operation:
				(_, values, { id, picture_id }) =>
				(ctx) =>
					updateArtist(ctx, id, { avatar_picture_id: isTicked(values, "avatar") ? picture_id : null }),
			afterSubmit: (visit, { avatar_picture_id }) =>
				visit.to(parentOf(visit, 1), { done: avatar_picture_id === null ? "no_avatar" : "avatar" }),
		},
	);
}
