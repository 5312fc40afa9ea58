import {
	discardDraft,
	draftOfPerson,
	getDraft,
	rowsOfDraft,
	setDraft,
	startDraft,
	tryDraft,
} from "../../../domain/imports/draft.ts";
import {
	cancelImport,
	getImport,
	importRowsAsCsv,
	listImportRows,
	listImports,
} from "../../../domain/imports/operations.ts";
import { getImportWithUndo, listImportsBeingUndone, undoImport } from "../../../domain/imports/undo.ts";
import { together } from "../../../platform/db/together.ts";
import { takeMemory } from "../../../platform/http/request/body/uploads.ts";
import { counted } from "../components/words.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { ChoosePage } from "./choose-page.tsx";
import { DraftPage, settingsIn, valuesOfDraft } from "./draft-page.tsx";
import { orGone, refuseGone } from "./gone-page.tsx";
import { ImportPage } from "./import-page.tsx";
import { discardPath, draftPath, importPath, path } from "./paths.ts";
import { PreviewPage } from "./preview-page.tsx";
import { takeFile } from "./take-file.ts";

export const importPages = new Area("everyone");

const ofDraft = { id: "work" } as const;
const ofImport = { id: "import" } as const;

const newest = { after: undefined, take: 20 };
const objectsOf = ({ c }: Visit) => c.get("writer").objects;

importPages.upload(
	path,
	{},
	{
		show: async (visit, _, again) => {
			const [draft, { rows: imports }, beingUndone] = await together(
				visit.ctx,
				(ctx) => draftOfPerson(ctx),
				(ctx) => listImports(ctx, {}, newest),
				(ctx) => listImportsBeingUndone(ctx),
			);
			const shown = { draft, imports, beingUndone, of: again ?? { values: {} } };
			return { title: "Import clients", body: <ChoosePage visit={visit} {...shown} /> };
		},
		take: async (visit) => visit.to(draftPath(await takeFile(visit))),
	},
);

importPages.form(draftPath(":id"), ofDraft, {
	kind: "change",
	show: (visit, { id }, again) =>
		orGone(visit, async () => {
			const draft = await getDraft(visit.ctx, id);
			const rows = await rowsOfDraft(visit.ctx, objectsOf(visit), id);
			const of = again ?? { values: valuesOfDraft(draft) };
			return { title: "What is in your file?", body: <DraftPage visit={visit} draft={draft} rows={rows} of={of} /> };
		}),
	operation:
		(visit, values, { id }) =>
		(ctx) =>
			refuseGone(setDraft(ctx, objectsOf(visit), id, settingsIn(values))),
	afterSubmit: (visit, { id }) => visit.to(`${draftPath(id)}/preview`),
});

importPages.form(`${draftPath(":id")}/preview`, ofDraft, {
	kind: "create",
	counted: "file",
	show: (visit, { id }, again) =>
		orGone(visit, async () => {
			const holder = { kind: "studio", id: visit.studio.id } as const;
			const tried = await tryDraft(visit.ctx, objectsOf(visit), id, (bytes) => takeMemory(holder, bytes));
			const of = again ?? { values: {} };
			return { title: "Preview", body: <PreviewPage visit={visit} id={id} tried={tried} of={of} /> };
		}),
	operation:
		(_, __, { id }) =>
		(ctx) =>
			refuseGone(startDraft(ctx, id)),
	afterSubmit: (visit, { id }) => visit.to(importPath(id), { done: "started" }),
});

importPages.form(
	discardPath,
	{},
	{
		kind: "delete",
		operation: () => (ctx) => discardDraft(ctx),
		afterSubmit: (visit) => visit.to(path, { done: "discarded" }),
	},
);

importPages.page(importPath(":id"), ofImport, async (visit, { id }) => {
	const [found, failed, left] = await together(
		visit.ctx,
		(ctx) => getImportWithUndo(ctx, id),
		(ctx) => listImportRows(ctx, id, { outcome: "failed" }, newest),
		(ctx) => listImportRows(ctx, id, { outcome: "left" }, newest),
	);
	return { title: "Import of clients", body: <ImportPage visit={visit} {...found} failed={failed} left={left} /> };
});

importPages.page(
	`${importPath(":id")}/failed.csv`,
	ofImport,
	async ({ ctx }, { id }) =>
		new Response(`\ufeff${await importRowsAsCsv(ctx, id, { outcome: "failed" })}`, {
			headers: {
				"Content-Type": "text/csv; charset=utf-8",
				"Content-Disposition": `attachment; filename="failed-rows-${id}.csv"`,
			},
		}),
	"file",
);

importPages.form(`${importPath(":id")}/cancel`, ofImport, {
	kind: "delete",
	operation:
		(_, __, { id }) =>
		(ctx) =>
			cancelImport(ctx, id),
	afterSubmit: (visit, { id }) => visit.to(importPath(id), { done: "cancelled" }),
});

importPages.form(`${importPath(":id")}/undo`, ofImport, {
	kind: "delete",
	show: async (visit, { id }, again) => {
		const { created } = await getImport(visit.ctx, id);
		return confirmationPage({
			question: "Undo this import?",
			text: (
				<p>
					It created {counted(created, "client")}. They are deleted, except those that somebody has changed since, or
					that have an appointment, a lead, an idea or a submission. The clients that it updated stay as they are.
				</p>
			),
			verb: "Undo the import",
			action: visit.to(`${importPath(id)}/undo`),
			back: { href: visit.to(importPath(id)), text: "Import of clients" },
			keep: "Keep the clients",
			again,
		});
	},
	operation:
		(_, __, { id }) =>
		(ctx) =>
			undoImport(ctx, id),
	afterSubmit: (visit, { id }) => visit.to(importPath(id), { done: "undone" }),
});
