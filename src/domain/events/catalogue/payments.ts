import * as z from "zod";
import { extended } from "../../../platform/http/endpoint/extended.ts";
import { id, time } from "../../../platform/http/fields/fields.ts";
import { amount, currency, idOf, opaqueId } from "../../../platform/http/fields/payload-fields.ts";
import { type Definitions, define } from "./definition.ts";
import { earlier, ids, now } from "./example-ids.ts";

const owner = {
	clientId: id("client").nullable(),
	appointmentId: idOf("apt").nullable(),
	artistId: id("artist").nullable(),
	shopId: idOf("shp").nullable(),
};
const owned = { clientId: ids.client, appointmentId: ids.appointment, artistId: ids.artist, shopId: ids.shop };

const payment = z
	.object({
		paymentId: opaqueId,
		...owner,
		purpose: z.enum(["APPOINTMENT", "DEPOSIT", "CANCELLATION_FEE", "OTHER"]),
		method: z.enum(["CARD", "BANK_TRANSFER", "CASH", "OTHER"]),
		amount,
		currency,
		description: z.string().nullable(),
		createdAt: time,
	})
	.meta({ id: "EventDataPayment" });

const succeeded = extended(payment, { status: z.literal("SUCCEEDED"), paidAt: time });

const failed = extended(payment, {
	status: z.literal("FAILED"),
	failureCode: z.string().nullable(),
	failureMessage: z.string().nullable(),
	failedAt: time,
});

const refunded = extended(payment, {
	status: z.enum(["REFUNDED", "PARTIALLY_REFUNDED"]),
	refundId: opaqueId,
	refundAmount: amount.meta({ description: "This refund, in minor units." }),
	totalRefundedAmount: amount.meta({ description: "This refund and those before it, in minor units." }),
	refundReason: z.string().nullable(),
	refundedAt: time,
});

const payout = z.object({
	payoutId: opaqueId,
	artistId: owner.artistId,
	shopId: owner.shopId,
	status: z.literal("PAID"),
	amount,
	currency,
	description: z.string().nullable(),
	createdAt: time,
	paidAt: time,
});

const deposit = z
	.object({
		depositId: opaqueId,
		paymentId: opaqueId.nullable(),
		...owner,
		amount,
		currency,
		heldAt: time,
	})
	.meta({ id: "EventDataDeposit" });

const held = extended(deposit, { status: z.literal("HELD") });

const released = extended(deposit, {
	status: z.literal("RELEASED"),
	releaseReason: z
		.enum(["APPLIED", "REFUNDED", "FORFEITED"])
		.meta({ description: "APPLIED: it counts towards the price. FORFEITED: the studio keeps it." }),
	releasedAt: time,
});

const paying: z.output<typeof payment> = {
	paymentId: ids.payment,
	...owned,
	purpose: "DEPOSIT",
	method: "CARD",
	amount: 10_000,
	currency: "EUR",
	description: "Deposit for a botanical forearm piece",
	createdAt: now,
};
const holding = { depositId: ids.deposit, paymentId: ids.payment, ...owned, amount: 10_000, currency: "EUR" };

export const paymentEvents = {
	"payment.succeeded": define("A payment was received.", succeeded, { ...paying, status: "SUCCEEDED", paidAt: now }),
	"payment.failed": define("A payment was attempted and failed.", failed, {
		...paying,
		status: "FAILED",
		failureCode: "card_declined",
		failureMessage: "The card was declined.",
		failedAt: now,
	}),
	"payment.refunded": define("A payment was refunded, wholly or in part.", refunded, {
		...paying,
		createdAt: earlier,
		status: "PARTIALLY_REFUNDED",
		refundId: ids.refund,
		refundAmount: 4000,
		totalRefundedAmount: 4000,
		refundReason: "The piece became smaller.",
		refundedAt: now,
	}),
	"payout.paid": define("A payout was made to an artist or a shop.", payout, {
		payoutId: ids.payout,
		artistId: ids.artist,
		shopId: ids.shop,
		status: "PAID",
		amount: 128_500,
		currency: "EUR",
		description: "First week of March 2026",
		createdAt: earlier,
		paidAt: now,
	}),
	"deposit.held": define("A client's deposit is held for an appointment.", held, {
		...holding,
		status: "HELD",
		heldAt: now,
	}),
	"deposit.released": define("A deposit is no longer held.", released, {
		...holding,
		heldAt: earlier,
		status: "RELEASED",
		releaseReason: "APPLIED",
		releasedAt: now,
	}),
} satisfies Definitions;
