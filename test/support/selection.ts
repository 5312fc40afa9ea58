import { globSync, readFileSync } from "node:fs";
import { partOf } from "./rotation.ts";
import { isOfTool, isOnServer, isUntouched } from "./tools.ts";

/** The files of each project: `process` is the platform in plain Node (lab/platform), `worker` is workerd. */
export interface Selection {
	units: string[];
	process: string[];
	worker: string[];
	drills: string[];
	/** These do everything in workerd, although the run is none of the full ones. */
	deepInWorkerd: string[];
	/** Of these files workerd runs only the tests that count rows. */
	onlyRows: string[];
}

interface Run {
	/**
	 * `fast`: the operations of each resource, and the changed units that take no seconds. `quick`: what guards main, and
	 * of the tools and the units that were not changed, without those on servers, the twentieth whose turn it is. `rest`: a
	 * twentieth of what only a full run does and of the tools, and the tools and the units that were changed. `full`:
	 * everything, in both runtimes.
	 */
	depth: "fast" | "quick" | "rest" | "full";
	seed: number;
	hasOneDatabase: boolean;
	/** Somebody has named files. Then all projects know them. */
	isNamed: boolean;
	/** The files that were changed, if that is known (changed-files.ts). */
	changed: string[] | undefined;
}

const operationsOfResources = [
	"test/{artists,audit-log,clients,deletions,event-types,events,form-submissions,forms,ideas,leads,shops}.test.ts",
	"test/{booking-page/answers,calendars/calendars-of-artists,pictures/pictures}.test.ts",
	"test/{studio-calendar,appointments/changing,automation/*,requests/list,webhooks/{deliveries-api,endpoints}}.test.ts",
];
/** These lose the connection at each call of many requests, or measure thousands of pages. */
const isLong = (file: string) => file.endsWith(".long.test.ts") || file.startsWith("test/drills/long/");
/** The protocol of agents, as its authors check it, in each run of the rest. */
const ofAgents = "test/drills/long/agents.test.ts";
/** A measurement: nothing else may run at the same time. */
export const measured = "test/drills/long/latency.test.ts";
/** They tell whether a deployment with one data database serves: every operation, and what works through all databases. */
const tellsOneDatabase = (file: string) =>
	/^test\/(contract\/answers|health|operator|operator-reads|people\/account|retention|schedule|shops|webhooks\/(delivery|sweep))\./.test(
		file,
	);
/** Tests of what the platform itself must do: objects that do one thing after the other, and copies of whole databases. */
const isAboutRuntime = (file: string) => /^test\/(gate|moves)\//.test(file);
/** They try texts, calendars and pictures of the worst kind, live for hours, start many programs, or make the API document. */
const takesSeconds = (file: string) =>
	/^test\/units\/(busy-times|command-help|document-gaps|linear-time|passwords|pictures\/hostile|universe)\./.test(file);
/** They run programs for people who deploy, which need Node, on the platform in one process. */
const needsNode = (file: string) => file.startsWith("test/deploy/");
/** The conformance of both platforms. */
const isAboutBoth = (file: string) => file.startsWith("test/platform/");

const known = new Map<string, string[]>();
function filesIn(...globs: string[]): string[] {
	const files = known.get(globs.join()) ?? globs.flatMap((glob) => globSync(glob)).sort();
	known.set(globs.join(), files);
	return files;
}

