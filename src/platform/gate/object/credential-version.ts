/**
 * With this, isolates can remember credentials, and a revocation still takes effect at the next request
 * (contract: Credentials 15).
 *
 * Each tenant has a version of its credentials, which rises in the transaction of every change that concerns them. The
 * tenant's gate refuses a credential that an isolate remembers from an older version. A first call announces the change
 * before its commit: from then on the gate accepts only credentials that were read for the request itself. A second call
 * brings the new version. If a crash prevents it, the announcement expires once no transaction can be under way, and the
 * next fresh reading brings the version.
 */
export interface VersionState {
	/** Null when the gate does not know it. The next fresh reading then sets it. */
	version: number | null;
	/** Changes that may be committing, each with the time after which it cannot be any more. */
	changing: Record<string, number>;
}

export const unknownVersion: VersionState = { version: null, changing: {} };

/** D1 ends a transaction after at most 30 s. */
const longestTransactionMs = 30_000;
/** A change of many tenants notifies one gate after the other. The first gate must still know of it at the commit. */
export const longestAnnouncingMs = 60_000;
const slackMs = 5000;

export const beginChange = (state: VersionState, change: string, now: number): VersionState => ({
	version: state.version,
	changing: { ...state.changing, [change]: now + longestAnnouncingMs + longestTransactionMs + slackMs },
});

/** `version` is null when the database refused the change, so that the version stayed as it was. */
export function endChange(state: VersionState, change: string, version: number | null): VersionState {
	const { [change]: _, ...changing } = state.changing;
	return { version: version === null ? state.version : Math.max(version, state.version ?? 0), changing };
}

/** After a change that is told only after its commit. */
export const learnVersion = (state: VersionState, version: number): VersionState =>
	version > (state.version ?? 0) ? { ...state, version } : state;

/**
 * Whether the gate may trust a credential that was read at this version, and the gate's new state.
 *
 * The gate always trusts a fresh reading, even one of an older version, because such a request began before the change
 * was answered. Otherwise many changes in a row would refuse every request of the tenant, and a database that was
 * restored to an earlier state would refuse them for ever.
 */
export function judgeReading(
	state: VersionState,
	reading: { version: number; fresh: boolean },
	now: number,
): { current: boolean; state: VersionState } {
	const deadlines = Object.values(state.changing);
	if (deadlines.some((until) => until > now)) return { current: reading.fresh, state };
	// An expired change may have raised the version, and only a fresh reading shows it. No reading lowers the version.
	const certain = state.version !== null && deadlines.length === 0;
	const current = reading.fresh || (certain && reading.version >= (state.version ?? 0));
	if (!current || (certain && reading.version <= (state.version ?? 0))) return { current, state };
	return { current, state: { version: Math.max(reading.version, state.version ?? 0), changing: {} } };
}
