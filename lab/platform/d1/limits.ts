/** The limits that D1 and the SQL of objects set to SQLite, whose own are higher. */
export const limits = {
	column: 100,
	compoundSelect: 5,
	exprDepth: 100,
	likePatternLength: 50,
	sqlLength: 100_000,
	triggerDepth: 10,
	variableNumber: 100,
};
