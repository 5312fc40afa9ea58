// Refuses sentences that begin with What, Who, Where, Whoever, Which or Whose in the place of a noun, in comments and
// documents: `node scripts/check-prose.ts`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commentsIn, paragraphsIn, withoutSubject } from "./prose.ts";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
	cwd: root,
	encoding: "utf8",
})
	.split("\n")
	.filter((file) => !/^vendor\/|^docs\/released\/|\/generated\/|^test\/units\/prose\.test\.ts$/.test(file));

const proseOf = (file: string, text: string) =>
	/\.md$/.test(file) ? paragraphsIn(text) : /\.(tsx?|mjs|js|css|sql|toml)$/.test(file) ? commentsIn(text) : [];

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
