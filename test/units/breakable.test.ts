import { expect, it } from "vitest";
import { Breakable } from "../../src/web/ui/components/breakable.tsx";

const shown = (text: string): string => String(Breakable({ text }));

it.each([
	["ana.lima@example.com", "ana.lima<wbr/>@example.com"],
	["https://studio.example/ana/book/touch-up", "https://studio.example<wbr/>/ana<wbr/>/book<wbr/>/touch-up"],
	["/v1/clients", "/v1<wbr/>/clients"],
	["appointment.rescheduled", "appointment.<wbr/>rescheduled"],
])("the line of %s may break between its parts", (text, html) => {
	expect(shown(text)).toBe(html);
});

it.each(["Ana Lima", "studio.example.com", "Fern. Not too dark.", "10:00-18:00"])("%s stays as it is", (text) => {
	expect(shown(text)).toBe(text);
});

it("shows markup as text", () => {
	expect(shown("<b>@</b>")).toBe("&lt;b&gt;<wbr/>@&lt;/b&gt;");
});
