import { post, type Step } from "../step.ts";
import type { DemoReceiver } from "./receiver.ts";

/**
 * The endpoint and the hook get what happens with one artist and what clients answer, so that a newcomer's first
 * requests send them nothing.
 */
export const listeners = (receiver: DemoReceiver): Step[] => [
	post("endpoint/website", "/v1/webhook_endpoints", {
		url: receiver.url("/joana"),
		description: "Joana’s website",
		events: ["appointment.created", "appointment.completed", "appointment.cancelled", "idea.created"],
		filter: { artist_id: ["artist/joana"] },
	}),
	post("hook/submissions", "/v1/automation/hooks", {
		target_url: receiver.url("/automation"),
		trigger: "new_form_submission",
	}),
];
