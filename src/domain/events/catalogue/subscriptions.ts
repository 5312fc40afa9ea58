import * as z from "zod";
import { plans, subscriptionStatuses } from "../../../platform/db/tables/control/tenants.ts";
import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { withChanges } from "../../../platform/http/fields/payload-fields.ts";
import { type Definitions, define } from "./definition.ts";
import { ids } from "./example-ids.ts";

const subscription = z
	.object({
		tenantId: id("tenant"),
		plan: z.enum(plans),
		subscriptionStatus: z.enum(subscriptionStatuses),
		trialEndsAt: time.nullable(),
	})
	.meta({ id: "EventDataSubscription" });

const changed = extended(subscription, withChanges);

const trial: z.output<typeof subscription> = {
	tenantId: ids.tenant,
	plan: "crew",
	subscriptionStatus: "trialing",
	trialEndsAt: "2026-03-17T10:30:00.000Z",
};

const statusChange = (from: string, status: z.output<typeof subscription>["subscriptionStatus"]) => ({
	...trial,
	subscriptionStatus: status,
	changes: { subscriptionStatus: { old: from, new: status } },
});

export const subscriptionEvents = {
	"subscription.trial_ending": define("The studio's trial ends within three days.", subscription, trial),
	"subscription.activated": define(
		"The studio's subscription became active, or its plan changed.",
		changed,
		statusChange("trialing", "active"),
	),
	"subscription.cancelled": define(
		"The studio's subscription was cancelled, or its plan changed to Light.",
		changed,
		statusChange("active", "cancelled"),
	),
	"subscription.past_due": define(
		"A payment for the subscription is overdue.",
		changed,
		statusChange("active", "past_due"),
	),
} satisfies Definitions;
