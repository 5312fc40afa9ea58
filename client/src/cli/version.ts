import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The version of the package. Its package.json is beside `src/` and above `dist/esm/`. */
export function version(): string {
	for (const path of ["../../package.json", "../../../package.json"]) {
		try {
			const { name, version } = JSON.parse(readFileSync(join(here, path), "utf8"));
			if (name === "tattoo-studio") return version;
		} catch {
			// The other path may have it.
		}
	}
	return "unknown";
}
