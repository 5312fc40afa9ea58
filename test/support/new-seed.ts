import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { turns } from "./rotation.ts";

/** The file that remembers the turn of the runs of this depth. */
export const turnOf = (depth: string): string => `node_modules/.cache/turn-of-${depth}`;

/** A seed whose turn follows that of the last run which this file remembers, so that runs in a row cover everything. */
export function newSeed(file: string): number {
	const turn = (lastTurn(file) + 1) % turns;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, String(turn));
	return Math.floor(Math.random() * 100_000_000) * turns + turn;
}

function lastTurn(file: string): number {
	try {
		return Number.parseInt(readFileSync(file, "utf8"), 10) || 0;
	} catch {
		return Math.floor(Math.random() * turns);
	}
}
