import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { endpoints } from "../../v1.ts";
import { fileBodyOf, takesFile } from "./file-body.ts";

const shortOf = (endpoint: Endpoint) => ({
	operation_id: endpoint.id,
	summary: endpoint.summary,
	tool: endpoint.kind === "read" ? "read" : "preview_change",
	path: Object.keys(endpoint.params),
	...(endpoint.kind === "read" ? { query: Object.keys(endpoint.querySchema.shape) } : {}),
	...bodyOf(endpoint),
});

function bodyOf(endpoint: Endpoint): { body?: string[] } {
	const schema = takesFile(endpoint) ? fileBodyOf(endpoint) : endpoint.body;
	return schema ? { body: Object.keys(schema.shape) } : {};
}

const mostFound = 20;

export function findOperations(query: string, scopes: readonly string[]) {
	const words = wordsIn(query);
	const scored = endpoints
		.filter(({ scope }) => scope === null || scopes.includes(scope))
		.map((endpoint) => ({ endpoint, score: scoreOf(endpoint, words) }))
		.filter(({ score }) => words.length === 0 || score > 0)
		.sort((a, b) => b.score - a.score);
	const most = words.length === 0 ? scored.length : mostFound;
	return {
		operations: scored
			.slice(0, most)
			.map(({ endpoint }) =>
				words.length === 0 ? { operation_id: endpoint.id, summary: endpoint.summary } : shortOf(endpoint),
			),
		more: scored.length > most,
	};
}

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

const saysNothing = new Set(["of", "the", "an", "to", "or", "and", "for", "by", "is", "this", "that"]);

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
