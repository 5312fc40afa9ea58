import { keyOf } from "../connection.ts";
import { Failure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";
import { visible } from "../text/visible.ts";
import { type Listener, ListenerRegistry } from "./listener-registry.ts";
import type { StudioKey } from "./state.ts";

/** The others of the studio are told, and the person is warned of them (contract: Command line 8). */
export async function announceListener(
	terminal: Terminal,
	{ baseUrl, tenantId }: StudioKey,
	url: string,
): Promise<void> {
	const { env, note, notePaints, atEnd } = terminal;
	const own = { studio: keyOf(baseUrl, tenantId), pid: process.pid, forward_to: url };
	const registry = new ListenerRegistry(env, own);
	atEnd(() => registry.unregister());
	const warn = (verb: string, { pid, forward_to }: Listener) =>
		note(
			notePaints.warning(
				`Another listener of this studio ${verb} (process ${pid}). It forwards to ${visible(forward_to)}. Each listener gets every event.`,
			),
		);
	const registered = await registry.register((listener) => warn("has started", listener));
	if ("same" in registered)
		throw new Failure(
			`Another listener already forwards this studio's events to ${url} (process ${registered.same.pid}).`,
			{
				hint: "Stop it, or forward to another address.",
			},
		);
	if ("unsafeFolder" in registered)
		return note(
			notePaints.warning(
				`${registered.unsafeFolder} does not belong to you alone, so this listener knows of no others.`,
			),
		);
	for (const listener of registered.others) warn("runs", listener);
}
