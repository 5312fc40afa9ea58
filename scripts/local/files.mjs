import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./errors.mjs";

/** @param {string} path */
export function readIfExists(path) {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		throw error;
	}
}

/**
 * Writes a private file at once, so that nobody reads half of it.
 * @type {(path: string, content: string | Uint8Array) => void}
 */
export const replaceFile = (path, content) => renameSync(writeDraft(path, content), path);

/**
 * The same, but only if there is no such file yet. Returns whether there was none.
 * @type {(path: string, text: string) => boolean}
 */
export function createFile(path, text) {
	const draft = writeDraft(path, text);
	try {
		linkSync(draft, path);
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(draft);
	}
}

/** @type {(path: string, content: string | Uint8Array) => string} */
function writeDraft(path, content) {
	mkdirSync(dirname(path), { recursive: true });
	const draft = `${path}.${randomUUID()}.tmp`;
	writeFileSync(draft, content, { flag: "wx", mode: 0o600 });
	return draft;
}
