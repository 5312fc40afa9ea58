import * as z from "zod";
import { hasScopes } from "../../../platform/gate/scopes.ts";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { endpoints } from "../../v1.ts";
import { fileBodyOf, takesFile } from "./file-body.ts";

const shortOf = (endpoint: Endpoint) => ({
	operation_id: endpoint.id,
	summary: endpoint.summary,
	...(endpoint.kind === "read" ? { tool: "read" } : { tool: "preview_change" }),
	...(Object.keys(endpoint.params).length > 0 ? { path: Object.keys(endpoint.params) } : {}),
	...(endpoint.kind === "read" ? { query: namesIn(endpoint.querySchema.shape).filter(isOwn) } : {}),
	...bodyOf(endpoint),
});

/** `read` tells of the others, which every list has. */
const isOwn = (name: string): boolean => name !== "limit" && name !== "cursor";

function bodyOf(endpoint: Endpoint): { body?: string[]; required?: string[] } {
	const schema = takesFile(endpoint) ? fileBodyOf(endpoint) : endpoint.body;
	if (!schema) return {};
	const required = Object.entries(schema.shape).filter(([, one]) => !(one as z.ZodType).safeParse(undefined).success);
	return { body: namesIn(schema.shape), ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}) };
}

const mostOptions = 8;

/** The names of the fields. One with few values tells them: `stage: NEW | LOST`. */
const namesIn = (shape: z.ZodRawShape): string[] =>
	Object.entries(shape).map(([name, schema]) => {
		const options = optionsOf(schema as z.ZodType);
		return options.length > 0 && options.length <= mostOptions ? `${name}: ${options.join(" | ")}` : name;
	});

function optionsOf(schema: z.ZodType): readonly unknown[] {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
		return optionsOf(schema.unwrap() as z.ZodType);
	return schema instanceof z.ZodEnum ? schema.options : [];
}

const mostFound = 6;
/** Operations that fit half as well would fill the answer. */
const leastShare = 0.6;

/** The operations that the scopes open and that fit the words, the best first. Without words it is all of them, in short. */
export function findOperations(query: string, scopes: readonly string[]) {
	const open = endpoints.filter(({ scope }) => hasScopes(scopes, scope));
	const words = wordsIn(inWordsOfTheApi(query));
	if (words.length === 0)
		return { operations: open.map(({ id, summary }) => ({ operation_id: id, summary })), more: false };
	const scored = open
		.map((endpoint) => ({ endpoint, score: scoreOf(endpoint, words) }))
		.sort((a, b) => b.score - a.score);
	const best = scored[0]?.score ?? 0;
	const fitting = scored.filter(({ score }) => score > 0 && score >= leastShare * best);
	return {
		operations: fitting.slice(0, mostFound).map(({ endpoint }) => shortOf(endpoint)),
		more: fitting.length > mostFound,
	};
}

/** The trade says these in several words, or otherwise than the API. */
const phrases: [said: RegExp, meant: string][] = [
	[/\b(no.?show|late|cancel\w*) (fee|charge)\b/g, "charge cancellation fee"],
	[/\bno.?shows?\b/g, "update appointment"],
	[/\bwalk.?ins?\b/g, "create appointment"],
	[/\btouch.?ups?\b/g, "event type"],
	[/\b(opt(s|ed)?.?out|unsubscribe\w*|do.?not.?contact)\b/g, "update client"],
	[/\b(un)?(block|ban)(ed)? (a |an |the |this |that )*(client|customer|person)/g, "update client"],
	[/\b(undo|revert|roll.?back)\b.*/g, "audit entry log"],
	[/\b(waivers?|consents?)\b/g, "form submission"],
	[/\b(as )?(csv|spreadsheet|excel)\b/g, ""],
	[/\bre.?send (an? |the )?(webhook|message|event|delivery)\b/g, "replay delivery"],
	[/\bexport\b/g, "list"],
	[/\b[45]\d\ds?\b/g, "list requests"],
	[/\b(errors?|failures?)\b/g, ""],
];

