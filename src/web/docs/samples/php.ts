import { fileOf, indented, type SampleRequest, type Write } from "./request.ts";

const pad = "    ";
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function bodyOf({ body }: SampleRequest): string[] {
	if (!body) return [];
	if ("json" in body)
		return [`CURLOPT_POSTFIELDS => <<<'JSON'\n${pad}${indented(JSON.stringify(body.json, null, 2), pad)}\n${pad}JSON,`];
	if ("picture" in body) return [`CURLOPT_POSTFIELDS => file_get_contents('${fileOf(body.picture)}'),`];
	const fields = Object.entries(body.form).map(([name, value]) => `${pad}${quoted(name)} => ${quoted(value)},\n`);
	return [`CURLOPT_POSTFIELDS => http_build_query([\n${fields.map((one) => pad + one).join("")}${pad}]),`];
}

function headersOf({ caller, body, headers: others = {} }: SampleRequest): string[] {
	const type = body && ("json" in body ? "application/json" : "picture" in body ? body.picture : undefined);
	const headers = [
		...(caller === "key" ? ['"Authorization: Bearer $key"'] : []),
		...(type ? [`"Content-Type: ${type}"`] : []),
		...Object.entries(others).map(([name, value]) => `"${name}: ${value}"`),
	];
	return headers.length > 0 ? [`CURLOPT_HTTPHEADER => [${headers.join(", ")}],`] : [];
}

export const php: Write = (request, key) =>
	[
		"<?php",
		...(request.caller === "key" ? [`$key = ${key};`] : []),
		`$request = curl_init(${quoted(request.address)});`,
		"curl_setopt_array($request, [",
		...[
			"CURLOPT_RETURNTRANSFER => true,",
			...(request.method === "GET" ? [] : [`CURLOPT_CUSTOMREQUEST => '${request.method}',`]),
			...(request.caller === "app" ? ["CURLOPT_USERPWD => getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'),"] : []),
			...headersOf(request),
			...bodyOf(request),
		].map((line) => pad + line),
		"]);",
		"echo curl_exec($request);",
	].join("\n");
