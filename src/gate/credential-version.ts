/**
 * Lets isolates remember credentials while every revocation holds from the next request on.
 *
 * All that bears on a tenant's credentials carries the tenant's version, which rises in the
 * transaction of each such change. The tenant's gate knows the version in force and refuses what an isolate
 * remembers from an older one. Around a change it is told twice: before the commit, from which moment it
 * accepts only what was read for the request at hand, and after it, with the new version. A crash in
 * between leaves the change announced; it lapses when no transaction can still be under way, and the
 * version is then learned again from the next reading.
 */
export interface VersionState {
	/** Null: not known, the next fresh reading sets it. */
	version: number | null;
	/** Changes that may be committing, each with the time at which it certainly is not any more. */
	changing: Record<string, number>;
}

export const unknownVersion: VersionState = { version: null, changing: {} };

/** The database ends a transaction after 30 s at most. */
const longestTransactionMs = 30_000;
/** A change that concerns many tenants tells gate after gate; the first must still know of it when it commits. */
export const longestAnnouncingMs = 60_000;
const slackMs = 5000;

export const beginChange = (state: VersionState, change: string, now: number): VersionState => ({
	version: state.version,
	changing: { ...state.changing, [change]: now + longestAnnouncingMs + longestTransactionMs + slackMs },
});

/** `version` is null when the change was refused and the version therefore stayed what it was. */
export function endChange(state: VersionState, change: string, version: number | null): VersionState {
	const { [change]: _, ...changing } = state.changing;
	return { version: version === null ? state.version : Math.max(version, state.version ?? 0), changing };
}

/**
 * Whether a credential read at `version` may be trusted, and what is known afterwards.
 *
 * What was read for the request at hand is always taken, even when it is older than what the gate knows: the request
 * began before the change was answered. Otherwise many changes in a row would refuse every request of the tenant, and
 * a database that was restored to an earlier state would refuse them for ever.
 */
export function judgeReading(
	state: VersionState,
	reading: { version: number; fresh: boolean },
	now: number,
): { current: boolean; state: VersionState } {
	const deadlines = Object.values(state.changing);
	if (deadlines.some((until) => until > now)) return { current: reading.fresh, state };
	// A lapsed change may have raised the version: the next fresh reading tells, and never lowers what was known.
	const certain = state.version !== null && deadlines.length === 0;
	const current = reading.fresh || (certain && reading.version >= (state.version ?? 0));
	if (!current || (certain && reading.version <= (state.version ?? 0))) return { current, state };
	return { current, state: { version: Math.max(reading.version, state.version ?? 0), changing: {} } };
}
