/** A fault that somebody could make, put into the code on purpose. The universe must find it. */
export interface PlantedFault {
	name: string;
	file: string;
	/** Occurs once in the file. */
	from: string;
	to: string;
}

export const plantedFaults: PlantedFault[] = [
	{
		name: "an expired reading of a credential is trusted",
		file: "src/platform/gate/object/credential-version.ts",
		from: "const current = reading.fresh || (certain && reading.version >= (state.version ?? 0));",
		to: "const current = true;",
	},
	{
		name: "a token costs half",
		file: "src/platform/gate/object/token-bucket.ts",
		from: "debtMs: debtAt(bucket, now) + windowMs / limit,",
		to: "debtMs: debtAt(bucket, now) + windowMs / limit / 2,",
	},
	{
		name: "If-Match is looked at before the transaction alone",
		file: "src/platform/http/endpoint/checks/record.ts",
		from: "return { ...unwrap(outcome), precondition: { condition, otherwise: preconditionFailed(tags) } };",
		to: "return { ...unwrap(outcome) };",
	},
	{
		name: "leads are left behind by a move",
		file: "src/domain/moves/rows/moved-tables.ts",
		from: "	leads,\n	mails,",
		to: "	mails,",
	},
];
