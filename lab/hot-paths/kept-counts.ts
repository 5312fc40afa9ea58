import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Count, Counted } from "./count.ts";

const file = join(import.meta.dirname, "counts.json");

/** Many small changes, such as longer names, must not each need a new count. */
const tolerance = { more: 0.05, less: 0.1 };

export function writeCounts(counts: Count[]): void {
	const kept = Object.fromEntries(counts.map(({ path, code, statements }) => [path, { code, statements }]));
	writeFileSync(file, `${JSON.stringify(kept, null, "\t")}\n`);
}

/** The differences from the kept counts, in sentences. */
export function differences(
	counts: Pick<Count, "path" | keyof Counted>[],
	kept: Record<string, Counted> = JSON.parse(readFileSync(file, "utf8")),
): string[] {
	const advice = "If it must, run `npm run hot-paths -- --write` and say why in the commit.";
	return counts.flatMap(({ path, code, statements }) => {
		const before = kept[path];
		if (!before) return [`${path} has no kept count. Run \`npm run hot-paths -- --write\`.`];
		const ratio = code / before.code;
		if (statements > before.statements)
			return [`${path} runs ${statements} statements instead of ${before.statements}. ${advice}`];
		if (ratio > 1 + tolerance.more)
			return [
				`${path} runs ${Math.round((ratio - 1) * 100)} % more code: ${code} instead of ${before.code}. ${advice}`,
			];
		if (ratio < 1 - tolerance.less || statements < before.statements)
			return [`${path} runs less than before. Keep that with \`npm run hot-paths -- --write\`.`];
		return [];
	});
}
