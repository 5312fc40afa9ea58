import { and, eq, inArray, or } from "drizzle-orm";
import { recordsOwnedBy } from "../../../domain/clients/clients/merge.ts";
import type { AnyChange } from "../../../platform/commit/change.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import type { Json } from "../protocol/messages.ts";
import type { Names } from "./names.ts";
import { quotedText } from "./quoted-text.ts";

/** A change that touches several records says how many, and which go with the one that is deleted. */
export function countWords({ audit, events = [] }: AnyChange<unknown>, record: Json): string[] {
	const entries = (Array.isArray(audit) ? audit : [audit]).flatMap((entry) => entry ?? []);
	const deleted = entries.filter(({ action, resourceId }) => action.endsWith(".deleted") && resourceId !== record.id);
	const kinds = Map.groupBy(deleted, ({ action }) => action.slice(0, action.indexOf(".")));
	const counts = [...kinds].map(([kind, all]) => counted(all.length, kind.replaceAll("_", " ")));
	return [
		...(counts.length > 0 ? [`With it ${counts.join(" and ")} ${deleted.length === 1 ? "is" : "are"} deleted.`] : []),
		...(events.length > 1 ? [`It emits ${eventCounts(events)}.`] : []),
	];
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`;

const eventCounts = (events: EventDraft[]): string =>
	[...Map.groupBy(events, ({ type }) => type)].map(([type, all]) => `${all.length} ${type}`).join(", ");

const bothSign = "For 48 hours both secrets sign, the old one and the new one.";
const atDashboard = "The secret waits for the OWNER at the dashboard.";
const newFeed = [
	"Everybody who has the address reads the calendar without a credential, and an earlier address ends.",
	"The address waits for the OWNER at the dashboard.",
];
const endedFeed = ["Calendar programs that read it get nothing more, and the address does not come back."];

/** The effects of an operation that stand in no value of its record. */
const followsFrom: Record<string, readonly string[]> = {
	deleteClient: ["Past appointments and submissions stay, without the client."],
	createWebhookEndpoint: [atDashboard],
	createAutomationHook: [atDashboard],
	rotateWebhookEndpointSecret: [bothSign, atDashboard],
	rotateAutomationHookSecret: [bothSign, atDashboard],
	endReplacedWebhookEndpointValue: ["Receivers that still check with it refuse what they get."],
	setArtistCalendarFeed: newFeed,
	setShopCalendarFeed: newFeed,
	deleteArtistCalendarFeed: endedFeed,
	deleteShopCalendarFeed: endedFeed,
	deleteExternalCalendar: ["The times that it kept busy can be booked at once."],
};

export async function effectWords(ctx: ApiCtx, operationId: string, body: Json): Promise<string[]> {
	const fixed = Object.hasOwn(followsFrom, operationId) ? (followsFrom[operationId] ?? []) : [];
	if (operationId === "mergeClient") {
		const count = await recordsOwnedBy(ctx, String(body.source_id));
		return [`${counted(count, "record")} of the merged client move, and the client's own details are lost.`];
	}
	const calendar = operationId === "setExternalCalendar" && URL.parse(String(body.ics_url ?? ""));
	if (calendar) return [`From now on the service reads the artist's busy times at ${quotedText(calendar.host)}.`];
	return [...fixed];
}

/** The clients among these records whom the studio has blocked, or who want no contact. */
export async function restrictedClients(ctx: ApiCtx, ids: readonly (string | undefined)[]) {
	const wanted = [...new Set(ids)].filter((id) => id !== undefined && kindOfId(id) === "client") as string[];
	if (wanted.length === 0 || !ctx.credential.scopes.includes("read:clients")) return [];
	return await ctx.db
		.select({ id: clients.id, isBlocked: clients.isBlocked, doNotContact: clients.doNotContact })
		.from(clients)
		.where(
			and(
				eq(clients.tenantId, ctx.tenantId),
				inArray(clients.id, eachOf(wanted.slice(0, mostLookedAt))),
				or(eq(clients.isBlocked, true), eq(clients.doNotContact, true)),
			),
		);
}

const mostLookedAt = 10;

export const restrictionWords = (
	found: Awaited<ReturnType<typeof restrictedClients>>,
	body: Json,
	names: Names,
): string[] =>
	found.flatMap(({ id, isBlocked, doNotContact }) => [
		...(isBlocked && !("is_blocked" in body) ? [`The studio has blocked the client ${names.get(id) ?? id}.`] : []),
		...(doNotContact && !("do_not_contact" in body)
			? [`The client ${names.get(id) ?? id} does not want to be contacted.`]
			: []),
	]);
