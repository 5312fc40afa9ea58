import type { PublicEventType } from "../../../platform/db/tables/data/events.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import type { Changes } from "../../../platform/lib/changes.ts";
import type { Tenant } from "./schema.ts";

const eventTypeOfStatus: Record<Tenant["subscription_status"], PublicEventType> = {
	active: "subscription.activated",
	trialing: "subscription.activated",
	cancelled: "subscription.cancelled",
	past_due: "subscription.past_due",
};

type Subscription = Pick<Tenant, "id" | "plan" | "subscription_status" | "trial_ends_at">;

export const subscriptionPayload = (tenant: Subscription): Record<string, unknown> => ({
	tenantId: tenant.id,
	plan: tenant.plan,
	subscriptionStatus: tenant.subscription_status,
	trialEndsAt: tenant.trial_ends_at,
});

/**
 * The event that a change of plan or status emits. A new status decides the type, and a trial that begins is an
 * activation. A new plan alone, or with a trial, is one, too, but a change to Light is a cancellation.
 */
export function subscriptionEvents(before: Subscription, after: Subscription, changes: Changes): EventDraft[] {
	const ofPlan = after.plan === "light" ? "subscription.cancelled" : "subscription.activated";
	const status = after.subscription_status;
	const isNewStatus = before.subscription_status !== status;
	const isNewPlan = before.plan !== after.plan;
	if (!isNewStatus && !isNewPlan) return [];
	const type = isNewStatus && !(status === "trialing" && isNewPlan) ? eventTypeOfStatus[status] : ofPlan;
	const shownChanges = Object.fromEntries(
		["plan", "subscriptionStatus", "trialEndsAt"].flatMap((name) => (changes[name] ? [[name, changes[name]]] : [])),
	);
	return [{ type, data: { ...subscriptionPayload(after), changes: shownChanges } }];
}
