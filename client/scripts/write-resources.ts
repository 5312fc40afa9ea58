import { problems } from "../../src/platform/problems/table.ts";
import { type Method, methods, nameIn, type Schema, schemaOf, tagWords } from "./document.ts";
import { comment, propertiesOf, property, typeName, typeOf, wordsOf } from "./schema-types.ts";
import { classOf } from "./write-problems.ts";

const capital = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const groups = Map.groupBy(methods, ({ group }) => group);

/** `ideas.pictures` is a part of `ideas`. */
const inOneWord = (group: string) => group.split(".").map(capital).join("");
const resourceName = (group: string) => `${inOneWord(group)}Resource`;
const queryName = ({ group, name }: Method) => `${inOneWord(group)}${capital(name)}Query`;

/** The groups inside a group; the whole client for none. */
const partsOf = (group?: string) =>
	[...groups].filter(([name]) => (group === undefined ? !name.includes(".") : name.startsWith(`${group}.`)));

const partLines = (group?: string): string =>
	partsOf(group)
		.map(([name, [first]]) => {
			const own = name.slice(name.lastIndexOf(".") + 1);
			return `${comment(tagWords(first?.endpoint.tag ?? ""))}readonly ${own}: ${resourceName(name)};`;
		})
		.join("\n");

const isListed = (schema: Schema): boolean =>
	propertiesOf(schema).properties.object?.const === "list" || isPaged(schema);
const isPaged = ({ allOf }: Schema): boolean => allOf?.some(({ $ref }) => $ref?.endsWith("/List")) ?? false;

/** The type of the records in a list; null if the answer is no list. */
function listedType({ answer }: Method): string | null {
	if (!isListed(answer)) return null;
	if (answer.$ref) return `${typeName(nameIn(answer.$ref))}["data"][number]`;
	return typeOf(propertiesOf(answer).properties.data?.items ?? {}, "answer");
}

/** Whether the method lists events: the type of its answer depends on the event types in its query. */
const isFeed = ({ endpoint }: Method): boolean => endpoint.kind === "read" && endpoint.feed !== undefined;

/** The type parameter of such a method and its query. */
const ofEventTypes = "<T extends PublicEventType = PublicEventType>";

/** The type of a parameter that takes one of some values, or several with commas between them. */
function severalOf({ anyOf: [values, texts, ...others] = [] }: Schema): string | null {
	const takesSeveral = values?.enum && texts?.type === "string" && !texts.enum && others.length === 0;
	return takesSeveral ? `Several<${typeOf(values, "request")}>` : null;
}

function queryType(method: Method): string {
	const lines = method.query.map(({ name, required = false, description, schema }) => {
		const settings = { optional: !required, side: "request" } as const;
		if (isFeed(method) && name === "type")
			return (
				comment("Only events of this type. With `after_sequence` several types can be given.") +
				property(name, "T | readonly T[]", settings)
			);
		return (
			wordsOf({ ...schema, ...(description ? { description } : {}) }, "request") +
			property(name, severalOf(schema) ?? typeOf(schema, "request"), settings)
		);
	});
	const declared = `${queryName(method)}${isFeed(method) ? ofEventTypes : ""}`;
	return `${comment(`The query parameters of \`${method.group}.${method.name}\`.`)}export interface ${declared} {\n${lines.join("\n")}\n}\n`;
}

function inputOf(method: Method): string[] {
	const query = queryInputOf(method);
	const file = fileOf(method);
	if (file) return [`${file === "rows" ? "file" : file}: Blob`, ...query];
	if (method.body) return [`body${method.body.required ? "" : "?"}: ${typeOf(method.body.schema, "request")}`];
	return query;
}

const fileOf = ({ endpoint }: Method) => (endpoint.kind === "change" ? endpoint.takesFile : null);

function queryInputOf(method: Method): string[] {
	if (method.query.length === 0) return [];
	const type = `${queryName(method)}${isFeed(method) ? "<T>" : ""}`;
	return [`query${method.query.some(({ required }) => required) ? "" : "?"}: ${type}`];
}

function optionsOf({ endpoint }: Method): string {
	if (endpoint.kind === "read") return "RequestOptions";
	return endpoint.changedRecord ? "ChangeOptions" : "CreateOptions";
}

function docsOf({ endpoint, operation, example }: Method): string {
	const cap = operation["x-requests-per-minute"];
	const scope = endpoint.scope ? `Needs the scope \`${endpoint.scope}\`.` : "";
	return comment(
		operation.summary.replace(/\.?$/, "."),
		"",
		operation.description,
		[`\`${endpoint.method} ${endpoint.path}\`.`, scope, cap ? `At most ${cap} requests a minute.` : ""]
			.filter(Boolean)
			.join(" "),
		...endpoint.errors.map((code) => `@throws {${classOf(code)}} ${problems[code].title}`),
		`@example ${example}`,
	);
}

