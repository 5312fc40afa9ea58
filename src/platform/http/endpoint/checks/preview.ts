import type { ApiCtx, Caller, Ctx } from "../../../context.ts";
import { internalRequestOf } from "../../request/app-env.ts";
import { namedRecords, type Versions, versionsOf } from "../../versions/named-records.ts";
import type { ChangeRequest } from "../change-request.ts";

/** The versions of the records that a change names, if its sender previews it or applies a preview. */
export function versionsOfNamed<C extends Caller>({ c, input }: ChangeRequest<C>, ctx: Ctx) {
	const { onTried, unchangedSince } = internalRequestOf(c);
	if (onTried) return versionsOf(ctx, namedRecords(input.params, input.body));
	return unchangedSince && versionsOf(ctx, Object.keys(unchangedSince.versions));
}

/**
 * Tells the sender of a preview what was decided. Refuses to apply a preview of other versions, before the operation's
 * own refusals. The transaction compares them again, for a race.
 */
export function tellOrCompare<C extends Caller>(change: ChangeRequest<C>, named: Versions | undefined): void {
	const { onTried, unchangedSince } = internalRequestOf(change.c);
	const { caller, outcome } = change.decision;
	if (!named) return;
	if ("value" in outcome)
		onTried?.({
			change: outcome.value,
			versions: named,
			unknownFields: change.c.get("ignored"),
			// Only requests of /v1 are previewed, so the caller is one of /v1.
			caller: caller as Caller as ApiCtx,
		});
	if (!unchangedSince) return;
	const { versions, otherwise } = unchangedSince;
	if (Object.entries(versions).some(([id, version]) => named[id] !== version)) throw otherwise;
}
