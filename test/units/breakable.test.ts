import { expect, it } from "vitest";
import { Breakable } from "../../src/web/ui/components/breakable.tsx";

const shown = (text: string): string => String(Breakable({ text }));

it.each([
	["ana.lima@example.com", "ana.lima<wbr>@example.com"],
	["https://studio.example/ana/book/touch-up", "https://studio.example<wbr>/ana<wbr>/book<wbr>/touch-up"],
	["/v1/clients/cli_…aad12e", "/v1<wbr>/clients<wbr>/cli_…aad12e"],
	["appointment.rescheduled", "appointment.<wbr>rescheduled"],
	["write:webhook_endpoints", "write:<wbr>webhook_<wbr>endpoints"],
])("the line of %s may break between its parts", (text, html) => {
	expect(shown(text)).toBe(html);
});

it.each(["Ana Lima", "Fern. Not too dark.", "10:00-18:00", "Scopes: all"])("%s stays as it is", (text) => {
	expect(shown(text)).toBe(text);
});

it.each(["<b>@</b>", '"<b>"@example.com', "https://studio.example/<b>"])("%s is shown as text", (text) => {
	expect(shown(text)).not.toContain("<");
});
