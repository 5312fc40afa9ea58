import { fileOf, indented, type SampleRequest, type Write } from "./request.ts";

function bodyOf({ body }: SampleRequest): string[] {
	if (!body) return [];
	if ("json" in body)
		return [
			'request["Content-Type"] = "application/json"',
			`request.body = <<~'JSON'\n  ${indented(JSON.stringify(body.json, null, 2), "  ")}\nJSON`,
		];
	if ("picture" in body)
		return [`request["Content-Type"] = "${body.picture}"`, `request.body = File.binread("${fileOf(body.picture)}")`];
	const fields = Object.entries(body.form).map(
		([name, value]) => `  ${JSON.stringify(name)} => ${JSON.stringify(value)},\n`,
	);
	return [`request.set_form_data(\n${fields.join("")})`];
}

export const ruby: Write = (request, key) => {
	const callers = {
		key: [`request["Authorization"] = "Bearer #{key}"`],
		app: ['request.basic_auth(ENV["CLIENT_ID"], ENV["CLIENT_SECRET"])'],
		nobody: [],
	};
	const { method, address, caller, headers = {} } = request;
	return [
		'require "net/http"',
		"",
		...(caller === "key" ? [`key = ${key}`] : []),
		`address = URI("${address}")`,
		`request = Net::HTTP::${method[0]}${method.slice(1).toLowerCase()}.new(address)`,
		...callers[caller],
		...Object.entries(headers).map(([name, value]) => `request["${name}"] = ${JSON.stringify(value)}`),
		...bodyOf(request),
		'response = Net::HTTP.start(address.host, address.port, use_ssl: address.scheme == "https") do |http|',
		"  http.request(request)",
		"end",
		"puts response.code, response.body",
	].join("\n");
};
