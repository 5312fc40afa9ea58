import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Fence {
	info: string;
	text: string;
}

const fencesIn = (path: string): Fence[] =>
	[...readFileSync(join(import.meta.dirname, "../..", path), "utf8").matchAll(/^```(ts[^\n]*)\n([\s\S]*?)^```$/gm)].map(
		([, info = "", text = ""]) => ({ info, text }),
	);

/** The TypeScript examples of the README, in order. */
export const fences = fencesIn("client/README.md");

/** The examples of the guides that use the client. */
export const inGuides = globSync("docs/guides/*.md", { cwd: join(import.meta.dirname, "../..") })
	.flatMap(fencesIn)
	.filter(({ info }) => info === "ts client");

/** Declarations of the names that the examples leave to their reader. */
export const leftOut = `declare global {
	const studio: import("tattoo-studio").TattooStudio;
	const artist: import("tattoo-studio").Artist;
	const client: import("tattoo-studio").Client;
	const body: import("tattoo-studio").NewLead;
	const picture: Blob;
	const file: Blob;
	const at: Date;
	const artist_id: string;
	const client_id: string;
	const start_at: Date;
	const rawBody: string;
	const headers: Headers;
	const secret: string;
	const later: (again: () => Promise<unknown>) => Promise<void>;
	const refresh: (expired: string) => Promise<string>;
	const stored: () => string;
}
export {};
`;

const names = [
	"ApiError",
	"ConnectionError",
	"PreconditionFailedError",
	"SlotUnavailableError",
	"TattooStudio",
	"verifyWebhook",
];
const isImport = (line: string) => line.startsWith("import ");

/** An example as a separate module. */
export const asModule = ({ text }: Fence): string =>
	text.split("\n").some(isImport)
		? text
		: `import { ${names.join(", ")} } from "tattoo-studio";\n${text}\nexport {};\n`;

/** The examples that can run, as one program. The first creates the client that the others use. */
export const asProgram = (): string => {
	const [first, ...others] = fences.filter(({ info }) => info === "ts run").map(({ text }) => text);
	const start = (first ?? "").split("\n").filter((line) => !isImport(line));
	const steps = others.map((text) => `await (async () => {\n${text}})();\n`);
	return [`import { ${names.join(", ")} } from "tattoo-studio";`, ...start, ...steps, 'console.log("done");'].join(
		"\n",
	);
};
