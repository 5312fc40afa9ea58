import { raw } from "hono/html";
import { splitAtLineBreaks } from "./line-breaks.ts";

/** A name whose line may break between its parts. */
export const Breakable = ({ text }: { text: string }) => {
	const parts = splitAtLineBreaks(text);
	return <>{parts.length > 0 ? raw(parts.join("<wbr>")) : text}</>;
};
