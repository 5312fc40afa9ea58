import { findWaitingPictures } from "../../../../domain/clients/form-submissions/pictures.ts";
import { addressesOf } from "../../../../domain/pictures/addresses.ts";
import type { PictureRow } from "../../../../domain/pictures/schema.ts";
import type { Ctx } from "../../../../platform/context.ts";
import type { FormValues } from "../../../ui/components/fields.tsx";
import type { ChosenPicture } from "../../../ui/questions/picture-question.tsx";
import type { PictureQuestion } from "./picture-questions.ts";
import { idIn, referenceTo } from "./reference.ts";

export type ShownPictures = Record<string, ChosenPicture[]>;

/** `lost` names the questions that have lost pictures. */
export async function readShownPictures(
	ctx: Ctx,
	questions: readonly PictureQuestion[],
	values: FormValues,
): Promise<{ shown: ShownPictures; lost: string[] }> {
	const shown: ShownPictures = {};
	const lost: string[] = [];
	const answered = questions.filter(({ name }) => values[name]?.length);
	const found = await Promise.all(
		answered.map(({ name, formId }) => findWaitingPictures(ctx, formId, (values[name] ?? []).map(idIn))),
	);
	for (const [index, { name, formId }] of answered.entries()) {
		const rows = new Map(found[index]?.map((row) => [row.id, row]));
		const named = (values[name] ?? []).map(idIn);
		shown[name] = named.flatMap((id) => {
			const row = rows.get(id);
			return row ? [chosenPicture(ctx, formId, row)] : [];
		});
		if (shown[name].length < named.length) lost.push(name);
	}
	return { shown, lost };
}

/** The page loads it from its own origin, as its policy demands. */
export const chosenPicture = (
	ctx: Ctx,
	formId: string,
	row: Pick<PictureRow, "tenantId" | "id" | "ownerType" | "width" | "height">,
): ChosenPicture => ({
	reference: referenceTo(ctx, formId, row.id),
	thumbnail: `${new URL(addressesOf(ctx, row).thumbnail_url, "https://any.example").pathname}?w=320`,
	width: row.width,
	height: row.height,
});
