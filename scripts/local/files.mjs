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
 * Writes a private file all at once, so that nobody ever reads half of it.
 *
 * @param {string} path
 * @param {string} text
 */
export function replaceFile(path, text) {
	const draft = writeDraft(path, text);
	renameSync(draft, path);
}

/**
 * The same, but only if there is no such file yet; tells whether it was this call that made it.
 *
 * @param {string} path
 * @param {string} text
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

/**
 * @param {string} path
 * @param {string} text
 */
function writeDraft(path, text) {
	mkdirSync(dirname(path), { recursive: true });
	const draft = `${path}.${randomUUID()}.tmp`;
	writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
	return draft;
}
