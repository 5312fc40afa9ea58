import { Note } from "../../ui/components/elements.tsx";
import type { Visit } from "./visit.ts";

export const DoneNote = ({ visit, words }: { visit: Visit; words: Record<string, string> }) => {
	const done = visit.c.req.query("done");
	const text = done === undefined || !Object.hasOwn(words, done) ? undefined : words[done];
	return text === undefined ? null : <Note tone="good">{text}</Note>;
};
