import { createPicture, maxPictures } from "../../../domain/pictures/create-picture.ts";
import { type ChosenFile, isMultipart, readMultipart } from "../../../platform/http/request/body/multipart.ts";
import { MalformedBody } from "../../../platform/http/request/body/urlencoded.ts";
import { unwrap } from "../../../platform/lib/async/settle.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { formIdField } from "../../ui/execute-once.ts";
import { executeForm, FormRefusal } from "../forms/execute-form.ts";
import type { Visit } from "../frame/visit.ts";
import { filesField, refusedFiles } from "./add-form.tsx";
import type { PictureRecord } from "./record.ts";

/** A refused file is named, and the others stay (contract: Dashboard 65). */
export async function takePictures(visit: Visit, { owner }: PictureRecord): Promise<void> {
	const refused: string[] = [];
	let added = 0;
	if (!isMultipart(visit.c)) throw nothingChosen();
	const onFile = async (file: ChosenFile) => {
		if (file.name !== filesField) return;
		try {
			await store(visit, owner, file, added + refused.length);
			added += 1;
		} catch (error) {
			refused.push(`${shownName(file)}: ${wordsOf(error)}`);
		}
	};
	try {
		await readMultipart(visit.c, { holder: { kind: "studio", id: visit.studio.id }, maxFiles: maxPictures, onFile });
	} catch (error) {
		if (added + refused.length === 0 || !(error instanceof Problem || error instanceof MalformedBody))
			throw refusalOf(error);
		refused.push(`The rest has not arrived: ${error.message}`);
	}
	if (refused.length > 0) throw new FormRefusal({ summary: summaryOf(added), fields: {} }, 422, refusedFiles(refused));
	if (added === 0) throw nothingChosen();
}

/** The same form with the same file adds one picture, however often it is sent. */
async function store(visit: Visit, owner: PictureRecord["owner"], file: ChosenFile, place: number): Promise<void> {
	const upload = unwrap(file.upload);
	const values = { [formIdField]: file.values[formIdField] ?? [], file: [String(place), upload.sha256] };
	// The bytes may have taken a while to arrive.
	const arrived: Visit = { ...visit, ctx: { ...visit.ctx, now: clock.now() } };
	await executeForm(arrived, "create", values, (ctx) => createPicture(ctx, owner, upload, undefined));
}

const nothingChosen = () => new FormRefusal({ summary: "Choose at least one picture.", fields: {} }, 422);

const summaryOf = (added: number): string => {
	if (added === 0) return "Nothing has been added.";
	return added === 1
		? "One picture has been added. Others were refused."
		: `${added} pictures have been added. Others were refused.`;
};

const shownName = ({ filename }: ChosenFile): string => filename.slice(0, 100) || "A picture";

/** Anything else is no fault of the file. */
function wordsOf(error: unknown): string {
	if (error instanceof FormRefusal) return error.message;
	if (!(error instanceof Problem) || error.status === 404) throw error;
	const [fault] = (error.extra.errors ?? []) as { message: string }[];
	switch (error.code) {
		case "unsupported_media_type":
			return "This is no JPEG, PNG, WebP, AVIF or HEIC picture.";
		case "payload_too_large":
			return "This is larger than 15 MB.";
		default:
			return fault ? sentenceOf(fault.message) : error.message;
	}
}

/** `is empty` → `This is empty.` */
function sentenceOf(message: string): string {
	const sentence = /^[A-Z]/.test(message) ? message : `This ${message}`;
	return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

/** The form itself cannot be read. */
function refusalOf(error: unknown): unknown {
	if (error instanceof MalformedBody) return new FormRefusal({ summary: error.message, fields: {} }, 422);
	if (error instanceof Problem && error.code === "payload_too_large")
		return new FormRefusal({ summary: "These are too many bytes at a time. Send fewer pictures.", fields: {} }, 413);
	return error;
}
