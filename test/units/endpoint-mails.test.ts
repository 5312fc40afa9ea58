import { expect, it } from "vitest";
import { endpointDisabled, endpointFailing } from "../../src/domain/mail/endpoint-health-mails.ts";

const told = { to: "owner@lotus.example", tenantName: "Lotus", endpoint_id: "whe_1", url: "https://hook.example/" };
const api = { failing: "GET /v1/webhook_endpoints/whe_1/deliveries", disabled: "PATCH /v1/webhook_endpoints/whe_1" };
const mails = { failing: endpointFailing, disabled: endpointDisabled };

it.each(["failing", "disabled"] as const)(
	"an endpoint that is %s: the dashboard comes first, the API second",
	(kind) => {
		const { text } = mails[kind]({ ...told, origin: "https://studio.example" });
		const page = text.indexOf("\nhttps://studio.example/dashboard/webhooks/whe_1\n");
		expect(page).toBeGreaterThan(0);
		expect(text.indexOf(api[kind])).toBeGreaterThan(page);
		const { text: unknown } = mails[kind]({ ...told, origin: null });
		expect(unknown).toContain(api[kind]);
		expect(unknown).not.toContain("dashboard");
	},
);
