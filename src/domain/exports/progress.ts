import type { Job } from "../../platform/jobs/job.ts";
import type { Position } from "./job.ts";
import { filesBesidePictures } from "./step-files.ts";

export interface ExportProgress {
	id: string;
	createdAt: number;
	phase: "waiting" | Position["phase"];
	/** How many records are read. */
	records: number;
	/** How many pictures are in the ZIP. They come before the other files. */
	pictures: number;
	/** How many of the other files are in the ZIP. */
	files: number;
	filesInAll: number;
}

export function progressOf({ id, createdAt, done, ...job }: Job): ExportProgress {
	const position = job.position as Position | null;
	const files = position?.phase === "files" ? position.file : position?.phase === "directory" ? filesBesidePictures : 0;
	return {
		id,
		createdAt,
		phase: position?.phase ?? "waiting",
		records: done,
		pictures: (position?.files ?? 0) - files,
		files,
		filesInAll: filesBesidePictures,
	};
}
