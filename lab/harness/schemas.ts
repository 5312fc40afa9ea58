import { dereference, type Schema, type ValidationResult, validate } from "@cfworker/json-schema";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read by path
type Json = any;

/** Schemas that may refer to components. The components are prepared only once, because that is slow. */
export class Schemas {
	private readonly byAddress: Record<string, Schema | boolean>;
	private readonly byName = new Map<string, Schema>();

	constructor(components: Json) {
		this.byAddress = dereference({ components } as Schema);
	}

	validate(name: string, schema: () => Json, body: Json): ValidationResult {
		let known = this.byName.get(name);
		if (!known) {
			known = schema() as Schema;
			dereference(known, this.byAddress, undefined, `/known/${this.byName.size}`);
			this.byName.set(name, known);
		}
		return validate(body, known, "2020-12", this.byAddress, false);
	}
}
