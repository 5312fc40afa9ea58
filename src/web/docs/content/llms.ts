import type { DocPage } from "./doc-page.ts";

/** https://llmstxt.org */
export function llmsText(pages: readonly DocPage[], origin: string): string {
	const sections = Map.groupBy(pages, ({ section }) => section);
	const parts = [...sections].map(([section, own]) => {
		const lines = own.map(({ path, title, description }) => `- [${title}](${origin}${path}.md): ${description}`);
		return `## ${section}\n\n${lines.join("\n")}`;
	});
	return `# Tattoo Studio API

> The public API of a booking and client-management service for tattoo studios: JSON over HTTP under /v1, OAuth 2.0, signed webhooks.

The tools for agents (Model Context Protocol over HTTP): ${origin}/mcp, which [its guide](${origin}/docs/agents.md) describes
The API document for programs: ${origin}/openapi.json
The feed of all events in their order: ${origin}/v1/events?after_sequence=0, which [its guide](${origin}/docs/feed.md) describes
The events for programs (AsyncAPI): ${origin}/asyncapi.json
The search over these pages: ${origin}/docs/search.md?q=words

${parts.join("\n\n")}
`;
}
