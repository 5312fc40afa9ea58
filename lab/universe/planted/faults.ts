/** A fault that somebody could make, put into the code on purpose. The universe must find it. */
export interface PlantedFault {
	name: string;
	file: string;
	/** Occurs once in the file. */
	from: string;
	to: string;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of code
export const plantedFaults: PlantedFault[] = [
	{
		name: "an expired reading of a credential is trusted",
		file: "src/platform/gate/object/credential-version.ts",
		from: "const current = reading.fresh || (certain && reading.version >= (state.version ?? 0));",
		to: "const current = true;",
	},
	{
		name: "a gate that was told of a change forgets the new version",
		file: "src/platform/gate/object/credential-version.ts",
		from: "return { version: version === null ? state.version : Math.max(version, state.version ?? 0), changing };",
		to: "return { version: state.version, changing };",
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
		from: "return { ...unwrap(outcome), precondition: { conditions, otherwise: preconditionFailed(tags) } };",
		to: "return { ...unwrap(outcome) };",
	},
	{
		name: "a stored answer is found and not given",
		file: "src/platform/commit/keys/try-with-key.ts",
		from: "\t\treturn { replayed };\n",
		to: "\t\tvoid replayed;\n",
	},
	{
		name: "the answer is not stored with the change",
		file: "src/platform/commit/keys/try-with-key.ts",
		from: "first: await storeAnswer(request, { answer, now: caller.now, expired, vault }),",
		to: "first: [],",
	},
	{
		name: "after a lost answer of a commit the change counts as not made",
		file: "src/platform/commit/transaction/lost-answer.ts",
		from: "if (!(await withTimeout(longestCheckMs, hasCommitted(writer, transaction)))) continue;",
		to: "continue;",
	},
	{
		name: "after a lost answer of a commit the change counts as made",
		file: "src/platform/commit/transaction/lost-answer.ts",
		from: "if (!(await withTimeout(longestCheckMs, hasCommitted(writer, transaction)))) continue;",
		to: "await withTimeout(longestCheckMs, hasCommitted(writer, transaction));",
	},
	{
		name: "deliveries of a commit are not nudged",
		file: "src/platform/commit/transaction/committer.ts",
		from: "if (due.length > 0) writer.nudge(store.id, due);",
		to: "",
	},
	{
		name: "effects are not applied after the commit",
		file: "src/platform/commit/transaction/committer.ts",
		from: "await applyNow(writer, transaction.effects, effectNumbersIn(results));",
		to: "void applyNow;",
	},
	{
		name: "the version of credentials does not rise",
		file: "src/platform/commit/transaction/committer.ts",
		from: "statements.push(...toStatements(raiseCredentialVersions(tenantIds)));",
		to: "void raiseCredentialVersions;",
	},
	{
		name: "leads are left behind by a move",
		file: "src/domain/moves/rows/moved-tables.ts",
		from: "\tleads,\n\tmails,",
		to: "\tmails,",
	},
	{
		name: "stored answers are left behind by a move",
		file: "src/domain/moves/rows/moved-tables.ts",
		from: "\tidempotency,\n\timports,",
		to: "\timports,",
	},
	{
		name: "holds do not block",
		file: "src/platform/booking-rules/availability.ts",
		from: '...holds.map((other) => ({ code: "held", other }) as const),',
		to: "",
	},
	{
		name: "buffers after other appointments are forgotten in free times",
		file: "src/platform/booking-rules/availability.ts",
		from: "obstacle(code, other, other.bufferBeforeMs + after, other.bufferAfterMs + before),",
		to: "obstacle(code, other, other.bufferBeforeMs + after, before),",
	},
	{
		name: "busy times elsewhere do not block",
		file: "src/platform/booking-rules/availability.ts",
		from: '...externalBusy.map((busy) => obstacle("external_calendar_busy", busy, after, before)),',
		to: "",
	},
	{
		name: "free times ignore the daily cap",
		file: "src/platform/booking-rules/availability.ts",
		from: "if (!isBlocked(slot) && !isDayFull(start)) slots.push(slot);",
		to: "void isDayFull;\n\t\t\tif (!isBlocked(slot)) slots.push(slot);",
	},
	{
		name: "a booking is not checked before the database",
		file: "src/domain/booking/slots/slot-checks.ts",
		from: "if (ofTime.length === 0) return;\n\tconst { free }",
		to: "if (ofTime.length >= 0) return;\n\tconst { free }",
	},
	{
		name: "a merge moves leads and no appointments",
		file: "src/domain/clients/clients/merge.ts",
		from: "const clientTables = [appointments, leads, ideas, formSubmissions];",
		to: "const clientTables = [leads, ideas, formSubmissions];\nvoid appointments;",
	},
	{
		name: "a merge leaves the source",
		file: "src/domain/clients/clients/merge.ts",
		from: "\t\t\tremoveIfUnchanged(clients, source),\n",
		to: "",
	},
	{
		name: "updated_at stands still when two changes share a millisecond",
		file: "src/platform/db/record.ts",
		from: "updatedAt: Math.max(now, row.updatedAt + 1),",
		to: "updatedAt: row.updatedAt,",
	},
	{
		name: "a change does not look whether the record is unchanged",
		file: "src/platform/db/record.ts",
		from: "\t\teq(table.revision, row.revision),\n",
		to: "",
	},
	{
		name: "a list in the order of changes skips a record",
		file: "src/platform/db/lists/page-order.ts",
		from: "sql`(${table.updatedAt}, ${table.id}) > (${byChange.at}, ${after})`",
		to: "sql`(${table.updatedAt}, ${table.id}) > (${byChange.at} + 1, ${after})`",
	},
	{
		name: "a list skips the record after the cursor",
		file: "src/platform/http/endpoint/page.ts",
		from: "const last = more || rows.length > limit ? data.at(-1) : undefined;",
		to: "const last = more || rows.length > limit ? (rows[limit] ?? data.at(-1)) : undefined;",
	},
	{
		name: "a failed attempt is final",
		file: "src/domain/events/attempts/outcome.ts",
		from: 'return next === null ? { status: "DEAD", nextAttemptAt: null } : { status: "PENDING", nextAttemptAt: next };',
		to: 'return { status: "DEAD", nextAttemptAt: null };',
	},
	{
		name: "a failed attempt counts as delivered",
		file: "src/domain/events/attempts/outcome.ts",
		from: "if (succeeded(reply.status)) return",
		to: "if (reply.status !== null) return",
	},
	{
		name: "a key of another studio opens the records",
		file: "src/platform/record-finder.ts",
		from: 'and(eq(table.tenantId, sql.placeholder("tenantId")), eq(table.id, sql.placeholder("id")))',
		to: 'eq(table.id, sql.placeholder("id"))',
	},
	{
		name: "the overlap of a rotated key is lost",
		file: "src/domain/access/api-keys/rotation.ts",
		from: ".set({ goodUntil: caller.now + overlapSeconds * 1000 })",
		to: ".set({ goodUntil: caller.now + overlapSeconds * 0 })",
	},
	{
		name: "a code that comes twice leaves its grant",
		file: "src/api/oauth/tokens/code-grant.ts",
		from: 'return revokeGrant(grant, { reason: "code_replayed", now, result });',
		to: "throw result;\n\t\tvoid revokeGrant;",
	},
	{
		name: "a refresh token that comes twice leaves its grant",
		file: "src/api/oauth/tokens/refresh-grant.ts",
		from: 'return revokeGrant(grant, { reason: "refresh_replayed", now, result });',
		to: "throw result;\n\t\tvoid revokeGrant;",
	},
	{
		name: "two uses of a refresh token at once both succeed",
		file: "src/api/oauth/tokens/refresh-grant.ts",
		from: "\t\t\t\t\t\t\teq(oauthGrants.refreshToken, grant.refreshToken),\n",
		to: "",
	},
	{
		name: "tokens of a suspended app go on",
		file: "src/platform/gate/credentials/access-tokens.ts",
		from: 'return { final: false, problem: problem("app_suspended", "This app is suspended.") };',
		to: "void problem;",
	},
	{
		name: "deliveries whose message was lost stay",
		file: "src/entry/schedule/data.ts",
		from: "sweep: () => sweepAll(caller, writer),",
		to: "",
	},
	{
		name: "expired holds stay",
		file: "src/entry/schedule/data.ts",
		from: "holds: () => repeatStep(writer, caller, 5 * secondMs, () => deleteExpiredHolds(caller.now)),",
		to: "",
	},
	{
		name: "mails whose first try failed stay",
		file: "src/entry/schedule/data.ts",
		from: 'mails: () => sendDueMails(run.env, caller, writer, "data"),',
		to: "",
	},
	{
		name: "the ideas of a deleted client stay",
		file: "src/domain/clients/clients/operations.ts",
		from: "\t\t(ctx) => deleteIdeasOf(ctx, id),",
		to: "\t\t(ctx) => deleteIdeasOf(ctx, `${id}x`),",
	},
	{
		name: "the feed skips an event",
		file: "src/platform/http/feed/feed.ts",
		from: "next_after_sequence: (hasMore && data.at(-1)?.sequence) || nextSequence,",
		to: "next_after_sequence: ((hasMore && data.at(-1)?.sequence) || nextSequence) + (data.length % 7 === 3 ? 1 : 0),",
	},
	{
		name: "the feed ends a page early",
		file: "src/platform/http/feed/feed.ts",
		from: "const hasMore = more || rows.length > limit;",
		to: "const hasMore = more && rows.length > limit;",
	},
	{
		name: "a rotated secret signs alone at once",
		file: "src/domain/events/attempts/request/sign.ts",
		from: "const signed = secrets.map((secret) => `v1=",
		to: "const signed = secrets.slice(1).map((secret) => `v1=",
	},
	{
		name: "the time of a signature is that of the event",
		file: "src/domain/events/attempts/request/sign.ts",
		from: 'return [`t=${unixSeconds}`, ...signed].join(",");',
		to: 'return [`t=${unixSeconds - 120}`, ...signed].join(",");',
	},
	{
		name: "a newcomer's email is looked up twice",
		file: "src/domain/clients/clients/operations.ts",
		from: "\tawait artist.check(ctx, given.assigned_artist_id);\n\treturn addition",
		to: "\tawait checkEmail(ctx, given.email);\n\treturn addition",
	},
	{
		name: "Light keeps its API",
		file: "src/platform/gate/plans.ts",
		from: 'export const hasApiAccess = (plan: Plan): boolean => plan !== "light";',
		to: "export const hasApiAccess = (_plan: Plan): boolean => true;",
	},
	{
		name: "deliveries that wait on Light are never due again",
		file: "src/domain/events/endpoint-work/plan-cap.ts",
		from: '\tif (to === "light") return [sendMissedTo(',
		to: '\tif (from === "light") return [];\n\tif (to === "light") return [sendMissedTo(',
	},
	{
		name: "a day has the clock of three days before",
		file: "src/platform/booking-rules/working-time.ts",
		from: "const offset = steadyOffsetAround(date, timezone);",
		to: "const offset = steadyOffsetAround(date - 3, timezone) ?? steadyOffsetAround(date, timezone);",
	},
	{
		name: "time off does not block",
		file: "src/platform/booking-rules/availability.ts",
		from: '...timeBlocks.map((block) => obstacle("time_block", block)),',
		to: "",
	},
	{
		name: "a change of an app raises no version",
		file: "src/platform/commit/after/tell-gates.ts",
		from: "SET credential_version = credential_version + 1",
		to: "SET credential_version = credential_version",
	},
	{
		name: "the appointments ahead of a deleted client stay",
		file: "src/domain/clients/clients/operations.ts",
		from: "\t\t(ctx) => cancelFutureAppointments(ctx, id),",
		to: "\t\t(ctx) => cancelFutureAppointments(ctx, `${id}x`),",
	},
	{
		name: "the first missed event is left out",
		file: "src/domain/events/endpoint-work/missed.ts",
		from: "v.sequence > ${after} AND v.sequence <= ${to} AND +v.id >= ${firstId}",
		to: "v.sequence > ${after} + 1 AND v.sequence <= ${to} AND +v.id >= ${firstId}",
	},
	{
		name: "a move of an appointment keeps its end",
		file: "src/domain/booking/appointments/next-row.ts",
		from: "endAt: patched(patch.end_at, startAt + row.endAt - row.startAt),",
		to: "endAt: patched(patch.end_at, startAt < row.endAt ? row.endAt : startAt + row.endAt - row.startAt),",
	},
	{
		name: "a dry run makes the change",
		file: "src/platform/http/endpoint/checks/earlier-request.ts",
		from: "if (change.isDryRun) return await answerOfDryRun(change, decide);",
		to: "void answerOfDryRun;",
	},
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are texts of code
