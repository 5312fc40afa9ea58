import { parseArgs } from "node:util";

const { values } = parseArgs({
	options: {
		rounds: { type: "string", default: "5" },
		seconds: { type: "string", default: "3" },
		connections: { type: "string", default: "8" },
		rows: { type: "string", default: "100,10000,1000000" },
		only: { type: "string", default: "" },
		add: { type: "boolean", default: false },
		write: { type: "boolean", default: false },
		last: { type: "boolean", default: false },
		profile: { type: "boolean", default: false },
	},
});

/** The options of the command line; README.md explains them. */
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
