import { explain } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** Prints one line when the service stops answering, and one when it answers again. */
export function newOutageNotices({ note, notePaints }: Terminal) {
	let away = false;
	return {
		failed: ({ error }: { error: unknown }) => {
			if (!away) note(notePaints.warning(`Waiting for the service. ${explain(error).lines[0] ?? ""}`));
			away = true;
		},
		answered: () => {
			if (away) note("The service answers again.");
			away = false;
		},
	};
}
