import { raw } from "hono/html";
import { lineBreakParts } from "./line-breaks.ts";

/** A name whose line may break between its parts. */
export const Breakable = ({ text }: { text: string }) => {
	const parts = lineBreakParts(text);
	return <>{parts.length > 0 ? raw(parts.join("<wbr>")) : text}</>;
};
