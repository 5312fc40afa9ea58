import { hasScopes } from "../../../platform/gate/scopes.ts";
import type { Endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { fieldProblems, problem } from "../../../platform/problems/problem.ts";
import { endpoints } from "../../v1.ts";
import type { Json } from "../protocol/messages.ts";

const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** An operation that does not exist and one that the credential does not open are refused alike. */
export const unknownOperation = (id: string) =>
	problem(
		"resource_not_found",
		`There is no operation ${id.slice(0, 100)}. find_operations lists those that there are.`,
	);

/** Whether there is such an operation, which the scopes do not open. */
export function isClosed(id: string, scopes: readonly string[]): boolean {
	return !hasScopes(scopes, byId.get(id)?.scope ?? null);
}

export function operationOf(id: string): Endpoint {
	const endpoint = byId.get(id);
	if (!endpoint) throw unknownOperation(id);
	return endpoint;
}

type OfKind<Kind> = Extract<Endpoint, { kind: Kind }>;

export function operationOfKind<Kind extends Endpoint["kind"]>(kind: Kind, id: string): OfKind<Kind> {
	const endpoint = operationOf(id);
	if (!isOfKind(endpoint, kind))
		throw fieldProblems([
			{
				location: "body",
				path: "operation_id",
				message: kind === "read" ? "changes something: use preview_change" : "reads: use the tool read",
			},
		]);
	return endpoint;
}

const isOfKind = <Kind>(endpoint: Endpoint, kind: Kind): endpoint is OfKind<Kind> => endpoint.kind === kind;

export function addressOf({ id, path, params }: Endpoint, given: Json = {}, query: Json = {}): string {
	const names = Object.keys(params);
	const wrong = [
		...names.filter((name) => !isId(given[name])).map((name) => ["path", name, "must be the id of a record"] as const),
		...Object.keys(given)
			.filter((name) => !names.includes(name))
			.map((name) => ["path", name, `is no parameter in the path of ${id}`] as const),
		...Object.entries(query)
			.filter(([, value]) => textOf(value) === undefined)
			.map(([name]) => ["query", name, "must be a text, a number, true, false, or a list of these"] as const),
	];
	if (wrong.length > 0)
		throw fieldProblems(
			wrong
				.slice(0, 20)
				.map(([at, name, message]) => ({ location: "body", path: `${at}.${name.slice(0, 100)}`, message })),
		);
	const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
	const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value) ?? ""]);
	return parameters.length > 0 ? `${filled}?${new URLSearchParams(parameters)}` : filled;
}

/** No id is a step in a path, or holds a character that an address cannot have. */
const isId = (value: unknown): boolean =>
	typeof value === "string" && /^[\w.-]{1,200}$/.test(value) && value !== "." && value !== "..";

function textOf(value: unknown): string | undefined {
	if (Array.isArray(value)) {
		const texts = value.map((one) => (Array.isArray(one) ? undefined : textOf(one)));
		return texts.includes(undefined) ? undefined : texts.join(",");
	}
	return ["string", "number", "boolean"].includes(typeof value) ? String(value).toWellFormed() : undefined;
}

/** The build has made a file for each operation, from the API document. */
export const descriptionPath = (operationId: string): string => `/operations/${operationId}.json`;
