export type FieldInput =
	| { as: "text"; type?: "email" | "tel" | "url" | "date"; max: number; hint?: string }
	/** Text of several lines, which only its reader breaks. */
	| { as: "long"; rows?: number; hint?: string }
	/** A list of texts, one a line. */
	| { as: "lines"; rows?: number; hint?: string }
	| { as: "numbers"; hint?: string }
	| { as: "number"; min?: number; step?: "any"; hint?: string; placeholder?: string }
	| { as: "check"; hint?: string }
	/** An amount in minor units of the record's `currency`. */
	| { as: "money"; hint?: string }
	/** An amount of money or a percentage. Another field says which. */
	| { as: "share"; type: string; hint?: string }
	| { as: "currency"; hint?: string }
	/** One of these values, some with a text of their own. With `none`, none of them, too. */
	| {
			as: "choice";
			options: readonly (string | readonly [value: string, text: string])[];
			none?: string;
			hint?: string;
	  }
	/** A record of the studio, by its name. */
	| { as: "artist" | "shop" | "form"; none: string; hint?: string }
	| { as: "timezone" }
	| { as: "slug" }
	| { as: "address" };

/** A field of a record, as people and programs are told of it. */
export interface Field<Value = unknown> {
	/** Its name for people. */
	label: string;
	/** Its meaning in the API document. Words that end with `…` go on with those of the schema. */
	words?: string;
	/** Its value in examples. Absent for ids of other records. */
	example?: Value;
	/**
	 * The writer of its value: people outside the studio (`others`), the studio, or the service alone, as it does with ids
	 * and times. Agents are warned of the words of others.
	 */
	by: "others" | "studio" | "service";
	/** Absent if no form of the dashboard has the field. */
	input?: FieldInput;
	required?: boolean;
	/** An empty input leaves the field as it is, because it cannot be null. */
	keepsWhenEmpty?: boolean;
}

/** The fields that each record has. */
type Common = "object" | "id" | "metadata" | "created_at" | "updated_at";

/** The fields of a record. A field that the schema has and the table has not does not compile. */
export type FieldTable<Row> = { readonly [name in Exclude<keyof Row, Common>]-?: Field<Row[name]> };

export const wordsOf = (table: Record<string, Field>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(table).flatMap(([name, { words }]) => (words === undefined ? [] : [[name, words]])),
	);

type Mutable<Value> = Value extends readonly (infer Entry)[] ? Entry[] : Value;

type Examples<Table> = {
	[name in keyof Table as Table[name] extends { example: unknown } ? name : never]: Table[name] extends {
		example: infer Value;
	}
		? Mutable<Value>
		: never;
};

export const examplesOf = <Table extends Record<string, Field>>(table: Table): Examples<Table> =>
	Object.fromEntries(
		Object.entries(table).flatMap(([name, field]) => ("example" in field ? [[name, field.example]] : [])),
	) as Examples<Table>;
