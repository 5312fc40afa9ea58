import type { BookableType } from "../../../../domain/booking/bookings/bookable-artist.ts";
import type { AppContext } from "../../../../platform/http/request/app-env.ts";
import { readMultipart } from "../../../../platform/http/request/body/multipart.ts";
import { requireSameOrigin } from "../../../ui/form.tsx";
import type { BookableArtist } from "../../bookable-artist.ts";
import { formsOf } from "../type-forms.ts";
import { pictureQuestionsOf } from "./picture-questions.ts";
import { refusedByLimits, storePicture, visitorsOf } from "./store-picture.ts";

/** The page's script sends each picture as soon as it is chosen. */
export async function uploadPicture(c: AppContext, bookable: BookableArtist, type: BookableType): Promise<Response> {
	requireSameOrigin(c);
	const questions = pictureQuestionsOf(await formsOf(bookable, type));
	let taken: Awaited<ReturnType<typeof storePicture>> | undefined;
	await readMultipart(c, {
		holder: visitorsOf(c),
		maxFiles: 1,
		mayRead: async ({ name, filename }) => {
			if (taken || !questions.some((one) => one.name === name)) return false;
			taken = await refusedByLimits(c, bookable, filename);
			return taken === undefined;
		},
		onFile: async ({ name, filename, upload }) => {
			const question = questions.find((one) => one.name === name);
			if (question) taken ??= await storePicture(c, bookable, { formId: question.formId, filename, upload });
		},
	});
	c.header("Cache-Control", "no-store");
	if (!taken) return c.json({ refused: bookable.words.refusals.formChanged }, 409);
	if ("refused" in taken) return c.json({ refused: taken.refused }, taken.status);
	const { reference, thumbnail, width, height } = taken;
	return c.json({ reference, thumbnail, width, height }, 201);
}
