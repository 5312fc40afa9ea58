import type { Words } from "../../../../domain/languages/words.ts";
import { createFormPicture } from "../../../../domain/studio/forms/create-form-picture.ts";
import { execute } from "../../../../platform/commit/execute.ts";
import type { Upload } from "../../../../platform/http/endpoint/upload.ts";
import { type AppContext, note } from "../../../../platform/http/request/app-env.ts";
import type { MemoryHolder } from "../../../../platform/http/request/body/uploads.ts";
import { type Settled, unwrap } from "../../../../platform/lib/async/settle.ts";
import { clock } from "../../../../platform/lib/clock.ts";
import { Problem } from "../../../../platform/problems/problem.ts";
import type { ChosenPicture } from "../../../ui/questions/picture-question.tsx";
import type { BookableArtist } from "../../bookable-artist.ts";
import { siteHashOf } from "../../visitor.ts";
import { countPicture, countPictureBytes } from "../abuse-limits.ts";
import { chosenPicture } from "./shown-pictures.ts";

interface Stored extends ChosenPicture {
	sha256: string;
}

export interface RefusedPicture {
	refused: string;
	status: 403 | 409 | 413 | 415 | 422 | 429;
}

/** The holder of the memory for a visitor's pictures. */
export const visitorsOf = (c: AppContext): MemoryHolder => ({ kind: "visitors", id: siteHashOf(c) });

/** Each picture that is read costs memory and time, so it counts before. */
export async function refusedByLimits(
	c: AppContext,
	bookable: BookableArtist,
	filename: string,
): Promise<RefusedPicture | undefined> {
	const waitSeconds = await countPicture(c, bookable);
	return waitSeconds > 0 ? tooMany(c, bookable.words, { filename, waitSeconds }) : undefined;
}

function tooMany(
	c: AppContext,
	words: Words,
	{ filename, waitSeconds }: { filename: string; waitSeconds: number },
): RefusedPicture {
	note(c, { code: "rate_limit_exceeded" });
	const name = shownName(filename, words);
	return { refused: words.refusals.picturesOfHour(name, words.formats.wait(waitSeconds)), status: 429 };
}

export async function storePicture(
	c: AppContext,
	bookable: BookableArtist,
	{ formId, filename, upload }: { formId: string; filename: string; upload: Settled<Upload> },
): Promise<Stored | RefusedPicture> {
	const { words } = bookable;
	try {
		const picture = unwrap(upload);
		const waitSeconds = await countPictureBytes(c, picture.bytes.byteLength);
		if (waitSeconds > 0) return tooMany(c, words, { filename, waitSeconds });
		// The bytes may have taken a while to arrive.
		const ctx = { ...bookable.ctx, now: clock.now() };
		const { id } = (await execute(c.get("writer"), ctx, (ctx) => createFormPicture(ctx, formId, picture, undefined)))
			.result;
		const { width, height, sha256 } = picture;
		const row = { tenantId: ctx.tenantId, id, ownerType: "form" as const, width, height };
		return { ...chosenPicture(ctx, formId, row), sha256 };
	} catch (error) {
		const refused = error instanceof Problem && refusalOf(error, filename, words);
		if (!refused) throw error;
		note(c, { code: error.code });
		return refused;
	}
}

/** Undefined for a problem that is not about the picture. */
function refusalOf({ code, message }: Problem, filename: string, words: Words): RefusedPicture | undefined {
	const { refusals } = words;
	const name = shownName(filename, words);
	switch (code) {
		case "unsupported_media_type":
			return { refused: refusals.noPicture(name), status: 415 };
		case "payload_too_large":
			return { refused: refusals.largePicture(name), status: 413 };
		case "validation_error":
			return {
				refused: message.includes("megapixels") ? refusals.tooManyPixels(name) : refusals.damagedPicture(name),
				status: 422,
			};
		// The visitor learns nothing about the studio's plan.
		case "plan_limit_reached":
			return { refused: refusals.noPicturesNow, status: 403 };
		case "conflict":
			return { refused: refusals.formChanged, status: 409 };
		default:
			return undefined;
	}
}

const maxNameChars = 60;

function shownName(filename: string, { refusals }: Words): string {
	const name = filename.trim();
	if (name === "") return refusals.aPicture;
	return refusals.quoted(name.length > maxNameChars ? `${name.slice(0, maxNameChars)}…` : name);
}
