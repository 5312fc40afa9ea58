import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

interface Process {
	pid: number;
	name: string;
	parent: number;
	ticks: number;
}

function processes(): Process[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
				const [, name = "", rest = ""] = /\((.*)\) (.*)/.exec(stat) ?? [];
				const fields = rest.split(" ");
				return [{ pid: Number(pid), name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
			} catch {
				return []; // The process has ended.
			}
		});
}

function runtimes(): Process[] | null {
	if (process.platform !== "linux") return null;
	return processes().filter(({ name, parent }) => name === "workerd" && parent === process.pid);
}

/** The CPU time that the runtime has used so far, in milliseconds. Null if the system does not report it. */
export const runtimeCpuMs = (): number | null =>
	runtimes()?.reduce((sum, { ticks }) => sum + ticks * tickMs, 0) ?? null;
