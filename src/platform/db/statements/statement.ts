export interface Statement {
	sql: string;
	params: unknown[];
}
