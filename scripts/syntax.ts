import { parseSync } from "oxc-parser";

/** A node of the syntax tree, of any type. */
export type Node = { type: string; start: number } & Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

function* nodesWithin(value: unknown): Generator<Node> {
	if (isNode(value)) yield value;
	if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) yield* nodesWithin(inner);
}

export const nodesIn = (path: string, text: string): Node[] => [...nodesWithin(parseSync(path, text).program)];
