// Holds the order of the rooms of the service and of its client: `node scripts/check-rooms.ts`. A file imports from its
// own room and from the floors below it, no files import each other in a circle, and neither imports code of the other.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** From the ground up. Rooms of one floor do not know each other. */
type Floors = string[][];

const service: Floors = [
	["lib/"],
	["env.ts", "log.ts"],
	["booking/"],
	["db/"],
	["problem-table/"],
	["problems.ts"],
	["gate/"],
	["context.ts"],
	["commit/"],
	["mail/"],
	["system-caller.ts", "scheduled-steps.ts"],
	["http/"],
	["calendars/", "moves/", "webhooks/"],
	["resources/"],
	["people/"],
	["endpoints.ts", "examples/", "pages/"],
	["sign-in/"],
	["oauth/"],
	["operator/"],
	["openapi/"],
	["booking-page/", "dashboard/", "docs/"],
	["local-work.ts"],
	["publisher.ts", "scheduled.ts", "app.ts"],
	["worker.ts"],
];

const client: Floors = [
	["answer.ts", "attempt.ts", "options.ts"],
	["errors.ts", "list.ts"],
	["generated/", "retry.ts"],
	["api-error.ts", "transport.ts", "webhook.ts"],
	["follow.ts", "resources.ts"],
	["client.ts"],
	["index.ts"],
	["cli/"],
];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What each file imports. */
type Graph = Map<string, string[]>;

function graphOf(source: string): Graph {
	const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
	return new Map(files.map((file) => [file, importsOf(source, file)]));
}

function importsOf(source: string, file: string): string[] {
	const text = readFileSync(join(source, file), "utf8");
	const found = text.matchAll(
		/^(?:import|export)\s[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm,
	);
	return (
		[...found]
			.map(([, from, bare, called]) => relative(source, join(source, dirname(file), from ?? bare ?? called ?? "")))
			// Texts from outside are in no room.
			.filter((imported) => !isOutside(imported) || /\.[cm]?[jt]sx?$/.test(imported))
	);
}

const isOutside = (file: string): boolean => file.startsWith("..");

const roomOf = (file: string): string => (file.includes("/") ? `${file.split("/")[0]}/` : file);

function upwards(graph: Graph, floors: Floors): string[] {
	const floorOf = (file: string): number => {
		const floor = floors.findIndex((rooms) => rooms.includes(roomOf(file)));
		if (floor < 0) throw new Error(`${file} is in a room that has no floor: name it in scripts/check-rooms.ts`);
		return floor;
	};
	const isAllowed = (from: string, to: string): boolean =>
		!isOutside(to) && (roomOf(from) === roomOf(to) || floorOf(to) < floorOf(from));
	return [...graph].flatMap(([file, imports]) =>
		imports.filter((imported) => !isAllowed(file, imported)).map((imported) => `${file} imports ${imported}`),
	);
}

/** The circles that a walk from each file meets, each told once. */
function circles(graph: Graph): string[] {
	const told = new Map<string, string>();
	const done = new Set<string>();
	const walk = (file: string, path: string[]): void => {
		const at = path.indexOf(file);
		if (at >= 0) {
			const circle = path.slice(at);
			told.set([...circle].sort().join(), [...circle, file].join(" → "));
			return;
		}
		if (done.has(file)) return;
		for (const imported of graph.get(file) ?? []) walk(imported, [...path, file]);
		done.add(file);
	};
	for (const file of graph.keys()) walk(file, []);
	return [...told.values()];
}

function faultsIn(source: string, floors: Floors): string[] {
	const graph = graphOf(join(root, source));
	return [
		...upwards(graph, floors).map((fault) => `An arrow points up in ${source}: ${fault}.`),
		...circles(graph).map((circle) => `Files in ${source} import each other in a circle: ${circle}.`),
	];
}

const faults = [...faultsIn("src", service), ...faultsIn("client/src", client)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
