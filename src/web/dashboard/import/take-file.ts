import { createDraft, type Draft } from "../../../domain/imports/draft.ts";
import type { RowsUpload } from "../../../platform/http/endpoint/upload.ts";
import {
	type ChosenFile,
	isMultipart,
	type KindOfFiles,
	readForm,
} from "../../../platform/http/request/body/multipart.ts";
import { maxRowsBytes, memoryPerByte, rowsTooLarge } from "../../../platform/http/request/body/rows-body.ts";
import { MalformedBody } from "../../../platform/http/request/body/urlencoded.ts";
import { unwrap } from "../../../platform/lib/async/settle.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { sha256 } from "../../../platform/lib/secrets/crypto.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { formIdField } from "../../ui/execute-once.ts";
import { executeForm, FormRefusal, wrongFields } from "../forms/execute-form.ts";
import { faultSentence } from "../forms/fault-words.ts";
import type { Visit } from "../frame/visit.ts";
import { fileField } from "./paths.ts";

/** Keeps the chosen file, and returns the id of the draft. */
export async function takeFile(visit: Visit): Promise<string> {
	let draft: Draft | undefined;
	const onFile = async (file: ChosenFile<RowsUpload>) => {
		if (file.name === fileField) draft ??= await store(visit, file);
	};
	if (!isMultipart(visit.c)) throw nothingChosen();
	try {
		await readForm(visit.c, rowFiles, { holder: { kind: "studio", id: visit.studio.id }, maxFiles: 1, onFile });
	} catch (error) {
		throw refusalOf(error);
	}
	if (!draft) throw nothingChosen();
	return draft.id;
}

const rowFiles: KindOfFiles<RowsUpload> = {
	maxBytes: maxRowsBytes,
	tooLarge: rowsTooLarge,
	memoryPerByte,
	// The name of the file says what it is: people's machines name types wrongly.
	read: (bytes) => ({ type: "text/csv", bytes }),
};

async function store(visit: Visit, { filename, upload, values: typed }: ChosenFile<RowsUpload>): Promise<Draft> {
	const file = unwrap(upload);
	if (isWorkbook(file.bytes)) throw ofFile("is a workbook. Save it as CSV first");
	if (/\.(?:ndjson|jsonl)$/i.test(filename)) file.type = "application/x-ndjson";
	const values = { [formIdField]: typed[formIdField] ?? [], file: [sha256(file.bytes)] };
	// The bytes may have taken a while to arrive.
	const arrived: Visit = { ...visit, ctx: { ...visit.ctx, now: clock.now() } };
	return await executeForm<Draft>(arrived, "create", values, (ctx) => createDraft(ctx, file, "skip"));
}

/** Newer workbooks are ZIP files, older ones compound files. */
const isWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
	(a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0);

const ofFile = (message: string): FormRefusal => wrongFields({ [fileField]: faultSentence(fileField, message) });

const nothingChosen = (): FormRefusal => ofFile("is required: choose a file");

function refusalOf(error: unknown): unknown {
	if (error instanceof MalformedBody) return new FormRefusal({ summary: error.message, fields: {} }, 422);
	if (error instanceof FormRefusal) {
		const fault = error.faults?.fields.body;
		return fault ? ofFile(fault.replace(/^\{body\} /, "").replace(/\.$/, "")) : error;
	}
	if (error instanceof Problem && error.code === "payload_too_large") return ofFile("has more than 10 MiB");
	return error;
}
