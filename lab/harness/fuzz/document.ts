// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
export type Json = any;

export interface Operation {
	method: string;
	path: string;
	parameters: { name: string; in: string; required?: boolean; schema: Json }[];
	/** The content type and the schema of the body; null if there is none. */
	body: { type: string; schema: Json } | null;
	responses: Record<string, Json>;
}

export class Document {
	readonly operations: Operation[];
	readonly json: Json;

	constructor(json: Json) {
		this.json = json;
		const ofEvery = Object.entries<Json>(json["x-headers-of-every-request"] ?? {}).map(([name, { schema }]) => ({
			name,
			in: "header",
			schema,
		}));
		this.operations = Object.entries<Json>(json.paths).flatMap(([path, { parameters = [], ...item }]) =>
			Object.entries<Json>(item).map(([method, operation]) => {
				const [body] = Object.entries<Json>(this.resolved(operation.requestBody)?.content ?? {});
				return {
					method: method.toUpperCase(),
					path,
					parameters: [
						...[...parameters, ...(operation.parameters ?? [])].map((one: Json) => this.resolved(one)),
						...(path.startsWith("/v1/") ? ofEvery : []),
					],
					body: body ? { type: body[0], schema: body[1].schema } : null,
					responses: operation.responses,
				};
			}),
		);
	}

	static async of(origin: string): Promise<Document> {
		return new Document(await (await fetch(`${origin}/openapi.json`)).json());
	}

	resolved(value: Json): Json {
		if (!value?.$ref) return value;
		const found = value.$ref
			.slice("#/".length)
			.split("/")
			.reduce((at: Json, name: string) => at[name], this.json);
		return this.resolved(found);
	}
}
