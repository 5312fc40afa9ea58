import { globSync, readFileSync } from "node:fs";

/** The files of each project: `process` is the platform in plain Node (lab/platform), `worker` is workerd. */
export interface Selection {
	process: string[];
	worker: string[];
}

interface Run {
	/** `fast`: the operations of each resource. `rest`: only the files in which a full run does more. */
	depth: "fast" | "quick" | "full" | "rest";
	seed: number;
	hasOneDatabase: boolean;
	/** Somebody has named files. Then both projects run them. */
	isNamed: boolean;
}

const operationsOfResources = [
	"test/{artists,clients,event-types,form-submissions,forms,ideas,leads,shops,studio-calendar,events}.test.ts",
	"test/{appointments/changing,webhooks/endpoints}.test.ts",
];
const all = "test/**/*.test.ts";
const notHere = /^test\/(units|drills)\//;
/** These lose the connection at each call of many requests, so only full runs have them. */
const isLong = (file: string) => file.endsWith(".long.test.ts");
/** Tests of several data databases, which a single database cannot run. */
const isBetweenDatabases = (file: string) => /^test\/(cross-database|moves)\//.test(file);
/** They tell whether a deployment with one data database serves. */
const tellsOneDatabase = (file: string) =>
	/^test\/([^/]+|(appointments|automation|contract|people)\/[^/]+|webhooks\/(delivery|hosts|sweep))\.test\.ts$/.test(
		file,
	);

/** Only workerd counts the rows that a statement reads and writes. */
const countsRows = /rows_(read|written)|rows(Read|Written)|support\/cost\.ts|"\.\/cost\.ts"/;
/** Tests of the platform itself: the gate's objects, moves between databases, and the conformance of both. */
const isAboutPlatform = (file: string) => /^test\/(gate|moves|platform)\//.test(file);
/** Of the other files each run has another part in workerd, too. */
const partsOfOthers = 20;

export function select({ depth, seed, hasOneDatabase, isNamed }: Run): Selection {
	const text = new Map<string, string>();
	const read = (file: string): string => {
		const known = text.get(file) ?? readFileSync(file, "utf8");
		text.set(file, known);
		return known;
	};
	const onlyWorkerd = (file: string) => countsRows.test(read(file)) && !file.startsWith("test/platform/");
	const files = globSync(depth === "fast" ? operationsOfResources : all)
		.sort()
		.filter((file) => !notHere.test(file))
		.filter((file) => (depth !== "quick" && depth !== "fast") || isNamed || !isLong(file))
		.filter((file) => !hasOneDatabase || (tellsOneDatabase(file) && !isBetweenDatabases(file)))
		.filter((file) => depth !== "rest" || /\/(depth|requests|holds-at-once)\.ts"/.test(read(file)));
	const inProcess = files.filter((file) => depth === "fast" || !onlyWorkerd(file));
	if (depth === "fast") return { process: inProcess, worker: [] };
	if (isNamed || depth === "full") return { process: inProcess, worker: files };
	const rotating = (_: string, n: number) => n % partsOfOthers === seed % partsOfOthers;
	const others = inProcess.filter((file) => !isAboutPlatform(file));
	const worker = files.filter((file) => onlyWorkerd(file) || (depth === "quick" && isAboutPlatform(file)));
	return {
		process: inProcess,
		worker: [...worker, ...(depth === "quick" && !hasOneDatabase ? others.filter(rotating) : [])],
	};
}
