import { fileOf, indented, type SampleRequest, type Write } from "./request.ts";

/** The lines that make the body, its name, the packages that they need, and its type. */
interface GoBody {
	lines: string[];
	name: string;
	packages: string[];
	type?: string;
}

function bodyOf({ body }: SampleRequest): GoBody {
	if (!body) return { lines: [], name: "nil", packages: [] };
	if ("json" in body) {
		const json = indented(JSON.stringify(body.json, null, 2), "\t");
		return {
			lines: [`body := strings.NewReader(\`${json}\`)`],
			name: "body",
			packages: ["strings"],
			type: "application/json",
		};
	}
	if ("picture" in body)
		return {
			lines: [`body, err := os.Open("${fileOf(body.picture)}")`, "if err != nil {", "\tpanic(err)", "}"],
			name: "body",
			packages: ["os"],
			type: body.picture,
		};
	const fields = Object.entries(body.form).map(
		([name, value]) => `\t${JSON.stringify(name)}: {${JSON.stringify(value)}},`,
	);
	return {
		lines: ["form := url.Values{", ...fields, "}"],
		name: "strings.NewReader(form.Encode())",
		packages: ["net/url", "strings"],
		type: "application/x-www-form-urlencoded",
	};
}

export const go: Write = (request, key) => {
	const { method, address, caller, headers = {} } = request;
	const { lines, name, packages, type } = bodyOf(request);
	const callers = {
		key: [`request.Header.Set("Authorization", "Bearer "+${key})`],
		app: ['request.SetBasicAuth(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))'],
		nobody: [],
	};
	const imports = new Set(["fmt", "io", "net/http", ...packages, ...(caller === "nobody" ? [] : ["os"])]);
	return [
		"package main",
		"",
		"import (",
		...[...imports].sort().map((one) => `\t"${one}"`),
		")",
		"",
		"func main() {",
		...[
			...lines,
			`request, err := http.NewRequest("${method}", "${address}", ${name})`,
			"if err != nil {",
			"\tpanic(err)",
			"}",
			...callers[caller],
			...(type ? [`request.Header.Set("Content-Type", "${type}")`] : []),
			...Object.entries(headers).map(([name, value]) => `request.Header.Set("${name}", ${JSON.stringify(value)})`),
			"response, err := http.DefaultClient.Do(request)",
			"if err != nil {",
			"\tpanic(err)",
			"}",
			"answer, _ := io.ReadAll(response.Body)",
			"fmt.Println(response.Status, string(answer))",
		].map((line) => `\t${line}`),
		"}",
	].join("\n");
};