function methodLines(method: Method): string {
	const { endpoint, name, answer } = method;
	const ids = Object.keys(endpoint.params).map((id) => `${camel(id)}: string`);
	const given = [...ids, ...inputOf(method)];
	const listed = listedType(method);
	const declared = `${name}${isFeed(method) ? ofEventTypes : ""}`;
	const signature = (options: string, result: string) => `${declared}(${[...given, options].join(", ")}): ${result};`;
	const docs = docsOf(method);
	const list = isFeed(method) ? "List<EventOf<T>, FeedPage<EventOf<T>>>" : `List<${listed}>`;
	if (listed) return docs + signature("options?: RequestOptions", list);
	const result = `Answer<${typeOf(answer, "answer")}>`;
	const plain = docs + signature(`options?: ${optionsOf(method)}`, `Promise<${result}>`);
	if (endpoint.kind !== "read" || !endpoint.hasEtag) return plain;
	const ifNew = comment(`${method.operation.summary}, or null while it is the version that you have.`);
	return `${ifNew}${signature("options: ReadOptions", `Promise<${result} | null>`)}\n${plain}`;
}

/** An interface for each resource, and the types of their queries. */
export function resources(): string {
	const interfaces = [...groups].map(([group, all]) => {
		const tag = all[0]?.endpoint.tag ?? "";
		return `${comment(tagWords(tag))}export interface ${resourceName(group)} {\n${[partLines(group), ...all.map(methodLines)].filter(Boolean).join("\n\n")}\n}\n`;
	});
	const queries = methods.filter(({ query }) => query.length > 0).map(queryType);
	const all = `/** Every resource, by its name. */\nexport interface Resources {\n${partLines()}\n}\n`;
	const text = [...interfaces, ...queries, all].join("\n");
	const used = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
	const names = [
		...new Set(methods.flatMap(({ answer, body }) => [...refsOf(answer), ...(body ? refsOf(body.schema) : [])])),
	];
	const imported = names
		.map(typeName)
		.filter((name) => !["StudioEvent", "PublicEventType", "List"].includes(name) && used(name));
	return [
		'import type { Answer } from "../answer.ts";',
		'import type { FeedPage, List } from "../list.ts";',
		'import type { ChangeOptions, CreateOptions, DateTime, ReadOptions, RequestOptions, Several } from "../options.ts";',
		`import type { ${["EventOf", "PublicEventType", "StudioEvent"].filter(used).join(", ")} } from "./events.ts";`,
		`import type { ${imported.join(", ")} } from "./records.ts";\n`,
		text,
	].join("\n");
}

const refsOf = (schema: Schema): string[] => [
	...(schema.$ref ? [nameIn(schema.$ref)] : []),
	...[schema.items, ...(schema.allOf ?? []), ...Object.values(schema.properties ?? {})].flatMap((one) =>
		one ? refsOf(one) : [],
	),
];

/** The requests of the methods: the only generated part of the resources that exists at run time. */
export function operations(): string {
	const linesOf = ([group, all]: readonly [string, Method[]]): string => {
		const inner = all.map((method) => {
			const { endpoint, body, query, name, answer } = method;
			const verb = isListed(answer.$ref ? schemaOf(answer.$ref) : answer) ? "LIST" : endpoint.method;
			const input = fileOf(method) ? " file" : body ? " body" : query.length > 0 ? " query" : "";
			return `${name}: "${verb} ${endpoint.path}${input}",`;
		});
		const parts = partsOf(group).map(linesOf);
		return `${group.slice(group.lastIndexOf(".") + 1)}: {\n${[...inner, ...parts].join("\n")}\n},`;
	};
	const lines = partsOf().map(linesOf);
	return `/** The request of each method: its verb, its path, and whether it takes a body, a query or a file. */\nexport const operations = {\n${lines.join("\n")}\n};\n`;
}
