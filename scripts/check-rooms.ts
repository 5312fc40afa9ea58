// Holds the order of the rooms: `node scripts/check-rooms.ts`. A file imports from its own room and from the floors
// below it, and no files import each other in a circle.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** From the ground up. Rooms of one floor do not know each other. */
const floors = [
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

const source = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../src");

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

const importsOf = (file: string): string[] => {
	const text = readFileSync(join(source, file), "utf8");
	const found = text.matchAll(
		/^(?:import|export)\s[^"';]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm,
	);
	return (
		[...found]
			.map(([, from, bare, called]) => relative(source, join(source, dirname(file), from ?? bare ?? called ?? "")))
			// Texts from outside are in no room.
			.filter((imported) => !imported.startsWith(".."))
	);
};

const graph = new Map(files.map((file) => [file, importsOf(file)]));

const roomOf = (file: string): string => (file.includes("/") ? `${file.split("/")[0]}/` : file);

const floorOf = (file: string): number => {
	const floor = floors.findIndex((rooms) => rooms.includes(roomOf(file)));
	if (floor < 0) throw new Error(`${file} is in a room that has no floor: name it in scripts/check-rooms.ts`);
	return floor;
};

const isAllowed = (from: string, to: string): boolean => roomOf(from) === roomOf(to) || floorOf(to) < floorOf(from);

const upwards = [...graph].flatMap(([file, imports]) =>
	imports.filter((imported) => !isAllowed(file, imported)).map((imported) => `${file} imports ${imported}`),
);

/** The circles that a walk from each file meets, each told once. */
function circles(): string[] {
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
	for (const file of files) walk(file, []);
	return [...told.values()];
}

const faults = [
	...upwards.map((fault) => `An arrow points up: ${fault}.`),
	...circles().map((circle) => `Files import each other in a circle: ${circle}.`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
