import { Schemas } from "../schemas.ts";
import type { Document, Json, Operation } from "./document.ts";
import type { Request } from "./requests.ts";

export interface Answer {
	status: number;
	contentType: string;
	text: string;
}

const anyId = /\b(?:ten|usr|key|cli|apt|led|ide|frm|fsb|art|shp|ety|tbl|evt|whe|wbd|hok|ogr|aud)_[0-9a-f-]{32,36}\b/g;

/** Compares answers with the API document. */
export class Checks {
	private readonly document: Document;
	private readonly schemas: Schemas;
	/** The tenant of each id that an answer has shown. */
	private readonly owners = new Map<string, string>();

	constructor(document: Document) {
		this.document = document;
		this.schemas = new Schemas(structuredClone({ schemas: document.json.components.schemas }));
	}

	/** Remembers the tenant that owns the record with this id. */
	own(id: string, tenant: string): void {
		this.owners.set(id, tenant);
	}

	/** The fault of an answer; undefined if it has none. */
	faultOf(request: Request, answer: Answer, tenant: string): string | undefined {
		if (answer.status >= 500) return `${answer.status}: ${answer.text.slice(0, 300)}`;
		return this.leakIn(request, answer, tenant) ?? this.difference(request, answer);
	}

	private leakIn({ path, body, method }: Request, { status, text }: Answer, tenant: string): string | undefined {
		// The log of requests shows paths that the tenant has sent, which may contain ids of other tenants.
		if (path.startsWith("/v1/requests")) return undefined;
		const sent = `${path} ${body}`;
		for (const [id] of text.matchAll(anyId)) {
			if (sent.includes(id)) continue;
			const owner = this.owners.get(id);
			if (owner !== undefined && owner !== tenant) return `It shows ${id} of another tenant.`;
			if (method === "POST" && status === 201) this.owners.set(id, tenant);
		}
		return undefined;
	}

	private difference(request: Request, answer: Answer): string | undefined {
		const { status, contentType, text } = answer;
		if (request.method === "HEAD" || request.method === "OPTIONS") return undefined;
		const operation = this.operationOf(request);
		const declared = operation && this.document.resolved(operation.responses[status] ?? operation.responses.default);
		if (!declared) return this.undeclared(request, answer);
		if (!declared.content) return text === "" ? undefined : "It has a body that is not declared.";
		const content = declared.content[contentType] ?? declared.content[contentType.split(";")[0] ?? ""];
		if (!content) return `${status} has the content type ${contentType}, which is not declared.`;
		if (contentType.startsWith("text/")) return undefined;
		return this.unlike(`${operation.method} ${operation.path} ${status}`, content.schema, text);
	}

	/** An answer without an operation, such as that of an unknown path, must be a problem document. */
	private undeclared({ path, operation }: Request, { status, contentType, text }: Answer): string | undefined {
		if (status < 400) return operation.path.startsWith("/v1") ? `${status} is not declared.` : undefined;
		if (!path.startsWith("/v1")) return undefined;
		if (contentType !== "application/problem+json") return `${status} has the content type ${contentType}.`;
		return this.unlike("problem", { $ref: "#/components/schemas/Problem" }, text);
	}

	private unlike(name: string, schema: Json, text: string): string | undefined {
		let body: Json;
		try {
			body = JSON.parse(text);
		} catch {
			return `The answer is no JSON: ${text.slice(0, 300)}`;
		}
		const { valid, errors } = this.schemas.validate(name, () => structuredClone(schema), body);
		return valid ? undefined : `${name} is not as declared: ${JSON.stringify(errors.slice(-2))} ${text.slice(0, 300)}`;
	}

	/** The operation that the request really reaches: an odd method or id may lead to another one, or to none. */
	private operationOf({ method, path, operation }: Request): Operation | undefined {
		// Of two dots, an id leads to the address above.
		const asked = new URL(path, "https://api.test").pathname;
		const isMeant = (one: Operation) =>
			one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(asked);
		return isMeant(operation) ? operation : this.document.operations.find(isMeant);
	}
}
