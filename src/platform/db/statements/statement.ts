/** The text of a statement, and the values of its parameters. */
export interface Statement {
	sql: string;
	params: unknown[];
}
