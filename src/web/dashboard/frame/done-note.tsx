import type { Child } from "hono/jsx";
import { Note } from "../../ui/components/elements.tsx";
import type { Visit } from "./visit.ts";

interface Props {
	visit: Visit;
	words: Record<string, string>;
	/** Stands beside the words, such as a form that undoes. */
	children?: Child;
}

export const DoneNote = ({ visit, words, children }: Props) => {
	const done = visit.c.req.query("done");
	const text = done === undefined || !Object.hasOwn(words, done) ? undefined : words[done];
	return text === undefined ? null : (
		<Note tone="good">
			{text} {children}
		</Note>
	);
};
