import type { Write } from "./request.ts";

/** The typed client where it has a method, and `fetch` elsewhere. */
export const typescript: Write = (request, key) =>
	request.inClient === undefined ? withFetch(request) : withClient(request.address, request.inClient, key);

function withClient(address: string, call: string, key: string): string {
	const [, name = ""] = /[(,] ?(picture|file)[,)]/.exec(call) ?? [];
	const file = name === "picture" ? '"picture.jpg", { type: "image/jpeg" }' : '"clients.csv", { type: "text/csv" }';
	return [
		...(name ? ['import { openAsBlob } from "node:fs";'] : []),
		'import { TattooStudio } from "tattoo-studio";',
		"",
		"const studio = new TattooStudio({",
		`  apiKey: ${key},`,
		`  baseUrl: "${/^\w+:\/\/[^/]+/.exec(address)?.[0]}",`,
		"});",
		...(name ? [`const ${name} = await openAsBlob(${file});`] : []),
		"",
		call.startsWith("await ")
			? `const answer = ${call};\nconsole.log(answer);`
			: call.replace(/ console/, "\n  console"),
	].join("\n");
}

function withFetch({ method, address, caller, body }: Parameters<Write>[0]): string {
	const form = body && "form" in body ? JSON.stringify(body.form, null, 2).replaceAll("\n", "\n  ") : undefined;
	const basic = '"Basic " + btoa(process.env.CLIENT_ID + ":" + process.env.CLIENT_SECRET)';
	const options = [
		...(method === "GET" ? [] : [`  method: "${method}",`]),
		...(caller === "app" ? [`  headers: { Authorization: ${basic} },`] : []),
		...(form ? [`  body: new URLSearchParams(${form}),`] : []),
	];
	return [
		options.length > 0
			? `const response = await fetch("${address}", {\n${options.join("\n")}\n});`
			: `const response = await fetch("${address}");`,
		"console.log(response.status, await response.text());",
	].join("\n");
}
