/** The meaning of each field. The field of an inner object is named with its path: `actor.type`. Words that end with `…` go on with those of the declaration. */
export type Words = Record<string, string>;
/** By the name of a record, for all schemas of it. */
export type SchemaWords = Record<string, Words>;
