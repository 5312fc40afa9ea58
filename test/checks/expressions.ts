import type { Source } from "../../scripts/citations.ts";
import { isNode, type Node, nodesIn } from "../../scripts/syntax.ts";

export interface Expression {
	path: string;
	line: number;
	pattern: string;
	flags: string;
}

export function expressionsIn({ path, text }: Source): Expression[] {
	const nodes = nodesIn(path, text);
	const constants = new Map<unknown, Node>();
	for (const { type, id, init } of nodes)
		if (type === "VariableDeclarator" && isNode(id) && id.name && isNode(init)) constants.set(id.name, init);
	const lineOf = ({ start }: Node) => text.slice(0, start).split("\n").length;
	return nodes.flatMap((node) =>
		patternsOf(node, constants).map(({ pattern, flags }) => ({ path, line: lineOf(node), pattern, flags })),
	);
}

function patternsOf(node: Node, constants: Map<unknown, Node>): Pick<Expression, "pattern" | "flags">[] {
	if (node.type === "Literal" && node.regex) return [node.regex as Pick<Expression, "pattern" | "flags">];
	const { callee } = node;
	if (!/^(New|Call)Expression$/.test(node.type) || !isNode(callee) || callee.name !== "RegExp") return [];
	const [first, second] = node.arguments as (Node | undefined)[];
	const [flags = ""] = second ? textsOf(second, constants) : [];
	return first ? textsOf(first, constants).map((pattern) => ({ pattern, flags })) : [];
}

/** A value that only the running program knows, such as a prefix. It is a word of the program, never a caller's text. */
const unknown = "x";

/** The texts that the value of a node may be. */
function textsOf(node: Node, constants: Map<unknown, Node>): string[] {
	const textsOfAll = (parts: unknown) => (parts as Node[]).map((part) => textsOf(part, constants));
	if (node.type === "Literal") return [String(node.value)];
	if (node.type === "TemplateLiteral") {
		const quasis = node.quasis as { value: { cooked: string } }[];
		const parts = textsOfAll(node.expressions);
		return combined(quasis.flatMap(({ value }, n) => [[value.cooked], parts[n] ?? [""]]));
	}
	if (node.type === "ConditionalExpression") return textsOfAll([node.consequent, node.alternate]).flat();
	const { callee } = node;
	if (isNode(callee) && isNode(callee.object) && callee.object.type === "ArrayExpression") {
		const [separator = ""] = textsOfAll(node.arguments).flat();
		return combined(textsOfAll(callee.object.elements).flatMap((part, n) => (n === 0 ? [part] : [[separator], part])));
	}
	const constant = constants.get(node.name);
	if (!constant) return [unknown];
	// Two functions may have constants of one name, so a constant can seem to be made of itself.
	const others = new Map([...constants].filter(([name]) => name !== node.name));
	return textsOf(constant, others);
}

const combined = (parts: string[][]): string[] =>
	parts.reduce((texts, part) => texts.flatMap((text) => part.map((next) => text + next)), [""]);
