import { randomUUID } from "node:crypto";
import {
	closeSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { Failure } from "../failure.ts";

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Undefined if the file is missing. */
export function readPrivate<T>(path: string): T | undefined {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		const reason = error instanceof Error ? error.message : String(error);
		throw new Failure(`${path} cannot be read: ${reason}`, { hint: "Delete the file, then sign in again." });
	}
}

/** The file is replaced atomically, so that nobody reads half of it. Only the user can read it. */
export function writePrivate(path: string, value: unknown, { durable = true } = {}): void {
	const draft = writeDraft(path, value, durable);
	renameSync(draft, path);
}

/** Returns false if the file already exists. */
export function createPrivate(path: string, value: unknown): boolean {
	const draft = writeDraft(path, value, true);
	try {
		linkSync(draft, path);
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
}

function writeDraft(path: string, value: unknown, durable: boolean): string {
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		const draft = `${path}.${randomUUID()}.tmp`;
		const file = openSync(draft, "wx", 0o600);
		try {
			writeSync(file, `${JSON.stringify(value, null, "\t")}\n`);
			if (durable) fsyncSync(file);
		} finally {
			closeSync(file);
		}
		return draft;
	} catch (error) {
		throw new Failure(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
	}
}
