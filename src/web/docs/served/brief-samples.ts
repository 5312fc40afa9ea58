import { isPart, type Part } from "./parts.ts";

interface Operation {
	"x-codeSamples"?: { source: string }[];
	requestBody?: unknown;
}

/**
 * The calls of the client name the parameters and the body of their operation, which have their examples beside them.
 * `{ … }` becomes `body`, and an id becomes the name of its parameter.
 */
export function nameValuesInSamples(paths: Record<string, Record<string, Part>>): void {
	for (const [path, item] of Object.entries(paths)) {
		const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		for (const { "x-codeSamples": samples = [], requestBody } of Object.values(item) as Operation[])
			for (const sample of samples) {
				const { source } = sample;
				const open = source.indexOf("(", source.indexOf("studio."));
				const close = source.startsWith("for await") ? source.indexOf(")) console.log") : source.lastIndexOf(")");
				const values = source.slice(open + 1, close);
				const picture = values.endsWith("picture") ? ["picture"] : [];
				const others = values.includes("{") ? [isPart(requestBody) ? "body" : "query"] : [];
				sample.source = `${source.slice(0, open)}(${[...ids, ...picture, ...others].join(", ")}${source.slice(close)}`;
			}
	}
}
