import { fileOf, type SampleRequest, type Write } from "./request.ts";

function literal(value: unknown, indent = ""): string {
	if (value === null) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (typeof value !== "object") return JSON.stringify(value);
	const inner = `${indent}    `;
	const parts = Array.isArray(value)
		? value.map((one) => literal(one, inner))
		: Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, inner)}`);
	const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
	return parts.length === 0
		? open + close
		: `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function bodyOf({ body }: SampleRequest): string[] {
	if (!body) return [];
	if ("json" in body) return [`json=${literal(body.json, "    ")},`];
	if ("picture" in body) return [`data=open("${fileOf(body.picture)}", "rb"),`];
	return [`data=${literal(body.form, "    ")},`];
}

export const python: Write = (request, key) => {
	const { method, address, caller, body, headers = {} } = request;
	const all = { ...(body && "picture" in body ? { "Content-Type": body.picture } : {}), ...headers };
	const others = Object.entries(all).map(([name, value]) => `, "${name}": ${JSON.stringify(value)}`);
	const callers = {
		key: [`headers={"Authorization": f"Bearer {key}"${others.join("")}},`],
		app: ['auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),'],
		nobody: [],
	};
	return [
		...(caller === "nobody" ? [] : ["import os", ""]),
		"import requests",
		"",
		...(caller === "key" ? [`key = ${key}`] : []),
		`response = requests.${method.toLowerCase()}(`,
		...[`"${address}",`, ...callers[caller], ...bodyOf(request)].map((line) => `    ${line}`),
		")",
		"print(response.status_code, response.text)",
	].join("\n");
};
