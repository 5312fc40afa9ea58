import { join } from "node:path";
import { build } from "esbuild";
import { type Module, mainPath } from "../../harness/product-runtime.ts";

export async function bundled(entry: string, path: string = mainPath): Promise<Module> {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, "..", entry)],
		bundle: true,
		write: false,
		format: "esm",
		minify: true,
		platform: "node",
		conditions: ["workerd", "worker", "browser"],
		mainFields: ["browser", "module", "main"],
		define: { "process.env.NODE_ENV": '"production"' },
		external: ["cloudflare:*", "node:*"],
	});
	return { type: "ESModule", path, contents: outputFiles[0]?.text ?? "" };
}