const inWordsOfTheApi = (query: string): string =>
	phrases.reduce((text, [said, meant]) => text.replaceAll(said, meant), query.toLowerCase());

/** Words that people use for what an operation does. */
const synonyms: Record<string, string[]> = {
	book: ["create", "appointment"],
	move: ["update"],
	reschedule: ["update", "appointment"],
	change: ["update"],
	edit: ["update"],
	add: ["create"],
	new: ["create"],
	make: ["create"],
	remove: ["delete"],
	cancel: ["update", "appointment"],
	customer: ["client"],
	person: ["client"],
	people: ["client"],
	search: ["list"],
	find: ["list"],
	show: ["get", "list"],
	free: ["availability"],
	slot: ["availability"],
	vacation: ["time", "block"],
	holiday: ["time", "block"],
	day: ["time", "block"],
	off: ["time", "block"],
	webhook: ["endpoint"],
	message: ["delivery"],
	resend: ["replay", "delivery"],
	upload: ["add"],
	photo: ["picture"],
	image: ["picture"],
	enquiry: ["lead"],
	request: ["lead"],
	approve: ["confirm", "lead"],
	reject: ["decline", "lead"],
	tattoo: ["idea"],
	service: ["event", "type"],
	location: ["shop"],
	studio: ["shop", "me"],
	history: ["audit", "event"],
	who: ["me"],
	account: ["me"],
	plan: ["me"],
	permission: ["me"],
	erase: ["delete"],
	sick: ["time", "block"],
	closed: ["time", "block"],
};

const saysNothing = new Set([
	"of",
	"the",
	"an",
	"to",
	"or",
	"and",
	"for",
	"by",
	"is",
	"this",
	"that",
	"what",
	"was",
	"were",
	"did",
	"my",
	"our",
	"yesterday",
	"today",
]);

const wordsIn = (text: string): string[] =>
	[
		...new Set(
			text
				.replace(/([a-z])([A-Z])/g, "$1 $2")
				.toLowerCase()
				.match(/[a-z]{2,30}/g) ?? [],
		),
	]
		.filter((word) => !saysNothing.has(word))
		.slice(0, 20)
		.map(singular);

const singular = (word: string): string => (word.endsWith("s") && word.length > 3 ? word.slice(0, -1) : word);

interface IndexedWords {
	name: Set<string>;
	text: Set<string>;
}

let index: { of: Map<Endpoint, IndexedWords>; rarity: Map<string, number> } | undefined;

/** The words of each operation, and how much each word tells: one that few operations have tells most. */
function wordIndex() {
	const of = new Map(
		endpoints.map((endpoint): [Endpoint, IndexedWords] => [
			endpoint,
			{
				name: new Set(wordsIn(`${endpoint.id} ${endpoint.summary}`)),
				text: new Set(
					(`${endpoint.tag} ${endpoint.description ?? ""}`.toLowerCase().match(/[a-z]{2,30}/g) ?? []).map(singular),
				),
			},
		]),
	);
	const counts = new Map<string, number>();
	for (const { name } of of.values()) for (const word of name) counts.set(word, (counts.get(word) ?? 0) + 1);
	const rarity = new Map([...counts].map(([word, count]) => [word, Math.log(1 + endpoints.length / count)]));
	return { of, rarity };
}

function scoreOf(endpoint: Endpoint, words: string[]): number {
	index ??= wordIndex();
	const { of, rarity } = index;
	const found = of.get(endpoint);
	if (!found) return 0;
	const weightOf = (word: string) => (found.name.has(word) ? (rarity.get(word) ?? 0) : 0);
	const score = words.reduce((score, word) => {
		const meant = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : [];
		const own = 2 * weightOf(word);
		const others = meant.reduce((sum, one) => sum + (1.5 * weightOf(one)) / meant.length, 0);
		return score + Math.max(own, others) + (found.text.has(word) ? 0.3 : 0);
	}, 0);
	// They do in the shapes of automation platforms what others do in those of the API.
	return endpoint.tag === "Automation" ? score / 2 : score;
}
