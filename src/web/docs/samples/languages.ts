import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import type { Write } from "./request.ts";
import { ruby } from "./ruby.ts";
import { typescript } from "./typescript.ts";

interface Language {
	name: string;
	label: string;
	write: Write;
	/** The key as an expression. */
	key: string;
	/** How the reader's own key stands in its place. In Go, the package that reads the variable would be left unused. */
	own: "bare" | "quoted" | "";
}

const variable = "TATTOO_STUDIO_API_KEY";

export const languages: readonly Language[] = [
	{ name: "sh", label: "curl", write: curl, key: `$${variable}`, own: "bare" },
	{ name: "typescript", label: "TypeScript", write: typescript, key: `process.env.${variable}`, own: "quoted" },
	{ name: "python", label: "Python", write: python, key: `os.environ["${variable}"]`, own: "quoted" },
	{ name: "php", label: "PHP", write: php, key: `getenv("${variable}")`, own: "quoted" },
	{ name: "ruby", label: "Ruby", write: ruby, key: `ENV["${variable}"]`, own: "quoted" },
	{ name: "go", label: "Go", write: go, key: `os.Getenv("${variable}")`, own: "" },
];
