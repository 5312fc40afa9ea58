import { fileOf, indented, type Write } from "./request.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bodyOf({ body }: Parameters<Write>[0]): string[] {
	if (!body) return [];
	if ("json" in body) return [`--json ${quoted(indented(JSON.stringify(body.json, null, 2), "  "))}`];
	if ("picture" in body) return [`-H "Content-Type: ${body.picture}"`, `--data-binary @${fileOf(body.picture)}`];
	return Object.entries(body.form).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
}

/** curl sends a POST by itself where there is a body. */
const methodOf = ({ method, body }: Parameters<Write>[0]) =>
	method === "GET" || (method === "POST" && body) ? "" : `-X ${method} `;

export const curl: Write = (request, key) => {
	const callers = { key: [`-H "Authorization: Bearer ${key}"`], app: ['-u "$CLIENT_ID:$CLIENT_SECRET"'], nobody: [] };
	const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `-H "${name}: ${value}"`);
	const parts = [
		`curl ${methodOf(request)}"${request.address}"`,
		...callers[request.caller],
		...headers,
		...bodyOf(request),
	];
	return parts.join(" \\\n  ");
};
