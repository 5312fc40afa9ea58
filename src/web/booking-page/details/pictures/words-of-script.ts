import { maxPicturesOfAnswer } from "../../../../domain/clients/form-submissions/answers.ts";
import type { Words } from "../../../../domain/languages/words.ts";

/** The texts of `form-pictures.client.js`. It puts the values in place of the names in braces. */
export const wordsOfScript = ({ form, refusals }: Words) => ({
	aPicture: refusals.aPicture,
	quoted: refusals.quoted("{name}"),
	remove: form.remove,
	removeNamed: form.removeNamed("{name}"),
	sending: form.sending("{name}"),
	sent: form.picturesSent("{sent}", "{count}"),
	sentLater: form.sentLater,
	full: form.full,
	tooLarge: refusals.largePicture("{name}"),
	lost: refusals.pictureLost("{name}"),
	tooMany: refusals.tooManyPictures(maxPicturesOfAnswer),
});
