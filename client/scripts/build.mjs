// Makes `dist/`: the same modules for `import` and for `require`, with their types.
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

rmSync(dist, { recursive: true, force: true });
for (const kind of ["esm", "cjs"])
	execFileSync(process.execPath, [compiler, "-p", `tsconfig.${kind}.json`], { cwd: root, stdio: "inherit" });
// npm makes the file executable only when it links the command, and each build replaces the file.
chmodSync(join(dist, "esm/cli/main.js"), 0o755);
// The package is of type "module", so the folder for `require` needs its own type.
writeFileSync(join(dist, "cjs/package.json"), '{ "type": "commonjs" }\n');
// The compiler rewrites the extensions of imports in modules, but not in declaration files.
for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
	if (!path.endsWith(".d.ts")) continue;
	const file = join(dist, path);
	writeFileSync(file, readFileSync(file, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
}