/** Whether the text of a file has these words. */
function says(words: RegExp): (file: string) => boolean {
	const known = new Map<string, boolean>();
	return (file) => {
		const answer = known.get(file) ?? words.test(readFileSync(file, "utf8"));
		known.set(file, answer);
		return answer;
	};
}
/** Only workerd counts the rows that a statement reads and writes. Tests that compare them have the tag `rows`. */
const countsRows = says(/tags: \["rows"|@module-tag rows/);
/** Some of them do it in full runs alone, which their second tag says. */
const countsRowsEachTime = says(/tags: \["rows"\]|@module-tag rows/);
const countsRowsAlone = says(/@module-tag rows/);
const doesMoreInFull = says(/\/(depth|takes-effect-at-once)\.ts"/);
const doesMoreInRest = says(/\/(depth|requests|takes-effect-at-once)\.ts"/);

/** The test files for the platform, which all runs choose from. */
const allOnPlatform = () => filesIn("test/**/*.test.ts").filter((file) => !/^test\/(units|drills)\//.test(file));
export const allInProcess = () => allOnPlatform().filter((file) => !countsRowsAlone(file));

export function select({ depth, seed, hasOneDatabase, isNamed, changed }: Run): Selection {
	const due = (files: string[], parts?: number) => partOf(files, seed, parts);
	const units = filesIn("test/units/**/*.test.ts", "client/test/**/*.test.ts");
	const drills = filesIn("test/drills/**/*.test.ts").filter((file) => file !== measured);
	const onPlatform = allOnPlatform().filter((file) => !hasOneDatabase || tellsOneDatabase(file));
	const inProcess = onPlatform.filter((file) => !countsRowsAlone(file));
	const inBoth = inProcess.filter((file) => !needsNode(file));
	const everything = {
		units,
		process: inProcess,
		worker: onPlatform.filter((file) => !needsNode(file)),
		drills,
		deepInWorkerd: [],
		onlyRows: [],
	};
	if (isNamed || depth === "full") return everything;

	const untouched = [...units, ...inProcess, ...drills].filter((file) => isUntouched(file, changed));
	if (depth === "fast") {
		const quickUnits = units.filter((file) => !untouched.includes(file) && !takesSeconds(file));
		return { ...everything, units: quickUnits, process: filesIn(...operationsOfResources), worker: [], drills: [] };
	}

	const rows = onPlatform.filter(countsRows);
	const counting = rows.filter((file) => countsRowsEachTime(file) && !isLong(file) && !isAboutBoth(file));
	if (depth === "rest") {
		// Without a change they would be untouched.
		const touched = [...units, ...inProcess, ...drills].filter(
			(file) => !isLong(file) && isUntouched(file, []) && !untouched.includes(file),
		);
		const rest = (files: string[], doesMore: (file: string) => boolean) => [
			...new Set([
				...due(files.filter((file) => isLong(file) || doesMore(file) || isOfTool(file))),
				...files.filter((file) => touched.includes(file)),
			]),
		];
		const aboutRuntime = inBoth.filter((file) => isAboutRuntime(file) && !isLong(file));
		const others = inBoth.filter((file) => !isAboutRuntime(file) && !isAboutBoth(file) && !isLong(file));
		const deepInWorkerd = [
			...rest(rows, doesMoreInFull),
			...aboutRuntime,
			...rest(inBoth.filter(isAboutBoth), isAboutBoth),
		];
		const alsoInWorkerd = due(others);
		return {
			units: rest(units, doesMoreInRest),
			process: rest(inProcess, doesMoreInRest),
			worker: [...new Set([...deepInWorkerd, ...alsoInWorkerd, ...counting])],
			drills: [...new Set([ofAgents, ...rest(drills, doesMoreInFull)])],
			deepInWorkerd,
			onlyRows: rows.filter((file) => !alsoInWorkerd.includes(file)),
		};
	}

	const dueOfThese = due(untouched.filter((file) => !isOnServer(file)));
	const isNow = (file: string) => !isLong(file) && (!untouched.includes(file) || dueOfThese.includes(file));
	const onlyRows = due(counting, 2);
	return {
		units: units.filter(isNow),
		process: inProcess.filter(isNow),
		worker: hasOneDatabase ? [] : [...inBoth.filter((file) => isAboutBoth(file) && isNow(file)), ...onlyRows],
		drills: drills.filter(isNow),
		deepInWorkerd: [],
		onlyRows,
	};
}
