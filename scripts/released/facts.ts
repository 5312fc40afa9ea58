/** Something that callers see and may depend on. */
export interface Fact {
	/** The subject of the fact, such as `GET /v1/clients answer 200 data[].email`. */
	about: string;
	/** The word by which the changelog must mention a change of it. */
	word: string;
	/** The kind of change that breaks callers. */
	breaksWhen: "added" | "removed" | "never";
}

export type Facts = ReadonlyMap<string, Fact>;

// biome-ignore lint/suspicious/noExplicitAny: an API document, which its own linters check
type Json = any;

/**
 * `answer`: what callers read, to which the service may add. `request`: what they send, of which it may demand less.
 */
type Direction = "request" | "answer";

export function factsOf(document: Json): Facts {
	const facts = new Map<string, Fact>();
	const add = (about: string, word: string, breaksWhen: Fact["breaksWhen"] = "removed") =>
		facts.set(about, { about, word, breaksWhen });
	const resolve = (value: Json): Json =>
		value?.$ref
			? value.$ref
					.slice(2)
					.split("/")
					.reduce((at: Json, name: string) => at[name], document)
			: value;

	function schema(at: string, word: string, given: Json, direction: Direction, above: readonly Json[]): void {
		const own = resolve(given);
		if (!own || above.includes(own)) return;
		const within = [...above, own];
		for (const part of [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])])
			schema(at, word, part, direction, within);
		// A constant tells its type.
		const types = own.type ?? ("const" in own ? typeof own.const : []);
		for (const type of [types].flat()) add(`${at}: ${type}`, word, direction === "request" ? "removed" : "added");
		// Programs decide by the code of an error. Its title and the address of its page are for people.
		for (const value of [...(own.enum ?? []), ...("const" in own ? [own.const] : [])])
			if (value !== null) add(`${at} = ${value}`, String(value));
		for (const limit of ["maxLength", "maximum", "maxItems", "minLength", "minimum", "minItems", "pattern", "format"])
			if (limit in own && direction === "request") add(`${at}: ${limit} ${own[limit]}`, word, "added");
		if (own.items) schema(`${at}[]`, word, own.items, direction, within);
		for (const [name, property] of Object.entries<Json>(own.properties ?? {})) {
			add(`${at}.${name}`, name);
			schema(`${at}.${name}`, name, property, direction, within);
		}
		for (const name of own.required ?? [])
			add(
				`${at}.${name} is ${direction === "request" ? "required" : "always there"}`,
				name,
				direction === "request" ? "added" : "removed",
			);
	}

	/** Programs decide by the code of an error and read what it has beside the usual. The rest is for people. */
	function errors(at: string, problem: Json): void {
		for (const variant of problem.oneOf ?? [problem]) {
			const parts: Json[] = [resolve(variant), ...(resolve(variant).allOf ?? [])].map(resolve);
			const properties = Object.assign({}, ...parts.map((part) => part.properties));
			const code = properties.code?.const;
			if (code === undefined) continue;
			add(`${at} error ${code}`, code);
			for (const name of ["type", "title", "status", "code"]) delete properties[name];
			schema(`${at} error ${code}`, code, { properties }, "answer", []);
		}
	}

	const content = (at: string, word: string, given: Json, direction: Direction) => {
		for (const { schema: body } of Object.values<Json>(given ?? {})) schema(at, word, body, direction, []);
	};

	const ofEvery = Object.entries<Json>(document["x-headers-of-every-request"] ?? {}).map(([name, header]) => ({
		...header,
		name,
		in: "header",
	}));
	for (const [path, { parameters: ofPath = [], ...methods }] of Object.entries<Json>(document.paths ?? {})) {
		const shared = path.startsWith("/v1/") ? [...ofPath, ...ofEvery] : ofPath;
		for (const [method, operation] of Object.entries<Json>(methods)) {
			const at = `${method.toUpperCase()} ${path}`;
			add(at, path);
			if (operation.deprecated) add(`${at} is deprecated`, path, "never");
			for (const { oauth2 = [] } of operation.security ?? [])
				for (const scope of oauth2) add(`${at} needs ${scope}`, scope, "added");
			for (const given of [...shared, ...(operation.parameters ?? [])]) {
				const { name, in: place, required, schema: own } = resolve(given);
				add(`${at} ${place} ${name}`, name);
				if (required) add(`${at} ${place} ${name} is required`, name, "added");
				schema(`${at} ${place} ${name}`, name, own, "request", []);
			}
			if (operation.requestBody?.required) add(`${at} needs a body`, path, "added");
			content(`${at} body`, path, operation.requestBody?.content, "request");
			for (const [status, given] of Object.entries<Json>(operation.responses)) {
				const { content: body, headers = {} } = resolve(given);
				// Errors of several statuses may share an answer.
				const answer = Number(status) < 400 ? `answer ${status}` : "error";
				for (const name of Object.keys(headers)) add(`${at} ${answer} header ${name}`, name);
				if (Number(status) < 400) content(`${at} answer ${status}`, path, body, "answer");
				else for (const { schema: problem } of Object.values<Json>(body ?? {})) errors(at, problem);
			}
		}
	}
	for (const [type, { post }] of Object.entries<Json>(document.webhooks ?? {})) {
		add(type, type);
		content(type, type, post.requestBody?.content, "answer");
	}
	return facts;
}
