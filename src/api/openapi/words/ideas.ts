import { ideaFields } from "../../../domain/clients/ideas/fields.ts";
import { wordsOf } from "../../../platform/http/fields/field-table.ts";
import type { SchemaWords } from "./types.ts";

export const ideas: SchemaWords = { Idea: { idea_id: "The `id` of the idea.", ...wordsOf(ideaFields) } };
