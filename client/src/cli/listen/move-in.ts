import { keyOf } from "../connection.ts";
import { Failure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";
import { visible } from "../text/visible.ts";
import type { Studio } from "./memory.ts";
import { type Neighbour, Neighbourhood } from "./neighbours.ts";

/** Tells this listener of the others of its studio, and them of it (contract: Command line 8). */
export async function moveIn(terminal: Terminal, { baseUrl, tenantId }: Studio, url: string): Promise<void> {
	const { env, note, notePaints, atEnd } = terminal;
	const self = { studio: keyOf(baseUrl, tenantId), pid: process.pid, forward_to: url };
	const neighbourhood = new Neighbourhood(env, self);
	atEnd(() => neighbourhood.leave());
	const tell = (when: string, { pid, forward_to }: Neighbour) =>
		note(
			notePaints.warning(
				`Another listener of this studio ${when} (process ${pid}). It forwards to ${visible(forward_to)}, and each of you gets every event.`,
			),
		);
	const met = await neighbourhood.join((neighbour) => tell("has started", neighbour));
	if ("same" in met)
		throw new Failure(`Another listener forwards this studio's events to ${url} already (process ${met.same.pid}).`, {
			hint: "Stop it, or forward to another address.",
		});
	for (const neighbour of met.others) tell("runs", neighbour);
}
