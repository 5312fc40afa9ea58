// Refuses sentences that begin with What, Who, Where, Whoever, Which or Whose in the place of a noun, in comments, in
// documents, and in the texts that a program shows, those of the API document among them: `node scripts/check-prose.ts`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commentsIn, type Prose, paragraphsIn, textsIn, withoutSubject } from "./prose.ts";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter(
		(file) =>
			!/^vendor\/|^docs\/released\/|\/generated\/|^worker-configuration\.d\.ts$|^test\/units\/prose\.test\.ts$/.test(
				file,
			),
	);

/** Tests show nothing to anybody. */
const isTest = (file: string) => /(^|\/)test\//.test(file);

function proseOf(file: string, text: string): Prose[] {
	if (file.endsWith(".md")) return paragraphsIn(text);
	const isProgram = /\.(tsx?|mjs|js)$/.test(file);
	return [...commentsIn(text), ...(isProgram && !isTest(file) ? textsIn(file, text) : [])];
}

let faults = 0;
for (const file of files) {
	if (!/\.(md|tsx?|mjs|js|css|sql)$/.test(file)) continue;
	for (const prose of proseOf(file, readFileSync(join(root, file), "utf8")))
		for (const sentence of withoutSubject(prose)) {
			faults += 1;
			console.error(`${file}:${prose.line} gives a sentence no subject: ${sentence.slice(0, 90)}`);
		}
}
if (faults > 0) process.exitCode = 1;
