import { expect, it } from "vitest";
import { invitation, passwordReset } from "../../src/domain/mail/access-mails.ts";
import {
	emailChange,
	emailChanged,
	emailChangeRequested,
	emailChangeTaken,
} from "../../src/domain/mail/email-change-mails.ts";
import { endpointFailing, endpointsOverPlan } from "../../src/domain/mail/endpoint-health-mails.ts";

const to = "ana@example.com";
const link = "https://api.example/reset_password/dHRdS83DX942QnnQ9JR5JpBir93sZqcxbsRMMYLCaFA";
const studio = { to, tenantName: '<a href="https://evil.example">Lotus</a>', origin: "https://api.example" };

const withLink = {
	invitation: invitation({ ...studio, link }),
	"password reset": passwordReset({ to, link }),
	"new email": emailChange({ to, link }),
	"email of another account": emailChangeTaken({ to, link }),
};

const withoutLink = {
	"requested change of an email": emailChangeRequested({ to, email: to }),
	"changed email": emailChanged({ to, email: to }),
	"failing endpoint": endpointFailing({ ...studio, endpoint_id: "whe_1", url: "https://hook.example/" }),
	"endpoints over the plan": endpointsOverPlan({ ...studio, plan: "solo", urls: ["https://hook.example/"] }),
};

it.each(Object.entries(withLink))("%s: the link can be clicked, and typed text becomes none", (_, { html }) => {
	expect(html.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([`<a href="${link}">${link}</a>`]);
});

it.each(Object.entries(withoutLink))("%s: has no link", (_, { html }) => {
	expect(html).not.toContain("<a ");
});

it.each(Object.entries({ ...withLink, ...withoutLink }))(
	"%s: a long address breaks on a narrow screen",
	(_, { html }) => {
		expect(html).toMatch(/^<div lang="en" style="[^"]*overflow-wrap:break-word">\n<p>Hello/);
	},
);
