/** Cloudflare's prices in dollars, as its pages showed them in November 2026. docs/scale.md names each page. */
export const prices = {
	/** The plan for a month, with the included amounts. */
	plan: 5,
	perMillion: {
		workerRequests: 0.3,
		workerCpuMs: 0.02,
		objectRequests: 0.15,
		/** GB-s: the working time of an object, with 128 MB. */
		objectGbSeconds: 12.5,
		rowsRead: 0.001,
		rowsWritten: 1,
		queueOperations: 0.4,
		logEvents: 0.6,
	},
	/** One GB for a month. */
	databaseGb: 0.75,
	objectGb: 0.2,
} as const;

export type Metered = keyof typeof prices.perMillion;

/** The amounts that each month includes, in millions. */
export const included: Record<Metered, number> = {
	workerRequests: 10,
	workerCpuMs: 30,
	objectRequests: 1,
	objectGbSeconds: 0.4,
	rowsRead: 25_000,
	rowsWritten: 50,
	queueOperations: 1,
	logEvents: 20,
};
export const includedDatabaseGb = 5;
