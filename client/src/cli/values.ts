import { usageFailure } from "./failure.ts";

/** A hint for the help of the options that set properties. */
export const quoting = `Numbers, true, false and null are sent as JSON values. Quote them to send text: --set 'phone="4930"'.`;

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Sets properties of a value: `metadata.source=import`, `tags=["vip"]`, `notes=null`. A value that parses as JSON is
 * JSON, and any other is text. Quotes turn a number into text: `phone='"0123"'`.
 */
export function setAll(value: unknown, sets: string[]): Tree {
	if (!isTree(value)) throw usageFailure("The body is not a JSON object, so --set cannot set its properties.");
	return sets.reduce((tree: Tree, set) => {
		const at = set.indexOf("=");
		const path = set.slice(0, Math.max(at, 0)).split(".");
		if (at < 1 || path.includes("") || path.includes("__proto__"))
			throw usageFailure(`“${set}” is not of the form path=value.`, "Type, for example: --set metadata.source=import");
		return setOne(tree, path, valueIn(set.slice(at + 1)));
	}, value);
}

function setOne(tree: Tree, [name = "", ...rest]: string[], value: unknown): Tree {
	if (rest.length === 0) return { ...tree, [name]: value };
	const inner = tree[name];
	return { ...tree, [name]: setOne(isTree(inner) ? inner : {}, rest, value) };
}

function valueIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
