/** The faults of the product's environment. */
export interface Faults {
	/** The database refuses each nth statement, in turn before and after it executes the statement; 0 means never. */
	refuseEveryStatement: number;
	/** All databases stand still, or the one of this name: no statement is executed until this ends. */
	standsStill: boolean | string;
	/** The buckets refuse each nth call, in turn before and after they execute it; 0 means never. */
	refuseEveryBucketCall: number;
	/** The buckets stand still: no call is executed until this ends. */
	bucketsStandStill: boolean;
	/** The buckets take objects and keep none: their simulation would run in the thread of the product. */
	bucketsKeepNothing: boolean;
	/** The nth call of a database or a bucket from now on never ends, as if its isolate died; 0 means none. */
	loseCall: number;
	/** Executes the lost call. */
	executeLostCall: boolean;
	/** The queues lose each nth message; 0 means never. */
	forgetEveryMessage: number;
	/** The offset of the machine's clock: positive if it is ahead. */
	clockMs: number;
	/** How long the mail service takes for its answer. */
	mailServiceMs: number;
}

export const noFaults: Faults = {
	refuseEveryStatement: 0,
	standsStill: false,
	refuseEveryBucketCall: 0,
	bucketsStandStill: false,
	bucketsKeepNothing: false,
	loseCall: 0,
	executeLostCall: false,
	forgetEveryMessage: 0,
	clockMs: 0,
	mailServiceMs: 0,
};

/** A mail that the mail service took. */
export interface SentMail {
	to: string;
	subject: string;
	at: number;
}

/** The number of faults so far. */
export interface FaultCounts {
	statements: number;
	refusedBefore: number;
	refusedAfter: number;
	bucketCalls: number;
	bucketCallsRefused: number;
	lostCalls: number;
	messages: number;
	forgotten: number;
}
