import * as z from "zod";
import { csvLine } from "../../platform/lib/text/csv.ts";
import { appointment } from "../booking/appointments/schema.ts";
import { client } from "../clients/clients/schema.ts";

/** The columns of a table for spreadsheets, by the record that a line has. A part of a field is `address.city`. */
const columnsOf = ({ shape }: z.ZodObject): string[] =>
	Object.entries(shape).flatMap(([name, field]) => {
		const inner = field instanceof z.ZodNullable ? field.unwrap() : field;
		const parts = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
		return (parts.length > 0 ? parts.map((part) => `${name}.${part}`) : [name]).filter((one) => !isTypeName(one));
	});

const isTypeName = (column: string): boolean => /(^|\.)object$/.test(column);

export const tables = {
	"clients.csv": { resource: "clients", columns: columnsOf(client) },
	"appointments.csv": { resource: "appointments", columns: columnsOf(appointment) },
} as const;

export function csvLineOf(record: Record<string, unknown>, columns: readonly string[]): string {
	return csvLine(
		columns.map((column) => {
			const [name = "", part] = column.split(".");
			const value = record[name];
			return cellOf(part === undefined ? value : (value as Record<string, unknown> | null)?.[part]);
		}),
	);
}

function cellOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	if (Array.isArray(value)) return value.join(", ");
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}
