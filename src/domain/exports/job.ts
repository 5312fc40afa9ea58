import type { Job } from "../../platform/jobs/job.ts";
import type { Sha256State } from "../../platform/lib/zip/resumable-sha256.ts";

/** The `input` of the job. */
export interface ExportInput {
	/** The objects of the export have this and a number as their keys. */
	objectKey: string;
	/** Steps have no request that tells them. */
	origin: string | null;
	bookingUrl: string;
}

/** The `result` of the job. */
export interface ExportResult {
	sizeBytes: number;
	/** When the file goes; null until it is there. */
	expiresAt: number | null;
}

/** A file of the ZIP that is being made. */
export interface FileSoFar {
	offset: number;
	headerBytes: number;
	size: number;
	crc32: number;
	sha256: Sha256State;
	records: number;
	/** The position in what the file is made from. */
	from: number;
}

interface Common {
	/** The bytes of the ZIP so far. */
	offset: number;
	/** How many files the ZIP has so far. */
	files: number;
	/** Pictures whose bytes the bucket has lost. */
	lost: string[];
}

/** The position after a step: the phase, and how far it is. */
export type NextPosition = Common &
	(
		| { phase: "records"; resource: number; after: string | null }
		| { phase: "pictures"; piece: number; line: number }
		| { phase: "files"; file: number; made: FileSoFar | null }
		| { phase: "directory"; after: number; start: number; size: number }
	);

/** The `position` of the job. */
export type Position = NextPosition & {
	/** The number of the next piece, whose row is there. */
	n: number;
};

export const inputOf = (job: Job): ExportInput => job.input as ExportInput;
export const resultOf = (job: Job): ExportResult => job.result as ExportResult;
