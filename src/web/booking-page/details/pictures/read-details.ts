import { maxPicturesOfAnswer } from "../../../../domain/clients/form-submissions/answers.ts";
import { maxPictures } from "../../../../domain/pictures/create-picture.ts";
import type { AppContext } from "../../../../platform/http/request/app-env.ts";
import { type ChosenFile, isMultipart, readMultipart } from "../../../../platform/http/request/body/multipart.ts";
import type { FormValues } from "../../../ui/components/fields.tsx";
import { readPageFormValues, requireSameOrigin } from "../../../ui/form.tsx";
import type { BookableArtist } from "../../bookable-artist.ts";
import { keptIn, type PictureQuestion } from "./picture-questions.ts";
import { isReference } from "./reference.ts";
import { refusedByLimits, storePicture, visitorsOf } from "./store-picture.ts";

/** The pictures have been stored, and the values name them. */
export interface SentDetails {
	values: FormValues;
	/** The values that tell one form from another. The same file has the same value each time it is sent. */
	once: FormValues;
	/** The faults of files, by the names of their questions. */
	faults: Record<string, string>;
}

/** Also stores the pictures that the visitor has chosen in the form. */
export async function readDetails(
	c: AppContext,
	bookable: BookableArtist,
	questions: readonly PictureQuestion[],
): Promise<SentDetails> {
	const sent: SentFiles = { stored: {}, faults: {} };
	const values = isMultipart(c) ? await readWithFiles(c, bookable, questions, sent) : await readPageFormValues(c);
	const once: Record<string, readonly string[]> = { ...values };
	const named: Record<string, readonly string[]> = { ...values };
	for (const { name, formId } of questions) {
		const stored = sent.stored[name] ?? [];
		const kept = keptIn(values, name).filter((text) => isReference(bookable.ctx, formId, text));
		named[name] = [...kept, ...stored.map(({ reference }) => reference)];
		once[name] = [...kept, ...stored.map(({ sha256 }) => sha256)];
		delete named[`${name}.remove`];
	}
	return { values: named, once, faults: sent.faults };
}

interface SentFiles {
	stored: Record<string, { reference: string; sha256: string }[]>;
	faults: Record<string, string>;
}

async function readWithFiles(
	c: AppContext,
	bookable: BookableArtist,
	questions: readonly PictureQuestion[],
	{ stored, faults }: SentFiles,
): Promise<FormValues> {
	requireSameOrigin(c);
	const addFault = (name: string, fault: string) => {
		if (!faults[name]?.includes(fault)) faults[name] = [faults[name], fault].filter(Boolean).join(" ");
	};
	const mayRead = async ({ name, filename, values }: Omit<ChosenFile, "upload">): Promise<boolean> => {
		// The field is hidden, so only a program fills it in.
		if (!questions.some((one) => one.name === name) || values.website?.some(Boolean)) return false;
		const count = keptIn(values, name).length + (stored[name] ?? []).length;
		const fault =
			count >= maxPicturesOfAnswer
				? bookable.words.refusals.tooManyPictures(maxPicturesOfAnswer)
				: (await refusedByLimits(c, bookable, filename))?.refused;
		if (fault) addFault(name, fault);
		return fault === undefined;
	};
	const onFile = async ({ name, filename, upload }: ChosenFile) => {
		const formId = questions.find((one) => one.name === name)?.formId;
		if (formId === undefined) return;
		const picture = await storePicture(c, bookable, { formId, filename, upload });
		if ("refused" in picture) addFault(name, picture.refused);
		else stored[name] = [...(stored[name] ?? []), picture];
	};
	return await readMultipart(c, { holder: visitorsOf(c), maxFiles: maxPictures, mayRead, onFile });
}
