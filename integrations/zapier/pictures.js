import { at } from "./http.js";

/** The records that take pictures from a Zap, by the beginning of their ids. */
const collections = { led: "leads", ide: "ideas" };

export function picturesOf(z, id) {
	const collection = collections[id.slice(0, 3)];
	if (!collection) throw new z.errors.Error("This is the id of no lead and no idea.", "invalid_id", 400);
	return at(`/v1/${collection}/${encodeURIComponent(id)}/pictures`);
}

/** The format of a picture, by its first bytes: not every app tells it. Undefined if it is none that the API takes. */
export function typeOf(bytes) {
	const text = bytes.subarray(0, 12).toString("latin1");
	if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (text.startsWith("\x89PNG")) return "image/png";
	if (text.startsWith("RIFF") && text.endsWith("WEBP")) return "image/webp";
	if (!text.slice(4).startsWith("ftyp")) return undefined;
	return /ftypavi[fs]/.test(text) ? "image/avif" : "image/heic";
}

/** Gets a picture of a submission when a later step of the Zap needs it. Its address is valid for an hour only. */
export async function picture(z, bundle) {
	const { submission_id, picture_id } = bundle.inputData;
	const { data } = await z.request(at(`/v1/form_submissions/${submission_id}/pictures/${picture_id}`));
	const name = `${data.caption ?? data.id}.${data.content_type.slice("image/".length)}`;
	return await z.stashFile(z.request({ url: data.url, raw: true }), data.size_bytes, name, data.content_type);
}

/** The answers of a submission name their pictures by id. */
const idsIn = (answers) =>
	Object.values(answers ?? {})
		.flat()
		.filter((one) => /^pic_[0-9a-f]{32}$/.test(one));

/** Adds the pictures of a submission as files, if there are some. */
export function withPictures(z, submission) {
	const ids = idsIn(submission.submissionData);
	if (ids.length === 0) return submission;
	const fileOf = (picture_id) => z.dehydrateFile(picture, { submission_id: submission.formSubmissionId, picture_id });
	return { ...submission, pictures: ids.map(fileOf) };
}
