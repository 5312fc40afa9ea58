import { methods } from "./document.ts";
import { declarationOf, needs, type Side } from "./schema-types.ts";
import { ofEvents } from "./write-events.ts";

/** Schemas that stand in other files, or that no caller needs. */
const leftOut = ["Event", "PublicEventType", "List", ...ofEvents];

/** The types of bodies and answers. */
export function records(): string {
	const taken = new Set(methods.flatMap(({ body }) => (body ? [...needs(body.schema)] : [])));
	const shown = new Set(methods.flatMap(({ answer }) => [...needs(answer)]));
	const declared = (names: Iterable<string>, side: Side) =>
		[...names].filter((name) => !leftOut.includes(name)).map((name) => declarationOf(name, side));
	const text = [
		...declared(taken, "request"),
		...declared(
			[...shown].filter((name) => !taken.has(name)),
			"answer",
		),
	].join("\n");
	const imported = ["PublicEventType", "StudioEvent", ...ofEvents].filter((name) =>
		new RegExp(`\\b${name}\\b`).test(text),
	);
	return [
		'import type { DateTime } from "../options.ts";',
		`import type { ${imported.join(", ")} } from "./events.ts";\n`,
		text,
	].join("\n");
}
