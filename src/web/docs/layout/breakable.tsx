import { lineBreakParts } from "./line-breaks.ts";

/** A name whose line may break between its parts. */
export const Breakable = ({ text }: { text: string }) => {
	const parts = lineBreakParts(text);
	return <>{parts.length > 0 ? parts.map((part, n) => (n > 0 ? [<wbr />, part] : part)) : text}</>;
};
