import { readArguments } from "../../scripts/local/command-help.ts";

const text = { type: "string", value: "N" } as const;
const flag = { type: "boolean", default: false } as const;
const { values } = readArguments({
	line: "npm run bench",
	about: "Compares the product with the floor and with its peers.",
	options: {
		rounds: { ...text, default: "5", about: "how often each contender is driven" },
		seconds: { ...text, default: "3", about: "how long each time" },
		connections: { ...text, default: "8", about: "how many requests are under way at once" },
		rows: { ...text, default: "100,10000,1000000", about: "how many clients the tables hold, for pages of a list" },
		only: { ...text, value: "NAMES", default: "", about: "the work whose name contains one of these" },
		add: { ...flag, about: "adds the figures to those of the last run, which ended early" },
		write: { ...flag, about: "also puts the figures and the chart into the README" },
		last: { ...flag, about: "takes no new figures but those of the last run" },
		profile: { ...flag, about: "shows instead where the time of the product's scripts goes" },
	},
	examples: [
		["--only page,me --rows 100,10000 --rounds 3", "takes two minutes"],
		["--last --write", "puts the figures of the last run into the README"],
	],
	document: "lab/bench/README.md",
});

export const options = {
	rounds: Number(values.rounds),
	load: { connections: Number(values.connections), seconds: Number(values.seconds) },
	totals: values.rows.split(",").map(Number),
	isWanted: ({ name }: { name: string }): boolean => values.only.split(",").some((part) => name.includes(part)),
	add: values.add,
	write: values.write,
	last: values.last,
	profile: values.profile,
};
