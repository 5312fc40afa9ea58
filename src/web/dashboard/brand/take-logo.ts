import type { Brand } from "../../../domain/studio/brand/brand.ts";
import { setLogo } from "../../../domain/studio/brand/operations.ts";
import { type ChosenFile, isMultipart, readMultipart } from "../../../platform/http/request/body/multipart.ts";
import { MalformedBody } from "../../../platform/http/request/body/urlencoded.ts";
import { unwrap } from "../../../platform/lib/async/settle.ts";
import { clock } from "../../../platform/lib/clock.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { formIdField } from "../../ui/execute-once.ts";
import { executeForm, FormRefusal, wrongFields } from "../forms/execute-form.ts";
import { faultSentence } from "../forms/fault-words.ts";
import type { Visit } from "../frame/visit.ts";
import { logoField } from "./paths.ts";

export async function takeLogo(visit: Visit): Promise<void> {
	let isStored = false;
	const onFile = async (file: ChosenFile) => {
		if (file.name !== logoField || isStored) return;
		await store(visit, file);
		isStored = true;
	};
	if (!isMultipart(visit.c)) throw nothingChosen();
	try {
		await readMultipart(visit.c, { holder: { kind: "studio", id: visit.studio.id }, maxFiles: 1, onFile });
	} catch (error) {
		throw refusalOf(error);
	}
	if (!isStored) throw nothingChosen();
}

async function store(visit: Visit, file: ChosenFile): Promise<void> {
	const upload = unwrap(file.upload);
	const values = { [formIdField]: file.values[formIdField] ?? [], file: [upload.sha256] };
	// The bytes may have taken a while to arrive.
	const arrived: Visit = { ...visit, ctx: { ...visit.ctx, now: clock.now() } };
	await executeForm<Brand>(arrived, "create", values, (ctx) => setLogo(ctx, upload));
}

const ofLogo = (message: string) => wrongFields({ [logoField]: faultSentence(logoField, message) });

const nothingChosen = (): FormRefusal => ofLogo("is required: choose a file");

function refusalOf(error: unknown): unknown {
	if (error instanceof MalformedBody) return new FormRefusal({ summary: error.message, fields: {} }, 422);
	if (!(error instanceof Problem)) return error;
	if (error.code === "unsupported_media_type") return ofLogo("must be a PNG, a JPEG or a WebP");
	if (error.code === "payload_too_large") return ofLogo("has more than 1 MB. Save it smaller");
	const [fault] = (error.extra.errors ?? []) as { message: string }[];
	return error.status === 400 && fault ? ofLogo(fault.message.replace(/\.$/, "")) : error;
}
