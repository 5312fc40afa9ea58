import type * as z from "zod";

interface Definition {
	status: number;
	title: string;
	/** When the error happens and what the caller can do. The page about the error shows this text. */
	meaning: string;
	/** Further members beside those that every problem has. */
	extra?: z.ZodObject;
}

/** Keeps the names and types of a table's entries. */
export const define = <T extends Record<string, Definition>>(table: T) => table;
