import type { Dice } from "./dice.ts";
import type { Document, Json } from "./document.ts";

export interface Ids {
	/** The tenant's ids, by their prefix. */
	own: Record<string, string[]>;
	others: Record<string, string[]>;
}

/** The prefix of the id in a property or parameter of this name. */
const kinds: Record<string, string> = {
	artist_id: "art",
	assigned_artist_id: "art",
	client_id: "cli",
	source_id: "cli",
	lead_id: "led",
	idea_id: "ide",
	shop_id: "shp",
	event_type_id: "ety",
	appointment_id: "apt",
	form_id: "frm",
	submission_id: "fsb",
	block_id: "tbl",
	event_id: "evt",
	endpoint_id: "whe",
	delivery_id: "wbd",
	hook_id: "hok",
	request_id: "req",
	credential_id: "key",
};

const samples: Record<string, (dice: Dice) => string> = {
	email: (dice) => `${dice.hex(8)}@example.com`,
	"date-time": (dice) => new Date(Date.UTC(2026, dice.below(24), dice.below(28) + 1, dice.below(24))).toISOString(),
	date: (dice) => `20${dice.between(10, 40)}-0${dice.between(1, 9)}-1${dice.below(10)}`,
	// Nothing listens at this address.
	uri: (dice) => `http://127.0.0.1:1025/${dice.hex(6)}`,
};

const patterned = ["EUR", "10:00", "18:00", "field_1", "a-slug", "2xx", "clients.list", "x".repeat(43)];
const words = [
	"Ana",
	"größe",
	"漢字",
	"👩‍👩‍👧",
	"O'Brien",
	"%_",
	"<b>x</b>",
	"a b",
	"'; DROP TABLE clients;--",
	"{{x}}",
];

/** Makes random values that match a schema of the document. */
export class Values {
	private readonly document: Document;
	private readonly dice: Dice;
	private readonly ids: Ids;

	constructor(document: Document, dice: Dice, ids: Ids) {
		this.document = document;
		this.dice = dice;
		this.ids = ids;
	}

	/** An id for a property of this name: mostly of the tenant, sometimes of another tenant, sometimes unknown. */
	id(name: string): string | undefined {
		const { dice, ids } = this;
		const prefix = kinds[name];
		if (!prefix) return undefined;
		const from = dice.chance(0.85) ? ids.own : ids.others;
		const known = from[prefix] ?? [];
		return known.length > 0 && dice.chance(0.95) ? dice.pick(known) : `${prefix}_${dice.hex(32)}`;
	}

	valid(given: Json, name = "", depth = 0): Json {
		const { dice } = this;
		const schema = this.document.resolved(given);
		if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part: Json) => this.valid(part, name, depth)));
		if ("const" in schema) return schema.const;
		if (schema.enum) return dice.pick(schema.enum);
		const choices = schema.anyOf ?? schema.oneOf;
		if (choices) return this.valid(dice.pick(choices), name, depth);
		const type = dice.pick([schema.type ?? "string"].flat());
		switch (type) {
			case "null":
				return null;
			case "boolean":
				return dice.chance(0.5);
			case "integer":
			case "number":
				return this.number(schema, type);
			case "array":
				return this.array(schema, name, depth);
			case "object":
				return this.object(schema, depth);
			default:
				return this.text(schema, name);
		}
	}

	private number({ minimum = 0, maximum = 1000 }: Json, type: string): number {
		const { dice } = this;
		if (dice.chance(0.2)) return dice.pick([minimum, maximum]);
		const number = dice.between(minimum, Math.min(maximum, minimum + 1000));
		return type === "number" && dice.chance(0.3) ? Math.min(maximum, number + 0.5) : number;
	}

	private array({ items = {}, minItems = 0, maxItems = 3 }: Json, name: string, depth: number): Json[] {
		const length = this.dice.between(minItems, Math.max(minItems, Math.min(maxItems, depth > 3 ? 1 : 3)));
		return Array.from({ length }, () => this.valid(items, name, depth + 1));
	}

	private object({ properties = {}, required = [], additionalProperties }: Json, depth: number): Json {
		const made: Json = {};
		for (const [name, schema] of Object.entries(properties))
			if (required.includes(name) || (depth < 4 && this.dice.chance(0.35)))
				made[name] = this.valid(schema, name, depth + 1);
		if (typeof additionalProperties === "object")
			for (let left = this.dice.below(3); left > 0; left--)
				made[this.dice.pick(["placement", "k", "ключ"])] = this.valid(additionalProperties, "", depth + 1);
		return made;
	}

	private text({ format, pattern, minLength = 0, maxLength = 200, example }: Json, name: string): string {
		const { dice } = this;
		const id = this.id(name);
		if (id) return id;
		const kind = /^\^(\w{3})_\[0-9a-f\]/.exec(pattern ?? "")?.[1];
		if (kind) return dice.pick([...(this.ids.own[kind] ?? []), `${kind}_${dice.hex(32)}`]);
		if (/timezone/.test(name)) return dice.pick(["Europe/Berlin", "UTC", "Asia/Kathmandu"]);
		if (/url$/.test(name)) return samples.uri?.(dice) ?? "";
		const sample = samples[format]?.(dice);
		if (sample) return sample;
		if (pattern) {
			const fitting = [example, ...patterned].filter((one) => one && new RegExp(pattern, "u").test(one));
			return fitting.length > 0 ? dice.pick(fitting) : "x";
		}
		const words = this.words();
		if (dice.chance(0.03)) return "é".repeat(Math.min(maxLength, 20_000));
		return words.slice(0, maxLength).padEnd(minLength, "x");
	}

	private words(): string {
		return `${this.dice.pick(words)} ${this.dice.hex(4)}`;
	}
}
